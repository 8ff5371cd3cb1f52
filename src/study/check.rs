//! From typed texts to a checked scenario, or to everything that is wrong with them.

use super::config::StudyConfig;
use super::fields::{PLAN, StudyField, policy_fields};
use super::{PolicyKind, ScenarioKind, build, planned, seeds};
use crate::math::group_digits;
use crate::policy::{Jitter, PlanInput};
use crate::rng::Generator;
use crate::sim::limits::MAX_POLICIES;
use crate::sim::{Scenario, ScenarioError, SeedRange};
use crate::units::{Problem, Violation};

/// Longest name of a policy, in characters.
const MAX_NAME: usize = 40;

/// A field's value in its quantity's steps; `None`: unset.
type Value = (&'static str, Option<u64>);

/// A checked policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyInput {
    /// How it waits.
    pub kind: PolicyKind,
    /// Its name, unique in the scenario.
    pub name: String,
    /// The whole policy, of the kind that has one.
    pub plan: Option<PlanInput>,
    values: Vec<Value>,
}

/// A checked scenario as typed, and the engine's scenario made of it.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyInput {
    /// Which scenario.
    pub kind: ScenarioKind,
    values: Vec<Value>,
    /// The seeds.
    pub seeds: SeedRange,
    /// The policies compared.
    pub policies: Vec<PolicyInput>,
    /// What the engine runs.
    pub scenario: Scenario,
}

/// The allowed names in words.
#[must_use]
pub fn names_allowed() -> String {
    format!("a name of its own, up to {MAX_NAME} characters, no comma")
}

/// A character that parts the names of a link, or lines, or turns the text around it.
fn garbles(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c == ',' || c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') || turns
}

fn value(values: &[Value], key: &str) -> Option<u64> {
    values.iter().find(|(k, _)| *k == key).and_then(|(_, value)| *value)
}

impl PolicyInput {
    /// Whether its waits are random.
    #[must_use]
    pub fn has_jitter(&self) -> bool {
        match &self.plan {
            Some(plan) => plan.policy.jitter != Jitter::None,
            None => self.kind.has_jitter(),
        }
    }

    /// The value of a field in its quantity's steps; `None`: unset or not a field of this policy.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<u64> {
        value(&self.values, key)
    }
}

impl StudyInput {
    /// The value of a field in its quantity's steps; `None`: unset or not a field of this scenario.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<u64> {
        value(&self.values, key)
    }
}

impl StudyConfig {
    /// The checked scenario, or every violation at once: fields, seeds, policies.
    ///
    /// # Errors
    /// One [`Violation`] for each text that is no value of its field. A policy's keys end in its number, from 1.
    pub fn check(&self) -> Result<StudyInput, Vec<Violation>> {
        let mut violations = Vec::new();
        let mut read = |field: &StudyField, text: String, key: String| match field.read(&text) {
            Ok(value) => value,
            Err(problem) => {
                violations.push(Violation { key, raw: text, problem, allowed: field.allowed() });
                None
            }
        };
        let values: Vec<Value> = self
            .fields()
            .iter()
            .map(|field| (field.key(), read(field, self.text(field), field.key().to_owned())))
            .collect();
        let mut policies = Vec::new();
        for (index, policy) in self.policies.iter().enumerate() {
            // A kind that is none has no fields; it is reported with the policies below.
            let Some(kind) = self.policy_kind(index) else { continue };
            let values = policy_fields(self.kind, kind).into_iter().map(|field| {
                let key = format!("{}.{}", field.key(), index + 1);
                (field.key(), read(field, policy.text(field), key))
            });
            let values = values.collect();
            let plan = policy_fields(self.kind, kind).into_iter().find(|field| field.key() == PLAN);
            let plan = plan.and_then(|field| planned::read(&policy.text(field)).ok());
            policies.push(PolicyInput { kind, name: self.name(index), plan, values });
        }
        let generator = build::generator(self.kind, value(&values, "generator"));
        let seeds = self.check_seeds(generator, &mut violations);
        self.check_policies(&mut violations);
        let (Some(seeds), true) = (seeds, violations.is_empty()) else { return Err(violations) };
        match build::scenario(self.kind, &|key| value(&values, key), seeds, &policies) {
            Ok(scenario) => Ok(StudyInput { kind: self.kind, values, seeds, policies, scenario }),
            Err(errors) => Err(errors.into_iter().map(|error| self.engine_violation(&error)).collect()),
        }
    }

