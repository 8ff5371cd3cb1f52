//! Simulation links: `v=1&view=simulate&scenario=fixed-window&clients=500&…&seeds=1-100&policies=full,fixed`.
//!
//! An own scenario (`scenario=own`) gives each policy its parameters under numbered keys, from 1 in the order of
//! `policies`: `policies=full,fixed&names=Checkout,Search&base.1=500&cap.1=30000&fixed.2=1000&retries.2=8`.

use super::{Query, VERSION, View};
use crate::study::{PolicyConfig, ScenarioKind, StudyConfig, StudyField, StudyInput, policy_fields};
use crate::units::{Problem, Violation};

/// More policies than any scenario may have are not even kept as text.
const MAX_READ: usize = 64;

/// A decoded simulation link: every field's raw text, everything wrong, everything ignored.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyLink {
    /// The fields as the link spells them, defaults where it is silent.
    pub config: StudyConfig,
    /// The checked scenario, when nothing is wrong.
    pub input: Option<StudyInput>,
    /// Everything wrong: the link itself first, then field by field.
    pub violations: Vec<Violation>,
    /// The link asks for the results themselves (`results=1`): nothing is to come before them.
    pub asks_for_results: bool,
    /// Keys that mean nothing in this scenario; they change nothing.
    pub unknown_keys: Vec<String>,
}

/// Decodes a link as a simulation. A link that names another view is a violation of `view`.
#[must_use]
pub fn decode_study(query: &Query) -> StudyLink {
    let mut violations = query.violations.clone();
    if let Some(view) = query.view.filter(|view| *view != View::Simulate) {
        let problem = Problem::Other("is not a simulation".to_owned());
        violations.push(violation("view", view.key(), problem, View::Simulate.key().to_owned()));
    }
    let kind = match given(query, "scenario") {
        None => ScenarioKind::FixedWindow,
        Some(word) => ScenarioKind::from_key(word).unwrap_or_else(|| {
            let allowed = ScenarioKind::ALL.map(ScenarioKind::key).join(", ");
            violations.push(violation("scenario", word, Problem::UnknownChoice, allowed));
            ScenarioKind::FixedWindow
        }),
    };
    let mut config = StudyConfig::of_kind(kind);
    let asks_for_results = given(query, "results") == Some("1");
    let mut known: Vec<String> =
        ["scenario", "seeds", "policies", "names", "results"].map(str::to_owned).to_vec();
    for field in config.fields() {
        known.push(field.key().to_owned());
        if let Some(text) = given(query, field.key()) {
            config.set(field.key(), text);
        }
    }
    if let Some(seeds) = given(query, "seeds") {
        config.seeds = seeds.to_owned();
    }
    if let Some(policies) = given(query, "policies") {
        config.policies =
            policies.split(',').take(MAX_READ).map(|kind| PolicyConfig::of_kind(kind.trim())).collect();
    }
    read_names(query, &mut config, &mut violations);
    for index in 0..config.policies.len() {
        let Some(policy) = config.policy_kind(index) else { continue };
        for field in policy_fields(kind, policy) {
            let key = numbered(field, index);
            if let Some(text) = given(query, &key) {
                config.policies[index].set(field.key(), text);
            }
            known.push(key);
        }
    }
    let checked = config.check();
    let input = checked.as_ref().ok().filter(|_| violations.is_empty()).cloned();
    violations.extend(checked.err().into_iter().flatten());
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    StudyLink { input, violations, asks_for_results, unknown_keys: query.unknown_keys(&known), config }
}

/// The canonical link of a scenario, without `#`: `v`, `view`, `scenario`, its fields in order, `seeds`,
/// `policies`, `names`, then each policy's own keys; bare numbers, defaults left out.
#[must_use]
pub fn encode_study(input: &StudyInput) -> String {
    let config = StudyConfig::from_input(input);
    let defaults = StudyConfig::of_kind(input.kind);
    let mut link = form_urlencoded::Serializer::new(String::new());
    link.append_pair("v", &VERSION.to_string()).append_pair("view", View::Simulate.key());
    link.append_pair("scenario", input.kind.key());
    let mut pairs: Vec<(String, String)> = Vec::new();
    for field in config.fields() {
        let text = config.text(field);
        if text != field.default_text() {
            pairs.push((field.key().to_owned(), text));
        }
    }
    if config.seeds != defaults.seeds {
        pairs.push(("seeds".to_owned(), config.seeds.clone()));
    }
    let kinds =
        |config: &StudyConfig| config.policies.iter().map(|p| p.kind.clone()).collect::<Vec<_>>().join(",");
    if kinds(&config) != kinds(&defaults) {
        pairs.push(("policies".to_owned(), kinds(&config)));
    }
    if config.policies.iter().any(|policy| !policy.name.is_empty()) {
        let names: Vec<&str> = config.policies.iter().map(|policy| policy.name.as_str()).collect();
        pairs.push(("names".to_owned(), names.join(",")));
    }
    for (index, policy) in input.policies.iter().enumerate() {
        for field in policy_fields(input.kind, policy.kind) {
            let text = config.policies[index].text(field);
            if text != field.default_text() {
                pairs.push((numbered(field, index), text));
            }
        }
    }
    link.extend_pairs(pairs);
    // A comma needs no escaping in a fragment and reads better as itself.
    link.finish().replace("%2C", ",")
}

/// A key's text when it is not blank: an empty value means unset.
fn given<'a>(query: &'a Query, key: &str) -> Option<&'a str> {
    query.get(key).filter(|text| !text.trim().is_empty())
}

fn numbered(field: &StudyField, index: usize) -> String {
    format!("{}.{}", field.key(), index + 1)
}

fn violation(key: &str, raw: &str, problem: Problem, allowed: String) -> Violation {
    Violation { key: key.to_owned(), raw: raw.to_owned(), problem, allowed }
}

/// Reads `names`, one a policy in order, blank ones standing for the default.
fn read_names(query: &Query, config: &mut StudyConfig, violations: &mut Vec<Violation>) {
    let Some(raw) = given(query, "names") else { return };
    let names: Vec<&str> = raw.split(',').collect();
    if names.len() > config.policies.len() {
        let problem = Problem::Other(format!("names {} policies", names.len()));
        violations.push(violation("names", raw, problem, format!("at most {} names", config.policies.len())));
    }
    for (policy, name) in config.policies.iter_mut().zip(names) {
        policy.name = name.trim().to_owned();
    }
}
