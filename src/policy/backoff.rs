//! The baseline delay of each retry.

use crate::math::Exact;
use crate::units::{Factor, Micros};

/// Exponential backoff: baseline of retry n = min(cap, base·multiplier^(n−1)).
///
/// The cap applies to the baseline, before jitter. The first retry's baseline is the base
/// itself; some libraries start at base·multiplier instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Backoff {
    /// Baseline of retry 1.
    pub base: Micros,
    /// Growth from one retry to the next.
    pub multiplier: Factor,
    /// Upper limit of every baseline; `None`: no limit.
    pub cap: Option<Micros>,
}

impl Backoff {
    /// The base, in ms.
    #[must_use]
    pub fn base_ms(&self) -> Exact {
        Exact::from_steps(self.base.0, 3)
    }

    /// The multiplier.
    #[must_use]
    pub fn factor(&self) -> Exact {
        Exact::from_steps(self.multiplier.0, 6)
    }

    /// The cap, in ms.
    #[must_use]
    pub fn cap_ms(&self) -> Option<Exact> {
        self.cap.map(|cap| Exact::from_steps(cap.0, 3))
    }

    /// `value` or the cap, whichever is less, in ms.
    #[must_use]
    pub fn capped(&self, value: Exact) -> Exact {
        match self.cap_ms() {
            Some(cap) if cap < value => cap,
            _ => value,
        }
    }

    /// Baselines of retries 1, 2, 3 … in ms, each before and after the cap.
    pub fn baselines(&self) -> impl Iterator<Item = Baseline> + use<> {
        Growth::new(*self, self.factor())
    }

    /// base·3^n for retries n = 1, 2, 3 … in ms, before and after the cap: the latest waits of decorrelated jitter.
    pub(super) fn tripling(&self) -> impl Iterator<Item = Baseline> + use<> {
        let three = Exact::from_steps(3, 0);
        Growth::new(*self, three).skip(1)
    }
}

/// One value of a growing series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// The value after the cap, in ms.
    pub ms: Exact,
    /// Whether the cap lowered it.
    pub capped: bool,
}

/// base·factor^k for k = 0, 1, 2 …, cut at the cap. Growth stops at the first value above the
/// cap (a factor is never below 1), so the digits stay bounded however long the series runs.
struct Growth {
    backoff: Backoff,
    factor: Exact,
    uncapped_ms: Exact,
    over: bool,
}

impl Growth {
    fn new(backoff: Backoff, factor: Exact) -> Self {
        let uncapped_ms = backoff.base_ms();
        Self { backoff, factor, uncapped_ms, over: false }
    }
}

impl Iterator for Growth {
    type Item = Baseline;

    fn next(&mut self) -> Option<Baseline> {
        let value = self.uncapped_ms.clone();
        self.over = self.over || self.backoff.cap_ms().is_some_and(|cap| value > cap);
        if !self.over {
            self.uncapped_ms = value.product(&self.factor);
        }
        Some(Baseline { ms: self.backoff.capped(value), capped: self.over })
    }
}
