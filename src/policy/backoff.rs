//! The baseline delay of each retry.

use super::cap::{AtCap, Cap};
use super::growth::{Growth, Series};
use super::rounding::Rounding;
use crate::math::Exact;
use crate::units::{Factor, Micros};

/// The rule for the baseline delay d of retry n, from 1.
///
/// The plain calculator's is exponential: d = min(cap, base·multiplier^(n−1)).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Backoff {
    /// Baseline of retry 1 in most growths; see [`Growth`].
    pub base: Micros,
    /// Growth from one retry to the next, where the growth uses it.
    pub multiplier: Factor,
    /// How the baseline grows.
    pub growth: Growth,
    /// Upper limit.
    pub cap: Cap,
}

impl Backoff {
    /// The plain calculator's backoff: exponential from the base, the cap on the baseline.
    #[must_use]
    pub const fn exponential(base: Micros, multiplier: Factor, cap: Option<Micros>) -> Self {
        Self { base, multiplier, growth: Growth::PLAIN, cap: Cap::plain(cap) }
    }

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
        self.cap.ms()
    }

    /// Baselines of retries 1, 2, 3 … in ms. They end where a cap ends the retries.
    pub(super) fn baselines<'a>(&'a self, rounding: Option<&'a Rounding>) -> Baselines<'a> {
        let series = Series::new(&self.growth, self.base_ms(), self.multiplier);
        Baselines { backoff: self, rounding, series, retry: 0, resting: None }
    }
}

/// One baseline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Baseline {
    /// The value after a cap that acts on it, in ms.
    pub ms: Exact,
    /// Whether the cap lowered it.
    pub capped: bool,
}

pub(super) struct Baselines<'a> {
    backoff: &'a Backoff,
    rounding: Option<&'a Rounding>,
    series: Series<'a>,
    retry: u32,
    /// The capped value, once growth has passed the cap for good: later values need no computing,
    /// so the digits stay bounded however long the series runs.
    resting: Option<Exact>,
}

impl Iterator for Baselines<'_> {
    type Item = Baseline;

    fn next(&mut self) -> Option<Baseline> {
        self.retry = self.retry.saturating_add(1);
        if let Some(cap) = &self.resting {
            return Some(Baseline { ms: cap.clone(), capped: true });
        }
        let rounding = self.rounding;
        let value = self.series.next(|ms| rounding.map_or(ms.clone(), |r| r.step(ms)));
        let cap = &self.backoff.cap;
        if cap.at_cap == AtCap::End && cap.ms().is_some_and(|limit| value > limit) {
            return None;
        }
        let Some(limit) = cap.on_baseline(self.retry).filter(|limit| value > *limit) else {
            return Some(Baseline { ms: value, capped: false });
        };
        // A list can fall again; every other growth never does.
        if !matches!(self.backoff.growth, Growth::List(_)) {
            self.resting = Some(limit.clone());
        }
        Some(Baseline { ms: limit, capped: true })
    }
}
