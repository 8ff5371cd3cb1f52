//! How the baseline grows from retry to retry, before any cap.

use crate::math::Exact;
use crate::units::{Factor, Micros};

/// The growth of the baseline d. n is the number of the retry, from 1; `base` and `multiplier` are
/// those of the [`super::Backoff`] that holds the rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Growth {
    /// No wait at all: d = 0.
    None,
    /// d = base.
    Constant,
    /// d = base·n.
    Linear,
    /// d = base·multiplier^(n−1+offset), the exponent not above `most_exponent`.
    Exponential {
        /// Added to the exponent: 0 starts at the base, 1 at base·multiplier, −1 at base/multiplier.
        /// −1 needs a multiplier whose reciprocal is a finite decimal (see [`Growth::has_exact_start`]).
        offset: i8,
        /// The exponent stops growing here; `None`: never.
        most_exponent: Option<u32>,
    },
    /// d = base + step·(n−1)^power.
    Polynomial {
        /// Scale of the growing part.
        step: Micros,
        /// Power of n−1, at least 1.
        power: u32,
    },
    /// d = base·F(n), with F = 1, 1, 2, 3, 5 …
    Fibonacci,
    /// base·2^(n−1) for the first `doublings` doublings, then growing by base·2^doublings each time.
    DoublingThenLinear {
        /// How often the baseline doubles.
        doublings: u32,
    },
    /// The stated baselines in order; the last one stands for all later retries.
    List(Vec<Micros>),
}

impl Growth {
    /// The growth of the plain calculator: d = base·multiplier^(n−1).
    pub const PLAIN: Self = Self::Exponential { offset: 0, most_exponent: None };

    /// Whether the first baseline is a finite decimal, so that the plan can be exact.
    #[must_use]
    pub fn has_exact_start(&self, multiplier: Factor) -> bool {
        !matches!(self, Self::Exponential { offset: ..=-1, .. }) || reciprocal(multiplier).is_some()
    }

    /// Whether base and multiplier decide the baseline: (base, multiplier).
    #[must_use]
    pub const fn uses(&self) -> (bool, bool) {
        match self {
            Self::None | Self::List(_) => (false, false),
            Self::Exponential { .. } => (true, true),
            _ => (true, false),
        }
    }
}

/// 1/multiplier, if that is a finite decimal.
fn reciprocal(multiplier: Factor) -> Option<Exact> {
    Exact::from_steps(multiplier.0, 6).reciprocal()
}

/// The baselines of retries 1, 2, 3 … in ms before any cap.
pub(super) struct Series<'a> {
    growth: &'a Growth,
    base_ms: Exact,
    factor: Exact,
    /// The value given next, and for Fibonacci the one after it.
    next_ms: Exact,
    after_ms: Exact,
    /// Retries given so far.
    given: u32,
}

impl<'a> Series<'a> {
    pub(super) fn new(growth: &'a Growth, base_ms: Exact, multiplier: Factor) -> Self {
        let factor = Exact::from_steps(multiplier.0, 6);
        let first = match growth {
            Growth::None => Exact::zero(),
            Growth::List(waits) => listed(waits, 1),
            Growth::Exponential { offset: offset @ ..=-1, .. } => {
                // Checked policies have a reciprocal; without one the base itself is the nearest start.
                let inverse = reciprocal(multiplier).unwrap_or_else(Exact::one);
                (0..offset.unsigned_abs()).fold(base_ms.clone(), |ms, _| ms.product(&inverse))
            }
            Growth::Exponential { offset, most_exponent } => {
                let exponent = u32::from(offset.unsigned_abs()).min(most_exponent.unwrap_or(u32::MAX));
                (0..exponent).fold(base_ms.clone(), |ms, _| ms.product(&factor))
            }
            _ => base_ms.clone(),
        };
        Self { growth, factor, next_ms: first, after_ms: base_ms.clone(), base_ms, given: 0 }
    }

    /// The next baseline. `step` is applied to each value before the following one is computed from it,
    /// as libraries do that round at every step.
    pub(super) fn next(&mut self, step: impl Fn(Exact) -> Exact) -> Exact {
        let now = step(self.next_ms.clone());
        self.given = self.given.saturating_add(1);
        let n = self.given;
        self.next_ms = match self.growth {
            Growth::None | Growth::Constant => now.clone(),
            Growth::Linear => self.base_ms.times(u64::from(n) + 1),
            Growth::Exponential { offset, most_exponent } => {
                // The exponent of retry n was n−1+offset.
                let exponent = i64::from(n) - 1 + i64::from(*offset);
                let grows = most_exponent.is_none_or(|most| exponent < i64::from(most));
                if grows { now.product(&self.factor) } else { now.clone() }
            }
            Growth::Polynomial { step, power } => {
                let grown = (0..*power).fold(Exact::from_steps(step.0, 3), |ms, _| ms.times(u64::from(n)));
                self.base_ms.clone() + grown
            }
            Growth::Fibonacci => {
                let sum = self.next_ms.clone() + &self.after_ms;
                std::mem::replace(&mut self.after_ms, sum)
            }
            Growth::DoublingThenLinear { doublings } => {
                if n <= *doublings {
                    self.after_ms = now.times(2);
                    self.after_ms.clone()
                } else {
                    // `after_ms` rests at base·2^doublings, the linear step.
                    now.clone() + &self.after_ms
                }
            }
            Growth::List(waits) => listed(waits, n + 1),
        };
        now
    }
}

/// The n-th of the stated baselines, the last one for every later n; 0 for an empty list.
fn listed(waits: &[Micros], n: u32) -> Exact {
    let index = (n as usize).min(waits.len());
    Exact::from_steps(index.checked_sub(1).map_or(0, |i| waits[i].0), 3)
}
