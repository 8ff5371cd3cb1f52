//! From typed texts to a checked input, or to everything that is wrong.

use super::dialect_limits::LONGEST_LIST;
use super::field::{Accepts, Field};
use super::{
    AtCap, Backoff, Cap, CapOrder, Conditions, Feedback, FirstRetry, Growth, Jitter, OverLimit, Plan,
    PlanConfig, PlanInput, Policy, RetryAfterRule, RetryAfterUse, RetryLimit, Rounding, RoundingMode,
    retry_after,
};
use crate::units::{Factor, Micros, Problem, Seconds, Violation, shorten};

/// Checks a config. See [`PlanConfig::check`].
pub(super) fn check(config: &PlanConfig) -> Result<PlanInput, Vec<Violation>> {
    let mut reader = Reader { config, is_dialect: config.is_dialect(), violations: Vec::new() };
    let input = PlanInput {
        policy: reader.policy(),
        conditions: reader.conditions(),
        client: reader.name(Field::Client),
    };
    reader.violations.sort_by_key(|v| Field::from_key(&v.key).map(|field| field as usize));
    reader.violations.dedup_by(|a, b| a.key == b.key);
    if reader.violations.is_empty() { Ok(input) } else { Err(reader.violations) }
}

/// Powers of ten that a double holds, with room for the curve's other factors.
const LARGEST_EXPONENT: f64 = 305.0;

/// Reads fields and notes what is wrong. After a violation the values read are placeholders that nobody sees.
struct Reader<'a> {
    config: &'a PlanConfig,
    is_dialect: bool,
    violations: Vec<Violation>,
}

