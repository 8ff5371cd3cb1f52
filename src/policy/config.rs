//! A plan's inputs as typed, and the one way from there to checked values.

use super::limits::{
    BASE, CAP, DEADLINE, JITTER_DEFAULT, JITTER_KEY, JITTER_LABEL, MULTIPLIER, REQUEST, RETRIES, RETRY_AFTER,
    jitter_allowed,
};
use super::{Backoff, Conditions, Jitter, PlanInput, Policy, RetryLimit, retry_after};
use crate::units::{Factor, FieldSpec, Micros, Problem, Seconds, Violation};

/// The fields of the plain calculator, in the order of the canonical link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Baseline delay of retry 1.
    Base,
    /// Growth of the baseline.
    Multiplier,
    /// Upper limit of the baseline.
    Cap,
    /// Retries after the initial request.
    Retries,
    /// Jitter family.
    Jitter,
    /// Time each request takes.
    Request,
    /// Floor under every wait.
    RetryAfter,
    /// Limit on the whole call.
    Deadline,
}

/// What a field accepts.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// A number within the limits of a table row.
    Number(&'static FieldSpec),
    /// One of the jitter families.
    Jitter,
}

impl Field {
    /// All fields, in the order of the canonical link.
    pub const ALL: [Self; 8] = [
        Self::Base,
        Self::Multiplier,
        Self::Cap,
        Self::Retries,
        Self::Jitter,
        Self::Request,
        Self::RetryAfter,
        Self::Deadline,
    ];

    /// What the field accepts.
    #[must_use]
    pub const fn accepts(self) -> Choice {
        match self {
            Self::Base => Choice::Number(&BASE),
            Self::Multiplier => Choice::Number(&MULTIPLIER),
            Self::Cap => Choice::Number(&CAP),
            Self::Retries => Choice::Number(&RETRIES),
            Self::Jitter => Choice::Jitter,
            Self::Request => Choice::Number(&REQUEST),
            Self::RetryAfter => Choice::Number(&RETRY_AFTER),
            Self::Deadline => Choice::Number(&DEADLINE),
        }
    }

    /// The key in links and on the command line.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self.accepts() {
            Choice::Number(spec) => spec.key,
            Choice::Jitter => JITTER_KEY,
        }
    }

    /// The visible label.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self.accepts() {
            Choice::Number(spec) => spec.label,
            Choice::Jitter => JITTER_LABEL,
        }
    }

    /// The allowed range or choices, in words.
    #[must_use]
    pub fn allowed(self) -> String {
        match self.accepts() {
            Choice::Number(spec) => spec.allowed(),
            Choice::Jitter => jitter_allowed(),
        }
    }

    /// The default as canonical text; empty for a field that is unset by default.
    #[must_use]
    pub fn default_text(self) -> String {
        match self.accepts() {
            Choice::Number(spec) => spec.default.map(|steps| spec.write(steps)).unwrap_or_default(),
            Choice::Jitter => JITTER_DEFAULT.key().to_owned(),
        }
    }

    /// The field a key names.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.key() == key)
    }
}

/// Every field's text exactly as typed; unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanConfig {
    texts: [String; Field::ALL.len()],
}

impl Default for PlanConfig {
    fn default() -> Self {
        Self { texts: Field::ALL.map(Field::default_text) }
    }
}

impl PlanConfig {
    /// What was typed into a field.
    #[must_use]
    pub fn text(&self, field: Field) -> &str {
        &self.texts[field as usize]
    }

    /// Replaces what is typed in a field.
    pub fn set(&mut self, field: Field, text: impl Into<String>) {
        self.texts[field as usize] = text.into();
    }

    /// The checked input, or every violation at once, in field order.
    ///
    /// # Errors
    /// One [`Violation`] for each field that holds no valid value. A blank optional field is unset;
    /// a blank required one is [`Problem::Missing`].
    pub fn check(&self) -> Result<PlanInput, Vec<Violation>> {
        let mut violations = Vec::new();
        let mut note = |field: Field, problem| {
            violations.push(Violation {
                key: field.key().to_owned(),
                raw: self.text(field).to_owned(),
                problem,
                allowed: field.allowed(),
            });
        };
        let read = |field: Field, spec: &FieldSpec| match field {
            // A header or its date may be pasted there too.
            Field::RetryAfter => retry_after::read_field(spec, self.text(field)),
            _ => spec.read(self.text(field)),
        };
        let mut number = |field: Field, spec: &FieldSpec| match read(field, spec) {
            Ok(steps) => Some(steps),
            Err(Problem::Missing) if spec.default.is_none() => None,
            Err(problem) => {
                note(field, problem);
                None
            }
        };
        let base = number(Field::Base, &BASE);
        let multiplier = number(Field::Multiplier, &MULTIPLIER);
        let cap = number(Field::Cap, &CAP);
        let retries = number(Field::Retries, &RETRIES);
        let request = number(Field::Request, &REQUEST);
        let retry_after = number(Field::RetryAfter, &RETRY_AFTER);
        let deadline = number(Field::Deadline, &DEADLINE);
        let jitter = Jitter::from_key(self.text(Field::Jitter).trim());
        if jitter.is_none() {
            note(Field::Jitter, Problem::UnknownChoice);
        }
        match (base, multiplier, cap, retries, jitter, request) {
            (Some(base), Some(multiplier), Some(cap), Some(retries), Some(jitter), Some(request))
                if violations.is_empty() =>
            {
                Ok(PlanInput {
                    policy: Policy {
                        backoff: Backoff {
                            base: Micros(base),
                            multiplier: Factor(multiplier),
                            cap: Some(Micros(cap)),
                        },
                        jitter,
                        retries: RetryLimit::AtMost(u32::try_from(retries).unwrap_or(u32::MAX)),
                    },
                    conditions: Conditions {
                        request: Micros(request),
                        retry_after: retry_after.map(Seconds),
                        deadline: deadline.map(Micros),
                    },
                })
            }
            _ => {
                violations.sort_by_key(|v| Field::ALL.iter().position(|field| field.key() == v.key));
                Err(violations)
            }
        }
    }

    /// The canonical texts of a checked input; fields the plain form cannot hold stay at their default.
    #[must_use]
    pub fn from_input(input: &PlanInput) -> Self {
        let mut config = Self::default();
        let PlanInput { policy, conditions } = input;
        config.set(Field::Base, BASE.write(policy.backoff.base.0));
        config.set(Field::Multiplier, MULTIPLIER.write(policy.backoff.multiplier.0));
        if let Some(cap) = policy.backoff.cap {
            config.set(Field::Cap, CAP.write(cap.0));
        }
        if let RetryLimit::AtMost(n) = policy.retries {
            config.set(Field::Retries, RETRIES.write(n.into()));
        }
        config.set(Field::Jitter, policy.jitter.key());
        config.set(Field::Request, REQUEST.write(conditions.request.0));
        let optional =
            |spec: &FieldSpec, steps: Option<u64>| steps.map(|s| spec.write(s)).unwrap_or_default();
        config.set(Field::RetryAfter, optional(&RETRY_AFTER, conditions.retry_after.map(|s| s.0)));
        config.set(Field::Deadline, optional(&DEADLINE, conditions.deadline.map(|d| d.0)));
        config
    }
}
