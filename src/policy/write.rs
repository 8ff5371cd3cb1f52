//! From a checked input to the canonical text of each field.

use super::dialect_limits::{NO_CAP, UNLIMITED};
use super::field::{Accepts, Field};
use super::{
    AtCap, CapOrder, Feedback, FirstRetry, Growth, Jitter, OverLimit, PlanInput, Policy, RetryAfterRule,
    RetryAfterUse, RetryLimit, RoundingMode,
};
use crate::units::{Factor, Micros};

/// The fields that differ from nothing given, each with its text. Fields that play no part are absent.
pub(super) fn texts_of(input: &PlanInput) -> Vec<(Field, String)> {
    let PlanInput { policy, conditions, client } = input;
    let mut texts = Texts(Vec::new());
    texts.backoff(policy);
    texts.jitter(policy.jitter);
    texts.rounding(policy);
    texts.rule(&policy.retry_after);
    texts.number(Field::Request, Some(conditions.request.0));
    texts.number(Field::RequestMost, conditions.request_most.map(|d| d.0));
    texts.number(Field::AttemptTimeout, conditions.attempt_timeout.map(|d| d.0));
    texts.number(Field::RetryAfter, conditions.retry_after.map(|s| s.0));
    texts.list(Field::RetryAfters, conditions.retry_afters.iter().map(|s| s.map(|s| s.0)));
    texts.number(Field::Deadline, conditions.deadline.map(|d| d.0));
    texts.word(Field::Client, client.as_deref().unwrap_or_default());
    texts.0
}

struct Texts(Vec<(Field, String)>);

impl Texts {
    fn word(&mut self, field: Field, word: &str) {
        self.0.push((field, word.to_owned()));
    }

    fn written(field: Field, steps: u64) -> String {
        match field.accepts_in_dialect() {
            Accepts::Number(spec) | Accepts::NumberOr(spec, _) | Accepts::List(spec, _) => spec.write(steps),
            Accepts::Choice(_) | Accepts::Name(_) => String::new(),
        }
    }

    fn number(&mut self, field: Field, steps: Option<u64>) {
        if let Some(steps) = steps {
            self.word(field, &Self::written(field, steps));
        }
    }

    fn list(&mut self, field: Field, values: impl Iterator<Item = Option<u64>>) {
        let texts: Vec<String> =
            values.map(|value| value.map(|steps| Self::written(field, steps)).unwrap_or_default()).collect();
        self.word(field, &texts.join(","));
    }

    fn backoff(&mut self, policy: &Policy) {
        let backoff = &policy.backoff;
        // A field without a part in the growth keeps its default, so that equal policies have equal links.
        let (uses_base, uses_multiplier) = backoff.growth.uses();
        let feeds_back = policy.jitter.has_memory() || policy.first == FirstRetry::Exact;
        if uses_base || feeds_back {
            self.number(Field::Base, Some(backoff.base.0));
        }
        if uses_multiplier || policy.jitter == Jitter::Polly {
            self.number(Field::Multiplier, Some(backoff.multiplier.0));
        }
        let cap = &backoff.cap;
        match cap.limit {
            None => self.word(Field::Cap, NO_CAP),
            Some(limit) => self.number(Field::Cap, Some(limit.0)),
        }
        self.word(
            Field::CapOrder,
            match cap.order {
                CapOrder::Before => "before",
                CapOrder::After => "after",
                CapOrder::Both => "both",
                CapOrder::Ends => "ends",
            },
        );
        self.word(Field::CapFirst, if cap.skips_first { "no" } else { "yes" });
        self.word(
            Field::AtCap,
            match cap.at_cap {
                AtCap::Stay => "stay",
                AtCap::NoJitter => "no-jitter",
                AtCap::End => "end",
            },
        );
        match policy.retries {
            RetryLimit::AtMost(n) => self.number(Field::Retries, Some(n.into())),
            RetryLimit::Unlimited => self.word(Field::Retries, UNLIMITED),
        }
        self.growth(&backoff.growth);
    }