impl Reader<'_> {
    fn accepts(&self, field: Field) -> Accepts {
        if self.is_dialect { field.accepts_in_dialect() } else { field.accepts() }
    }

    fn note(&mut self, field: Field, problem: Problem) {
        self.violations.push(Violation {
            key: field.key().to_owned(),
            raw: self.config.text(field).to_owned(),
            problem,
            allowed: self.accepts(field).allowed(),
        });
    }

    /// A number in steps; `None` if an optional field is unset, if its word stands there, or if it is no value.
    fn optional(&mut self, field: Field) -> Option<u64> {
        let text = self.config.text(field);
        let spec = match self.accepts(field) {
            Accepts::NumberOr(_, word) if text.trim() == word => return None,
            Accepts::Number(spec) | Accepts::NumberOr(spec, _) | Accepts::List(spec, _) => spec,
            Accepts::Choice(_) | Accepts::Name(_) => return None,
        };
        let read = match field {
            // A header or its date may be pasted there too.
            Field::RetryAfter => retry_after::read_field(spec, text),
            _ => spec.read(text),
        };
        match read {
            Ok(steps) => Some(steps),
            Err(Problem::Missing) if spec.default.is_none() => None,
            Err(problem) => {
                self.note(field, problem);
                None
            }
        }
    }

    /// A number with a default.
    fn number(&mut self, field: Field) -> u64 {
        self.optional(field).unwrap_or_default()
    }

    /// A number that has no default but is needed by a choice made elsewhere.
    fn needed(&mut self, field: Field, by: Field) -> u64 {
        if self.config.text(field).trim().is_empty() {
            let problem = format!("is needed with {}={}", by.key(), self.config.text(by).trim());
            self.note(field, Problem::Other(problem));
        }
        self.number(field)
    }

    fn millis(&mut self, field: Field) -> Micros {
        Micros(self.number(field))
    }

    /// A factor, `default` where it is unset.
    fn factor(&mut self, field: Field, default: u64) -> Factor {
        self.optional(field).map_or(Factor::whole(default), Factor)
    }

    /// The word chosen; the default where the field is blank or holds none of the choices.
    fn choice(&mut self, field: Field) -> &'static str {
        let Accepts::Choice(spec) = self.accepts(field) else { return "" };
        let text = self.config.text(field);
        if text.trim().is_empty() {
            return spec.write(0);
        }
        match spec.read(text) {
            Ok(index) => spec.write(index),
            Err(problem) => {
                self.note(field, problem);
                spec.write(0)
            }
        }
    }

    fn list(&mut self, field: Field) -> Vec<Option<u64>> {
        let Accepts::List(spec, blanks) = self.accepts(field) else { return Vec::new() };
        let text = self.config.text(field);
        if text.trim().is_empty() {
            return Vec::new();
        }
        let parts: Vec<&str> = text.split(',').collect();
        if parts.len() > LONGEST_LIST {
            self.note(field, Problem::Other(format!("holds {} values", parts.len())));
            return Vec::new();
        }
        let mut values = Vec::new();
        for part in parts {
            match spec.read(part) {
                Ok(steps) => values.push(Some(steps)),
                Err(Problem::Missing) if blanks => values.push(None),
                Err(problem) => {
                    let what = format!("holds \u{201c}{}\u{201d}, which {problem}", shorten(part.trim()));
                    self.note(field, Problem::Other(what));
                    return Vec::new();
                }
            }
        }
        values
    }

    fn name(&mut self, field: Field) -> Option<String> {
        let Accepts::Name(spec) = self.accepts(field) else { return None };
        let text = self.config.text(field).trim().to_owned();
        if !text.is_empty() && !spec.accepts(&text) {
            self.note(field, Problem::Other("is no name of a library".to_owned()));
        }
        Some(text).filter(|text| !text.is_empty())
    }

    fn conditions(&mut self) -> Conditions {
        let conditions = Conditions {
            request: self.millis(Field::Request),
            request_most: self.optional(Field::RequestMost).map(Micros),
            attempt_timeout: self.optional(Field::AttemptTimeout).map(Micros),
            retry_after: self.optional(Field::RetryAfter).map(Seconds),
            retry_afters: self.list(Field::RetryAfters).into_iter().map(|s| s.map(Seconds)).collect(),
            deadline: self.optional(Field::Deadline).map(Micros),
        };
        if conditions.request_most.is_some_and(|most| most < conditions.request) {
            self.note(Field::RequestMost, Problem::Other("is below the request duration".to_owned()));
        }
        conditions
    }

    fn policy(&mut self) -> Policy {
        let backoff = self.backoff();
        let policy = Policy {
            jitter: self.jitter(),
            rounding: self.rounding(),
            min: self.millis(Field::Min),
            first: match self.choice(Field::First) {
                "immediate" => FirstRetry::Immediate,
                "exact" => FirstRetry::Exact,
                _ => FirstRetry::Normal,
            },
            retry_after: self.retry_after_rule(),
            retries: match self.optional(Field::Retries) {
                Some(n) => RetryLimit::AtMost(u32::try_from(n).unwrap_or(u32::MAX)),
                None => RetryLimit::Unlimited,
            },
            backoff,
        };
        self.polly_is_finite(&policy);
        policy
    }

    fn backoff(&mut self) -> Backoff {
        let base = self.millis(Field::Base);
        let multiplier = Factor(self.number(Field::Multiplier));
        let growth = self.growth();
        if !growth.has_exact_start(multiplier) && multiplier.0 > 0 {
            let problem =
                "needs a multiplier by which the base can be divided exactly, such as 2, 2.5, 4, 5 or 10";
            self.note(Field::Offset, Problem::Other(problem.to_owned()));
        }
        let limit = self.optional(Field::Cap).map(Micros);
        let order = match self.choice(Field::CapOrder) {
            "after" => CapOrder::After,
            "both" => CapOrder::Both,
            "ends" => CapOrder::Ends,
            _ => CapOrder::Before,
        };
        let skips_first = self.choice(Field::CapFirst) == "no";
        let at_cap = match self.choice(Field::AtCap) {
            "no-jitter" => AtCap::NoJitter,
            "end" => AtCap::End,
            _ => AtCap::Stay,
        };
        Backoff { base, multiplier, growth, cap: Cap { limit, order, skips_first, at_cap } }
    }

    fn growth(&mut self) -> Growth {
        let by = Field::Growth;
        match self.choice(by) {
            "none" => Growth::None,
            "constant" => Growth::Constant,
            "linear" => Growth::Linear,
            "polynomial" => Growth::Polynomial {
                step: Micros(self.needed(Field::Step, by)),
                power: self.needed(Field::Power, by) as u32,
            },
            "fibonacci" => Growth::Fibonacci,
            "doubling-linear" => {
                Growth::DoublingThenLinear { doublings: self.needed(Field::Doublings, by) as u32 }
            }
            "list" => {
                let waits: Vec<Micros> = self.list(Field::Waits).into_iter().flatten().map(Micros).collect();
                if waits.is_empty() {
                    self.note(Field::Waits, Problem::Other("is needed with growth=list".to_owned()));
                }
                Growth::List(waits)
            }
            _ => Growth::Exponential {
                offset: match self.choice(Field::Offset) {
                    "1" => 1,
                    "2" => 2,
                    "-1" => -1,
                    _ => 0,
                },
                most_exponent: self.optional(Field::MaxExponent).map(|n| n as u32),
            },
        }
    }

    /// A pair of which the first must not be above the second.
    fn ordered(&mut self, (lo, hi): (Field, Field)) -> (Factor, Factor) {
        let (least, most) = (self.needed(lo, Field::Jitter), self.needed(hi, Field::Jitter));
        if least > most {
            self.note(hi, Problem::Other(format!("is below {}", lo.key())));
        }
        (Factor(least), Factor(most))
    }

    fn jitter(&mut self) -> Jitter {
        let by = Field::Jitter;
        match self.choice(by) {
            "full" => Jitter::Full,
            "equal" => Jitter::Equal,
            "decorrelated" => Jitter::Decorrelated,
            "scale" => {
                let (lo, hi) = self.ordered((Field::JitterLo, Field::JitterHi));
                Jitter::Scale { lo, hi }
            }
            "shift" => Jitter::Shift {
                down: self.millis(Field::JitterDown),
                up: self.millis(Field::JitterUp),
                grows: self.choice(Field::JitterGrows) == "yes",
            },
            "window" => Jitter::Window { lo: Micros(self.needed(Field::JitterFloor, by)) },
            "power" => Jitter::Power {
                up: Micros(self.needed(Field::JitterUp, by)),
                power: self.needed(Field::JitterPower, by) as u32,
            },
            "feedback" => {
                let (lo, hi) = self.ordered((Field::JitterLo, Field::JitterHi));
                Jitter::Feedback(Feedback {
                    first: self.ordered((Field::FirstLo, Field::FirstHi)),
                    pre: self.factor(Field::Pre, 1),
                    lo,
                    hi,
                    from_base: self.choice(Field::From) == "base",
                    post: self.factor(Field::Post, 1),
                })
            }
            "polly" => Jitter::Polly,
            _ => Jitter::None,
        }
    }

    fn rounding(&mut self) -> Option<Rounding> {
        let mode = match self.choice(Field::Rounding) {
            "floor" => RoundingMode::Floor,
            "nearest" => RoundingMode::Nearest,
            "ceiling" => RoundingMode::Ceiling,
            "toward-baseline" => RoundingMode::TowardBaseline,
            _ => return None,
        };
        Some(Rounding {
            unit: self.millis(Field::RoundingUnit),
            mode,
            inclusive: self.choice(Field::RoundingTop) == "inclusive",
            each_step: self.choice(Field::RoundingSteps) == "yes",
        })
    }

    fn retry_after_rule(&mut self) -> RetryAfterRule {
        let usage = match self.choice(Field::Rule) {
            "floor-then-jitter" => RetryAfterUse::FloorUnderBaseline,
            "override" => RetryAfterUse::Override,
            "clamp" => RetryAfterUse::Clamp { extra: Micros(self.needed(Field::RuleExtra, Field::Rule)) },
            "ignored" => RetryAfterUse::Ignored,
            _ => RetryAfterUse::Floor,
        };
        RetryAfterRule {
            usage,
            limit: self.optional(Field::RuleLimit).map(Micros),
            over_limit: match self.choice(Field::RuleOver) {
                "give-up" => OverLimit::GiveUp,
                "own-wait" => OverLimit::OwnWait,
                _ => OverLimit::Truncate,
            },
            ignores_zero: self.choice(Field::RuleZero) == "own-wait",
            stretch: self.factor(Field::RuleStretch, 1),
        }
    }

    /// Polly's curve is computed in doubles; a policy whose curve leaves them is refused.
    fn polly_is_finite(&mut self, policy: &Policy) {
        if policy.jitter != Jitter::Polly {
            return;
        }
        let retries = match policy.retries {
            RetryLimit::AtMost(n) => u64::from(n),
            RetryLimit::Unlimited => u64::from(Plan::ROWS_IF_UNLIMITED),
        };
        let factor = policy.backoff.multiplier.0 as f64 / 1e6;
        if libm::log10(factor.max(1.0)) * retries as f64 > LARGEST_EXPONENT {
            let problem = "is too large for Polly's curve with that many retries".to_owned();
            self.note(Field::Multiplier, Problem::Other(problem));
        }
    }
}
