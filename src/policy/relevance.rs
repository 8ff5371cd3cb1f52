//! Which fields of a dialect play a part, given the choices made elsewhere: forms show only these.

use super::PlanConfig;
use super::field::{Accepts, Field, FieldGroup};

/// A field, and the choice and words with which it plays a part.
const DEPENDS: &[(Field, Field, &[&str])] = &[
    (Field::Offset, Field::Growth, &["plain", "exponential"]),
    (Field::MaxExponent, Field::Growth, &["plain", "exponential"]),
    (Field::Doublings, Field::Growth, &["doubling-linear"]),
    (Field::Step, Field::Growth, &["polynomial"]),
    (Field::Power, Field::Growth, &["polynomial"]),
    (Field::Waits, Field::Growth, &["list"]),
    (Field::JitterLo, Field::Jitter, &["scale", "feedback"]),
    (Field::JitterHi, Field::Jitter, &["scale", "feedback"]),
    (Field::JitterDown, Field::Jitter, &["shift"]),
    (Field::JitterUp, Field::Jitter, &["shift", "power"]),
    (Field::JitterGrows, Field::Jitter, &["shift"]),
    (Field::JitterFloor, Field::Jitter, &["window"]),
    (Field::JitterPower, Field::Jitter, &["power"]),
    (Field::FirstLo, Field::Jitter, &["feedback"]),
    (Field::FirstHi, Field::Jitter, &["feedback"]),
    (Field::Pre, Field::Jitter, &["feedback"]),
    (Field::Post, Field::Jitter, &["feedback"]),
    (Field::From, Field::Jitter, &["feedback"]),
    (Field::RoundingUnit, Field::Rounding, &["floor", "nearest", "ceiling", "toward-baseline"]),
    (Field::RoundingTop, Field::Rounding, &["floor"]),
    (Field::RoundingSteps, Field::Rounding, &["floor", "nearest", "ceiling", "toward-baseline"]),
    (Field::RuleLimit, Field::Rule, &["floor", "floor-then-jitter", "override", "clamp"]),
    (Field::RuleOver, Field::Rule, &["floor", "floor-then-jitter", "override", "clamp"]),
    (Field::RuleZero, Field::Rule, &["floor", "floor-then-jitter", "override", "clamp"]),
    (Field::RuleExtra, Field::Rule, &["clamp"]),
    (Field::RuleStretch, Field::Rule, &["override"]),
];

impl PlanConfig {
    /// Whether a field plays a part with the choices made, or holds something given all the same.
    #[must_use]
    pub fn is_relevant(&self, field: Field) -> bool {
        if field.group() != FieldGroup::Dialect || self.is_given(field) {
            return true;
        }
        DEPENDS.iter().find(|(one, ..)| *one == field).is_none_or(|(_, on, words)| {
            let text = self.text(*on).trim();
            let chosen = if text.is_empty() { on.default_text() } else { text.to_owned() };
            words.contains(&chosen.as_str())
        })
    }

    /// Why a plain field changes nothing with the choices made elsewhere; `None`: it does.
    #[must_use]
    pub fn idle_reason(&self, field: Field) -> Option<String> {
        let word = |field: Field| match self.text(field).trim() {
            "" => field.default_text(),
            text => text.to_owned(),
        };
        let (growth, jitter) = (word(Field::Growth), word(Field::Jitter));
        let from_before = matches!(jitter.as_str(), "decorrelated" | "feedback");
        let by_jitter = || Some(format!("Plays no part with {jitter} jitter."));
        let by_growth = || Some("Plays no part with this growth.".to_owned());
        match field {
            Field::Multiplier if from_before => by_jitter(),
            Field::Multiplier if jitter != "polly" && !matches!(growth.as_str(), "plain" | "exponential") => {
                by_growth()
            }
            Field::Base
                if matches!(growth.as_str(), "none" | "list")
                    && !from_before
                    && jitter != "polly"
                    && word(Field::First) != "exact" =>
            {
                by_growth()
            }
            _ => None,
        }
    }

    /// The limits of a field as a form shows them now.
    #[must_use]
    pub fn allowed(&self, field: Field) -> String {
        match self.accepts(field) {
            // The choices stand in the form already.
            Accepts::Choice(spec) => spec.help.to_owned(),
            accepts => accepts.allowed(),
        }
    }
}