    /// The canonical texts of a checked scenario.
    #[must_use]
    pub fn from_input(input: &StudyInput) -> Self {
        let mut config = Self::of_kind(input.kind);
        for field in config.fields() {
            config.set(field.key(), field.write(input.value(field.key())));
        }
        config.seeds = format!("{}-{}", input.seeds.first, input.seeds.last);
        config.policies = input
            .policies
            .iter()
            .map(|policy| {
                let mut typed = super::PolicyConfig::of_kind(policy.kind.key());
                for field in policy_fields(input.kind, policy.kind) {
                    typed.set(field.key(), field.write(policy.value(field.key())));
                }
                if let Some(plan) = &policy.plan {
                    typed.set(PLAN, planned::write(plan));
                }
                typed
            })
            .collect();
        for (index, policy) in input.policies.iter().enumerate() {
            if policy.name != config.default_name(index) {
                config.policies[index].name = policy.name.clone();
            }
        }
        config
    }

    fn check_seeds(&self, generator: Generator, violations: &mut Vec<Violation>) -> Option<SeedRange> {
        let read = seeds::read(&self.seeds, generator);
        read.map_err(|problem| {
            let (key, raw) = ("seeds".to_owned(), self.seeds.clone());
            violations.push(Violation { key, raw, problem, allowed: seeds::allowed(generator) });
        })
        .ok()
    }

    fn check_policies(&self, violations: &mut Vec<Violation>) {
        let mut reject = |key: &str, raw: String, problem, allowed: String| {
            violations.push(Violation { key: key.to_owned(), raw, problem, allowed });
        };
        let offered = self.kind.policies().iter().map(|p| p.key()).collect::<Vec<_>>().join(", ");
        let typed = || self.policies.iter().map(|p| p.kind.as_str()).collect::<Vec<_>>().join(",");
        if self.policies.is_empty() {
            reject("policies", String::new(), Problem::Missing, format!("1 to {MAX_POLICIES} of {offered}"));
        }
        if self.policies.len() > MAX_POLICIES {
            let problem = Problem::Other(format!("are more than {MAX_POLICIES} policies"));
            reject("policies", typed(), problem, format!("1 to {MAX_POLICIES} of {offered}"));
            return;
        }
        for (index, policy) in self.policies.iter().enumerate() {
            if self.policy_kind(index).is_none() {
                let problem = match PolicyKind::from_key(policy.kind.trim()) {
                    Some(_) => Problem::Other("is not defined by this study".to_owned()),
                    None => Problem::UnknownChoice,
                };
                reject(&format!("policies.{}", index + 1), policy.kind.clone(), problem, offered.clone());
            }
            let name = self.name(index);
            let key = format!("names.{}", index + 1);
            let allowed = names_allowed();
            if name.chars().count() > MAX_NAME {
                reject(&key, name, Problem::Other("is too long".to_owned()), allowed);
            } else if name.contains(garbles) {
                reject(
                    &key,
                    name,
                    Problem::Other("holds a character that names cannot have".to_owned()),
                    allowed,
                );
            } else if (0..index).any(|earlier| self.name(earlier) == name) {
                reject(&key, name, Problem::Other("is another policy's name".to_owned()), allowed);
            }
        }
    }

    /// What only the engine can tell, at the field it concerns.
    fn engine_violation(&self, error: &ScenarioError) -> Violation {
        let (key, allowed) = match error {
            ScenarioError::SlowGrowth { policy, max } => (
                format!("multiplier.{}", policy + 1),
                format!(
                    "growth that reaches the cap within {} retries, or a limit of retries",
                    group_digits(&max.to_string())
                ),
            ),
            _ => ("scenario".to_owned(), "a scenario the engine can run".to_owned()),
        };
        Violation {
            raw: self.raw(&key),
            key,
            problem: Problem::Other(format!("does not work: {error}")),
            allowed,
        }
    }

    fn raw(&self, key: &str) -> String {
        let Some((field, number)) = key.split_once('.') else { return self.kind.key().to_owned() };
        let index = number.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
        let policy = index.and_then(|i| self.policies.get(i).zip(self.policy_kind(i)));
        let spec = policy.and_then(|(policy, kind)| {
            policy_fields(self.kind, kind).into_iter().find(|f| f.key() == field).map(|f| policy.text(f))
        });
        spec.unwrap_or_default()
    }
}