    fn growth(&mut self, growth: &Growth) {
        let word = match growth {
            Growth::None => "none",
            Growth::Constant => "constant",
            Growth::Linear => "linear",
            Growth::Exponential { offset, most_exponent } => {
                self.word(Field::Offset, &offset.to_string());
                self.number(Field::MaxExponent, most_exponent.map(u64::from));
                return;
            }
            Growth::Polynomial { step, power } => {
                self.number(Field::Step, Some(step.0));
                self.number(Field::Power, Some((*power).into()));
                "polynomial"
            }
            Growth::Fibonacci => "fibonacci",
            Growth::DoublingThenLinear { doublings } => {
                self.number(Field::Doublings, Some((*doublings).into()));
                "doubling-linear"
            }
            Growth::List(waits) => {
                self.list(Field::Waits, waits.iter().map(|wait| Some(wait.0)));
                "list"
            }
        };
        self.word(Field::Growth, word);
    }

    fn jitter(&mut self, jitter: Jitter) {
        self.word(Field::Jitter, jitter.key());
        let factors = |lo: Factor, hi: Factor| [(Field::JitterLo, lo.0), (Field::JitterHi, hi.0)];
        let given: Vec<(Field, u64)> = match jitter {
            Jitter::Scale { lo, hi } => factors(lo, hi).to_vec(),
            Jitter::Shift { down, up, grows } => {
                self.word(Field::JitterGrows, if grows { "yes" } else { "no" });
                let given = [(Field::JitterDown, down), (Field::JitterUp, up)];
                given.into_iter().filter(|(_, Micros(by))| *by > 0).map(|(f, by)| (f, by.0)).collect()
            }
            Jitter::Window { lo } => vec![(Field::JitterFloor, lo.0)],
            Jitter::Power { up, power } => {
                vec![(Field::JitterUp, up.0), (Field::JitterPower, power.into())]
            }
            Jitter::Feedback(Feedback { first, pre, lo, hi, from_base, post }) => {
                self.word(Field::From, if from_base { "base" } else { "previous" });
                let one = Factor::whole(1);
                let around = [(Field::Pre, pre), (Field::Post, post)];
                let around = around.into_iter().filter(|(_, factor)| *factor != one).map(|(f, by)| (f, by.0));
                let first = [(Field::FirstLo, first.0.0), (Field::FirstHi, first.1.0)];
                factors(lo, hi).into_iter().chain(first).chain(around).collect()
            }
            Jitter::None | Jitter::Full | Jitter::Equal | Jitter::Decorrelated | Jitter::Polly => Vec::new(),
        };
        for (field, steps) in given {
            self.number(field, Some(steps));
        }
    }

    fn rounding(&mut self, policy: &Policy) {
        if let Some(rounding) = policy.rounding {
            self.word(
                Field::Rounding,
                match rounding.mode {
                    RoundingMode::Floor => "floor",
                    RoundingMode::Nearest => "nearest",
                    RoundingMode::Ceiling => "ceiling",
                    RoundingMode::TowardBaseline => "toward-baseline",
                },
            );
            self.number(Field::RoundingUnit, Some(rounding.unit.0));
            self.word(Field::RoundingTop, if rounding.inclusive { "inclusive" } else { "exclusive" });
            self.word(Field::RoundingSteps, if rounding.each_step { "yes" } else { "no" });
        }
        self.number(Field::Min, Some(policy.min.0));
        self.word(
            Field::First,
            match policy.first {
                FirstRetry::Normal => "normal",
                FirstRetry::Immediate => "immediate",
                FirstRetry::Exact => "exact",
            },
        );
    }

    fn rule(&mut self, rule: &RetryAfterRule) {
        let word = match rule.usage {
            RetryAfterUse::Floor => "floor",
            RetryAfterUse::FloorUnderBaseline => "floor-then-jitter",
            RetryAfterUse::Override => "override",
            RetryAfterUse::Clamp { extra } => {
                self.number(Field::RuleExtra, Some(extra.0));
                "clamp"
            }
            RetryAfterUse::Ignored => "ignored",
        };
        self.word(Field::Rule, word);
        self.number(Field::RuleLimit, rule.limit.map(|limit| limit.0));
        self.word(
            Field::RuleOver,
            match rule.over_limit {
                OverLimit::Truncate => "cut",
                OverLimit::GiveUp => "give-up",
                OverLimit::OwnWait => "own-wait",
            },
        );
        self.word(Field::RuleZero, if rule.ignores_zero { "own-wait" } else { "at-once" });
        if rule.stretch != Factor::whole(1) {
            self.number(Field::RuleStretch, Some(rule.stretch.0));
        }
    }
}
