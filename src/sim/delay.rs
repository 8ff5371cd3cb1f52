//! The rules by which a client waits before a retry.

use serde::{Deserialize, Serialize};

use super::limits::MAX_WAIT_TICKS;
use super::planned::Planned;

/// How the baseline d of retry n grows:
/// `d = min(cap, base·multiplier^(n − 1 + exponent_offset))`, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Growth {
    /// First baseline in ticks (fractions allowed), above 0.
    pub base: f64,
    /// Growth per retry, at least 1. With more than a few decimals the powers
    /// carry the rounding of double precision.
    pub multiplier: f64,
    /// Upper limit of the baseline in ticks; may be below `base`.
    pub cap: f64,
    /// 0: the first retry's baseline is `base`. 1: it is `base·multiplier`,
    /// as in the tick study.
    pub exponent_offset: u32,
}

impl Growth {
    /// Doubling from `base` to `cap`, the first retry's baseline being `base`.
    #[must_use]
    pub fn doubling(base: f64, cap: f64) -> Self {
        Self { base, multiplier: 2.0, cap, exponent_offset: 0 }
    }

    /// The baseline of retry `n` ≥ 1 in ticks.
    #[must_use]
    pub fn baseline(&self, n: u32) -> f64 {
        let exponent = n - 1 + self.exponent_offset;
        self.cap.min(self.base * power(self.multiplier, exponent))
    }
}

/// `base^exponent` by repeated squaring: only IEEE multiplications, so the
/// same bits on every target, and exact for base 2 until it overflows to
/// infinity (which a cap then bounds).
fn power(base: f64, mut exponent: u32) -> f64 {
    let (mut square, mut result) = (base, 1.0);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= square;
        }
        square *= square;
        exponent >>= 1;
    }
    result
}

/// What full jitter draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draw {
    /// A whole number of ticks, `floor(u·(d + 1))`: 0 and ⌊d⌋ both included.
    Whole,
    /// A real number, `u·d`, then rounded.
    Real,
}

/// How a real wait becomes whole ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// Down.
    Floor,
    /// To the nearest tick, halves to the even one.
    HalfEven,
}

/// 2⁵²: adding and subtracting it rounds a smaller non-negative double to a
/// whole number, halves to even, under IEEE's default rounding.
const TWO_52: f64 = 4_503_599_627_370_496.0;

impl Rounding {
    /// `wait` in whole ticks. `wait` lies in 0..2⁵².
    #[inline(always)]
    pub(super) fn ticks(self, wait: f64) -> u64 {
        match self {
            Self::Floor => wait as i64 as u64,
            Self::HalfEven => ((wait + TWO_52) - TWO_52) as i64 as u64,
        }
    }
}

/// The policy kinds. Waits and parameters are in ticks; u is a unit draw, d
/// the baseline of [`Growth`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Backoff {
    /// As soon as possible: after the least wait.
    Immediate,
    /// Always `wait`.
    Fixed {
        /// The wait in ticks, at least 0.
        wait: f64,
    },
    /// d, without jitter.
    Exponential(Growth),
    /// Full jitter: U(0, d).
    Full {
        /// The baseline.
        growth: Growth,
        /// Whole or real.
        draw: Draw,
    },
    /// Equal jitter: d/2 + U(0, d/2).
    Equal(Growth),
    /// Decorrelated jitter: min(cap, base + u·(3·previous − base)), previous
    /// being the last value of this formula (before rounding and floor), at
    /// first `base`.
    Decorrelated {
        /// Lower end of each draw in ticks, above 0.
        base: f64,
        /// Upper limit of each wait in ticks, above 0; may be below `base`.
        cap: f64,
    },
    /// Any other policy, by table.
    Planned(Box<Planned>),
}

/// A complete wait rule: `max(1, floor_ticks, rounding(backoff))`.
///
/// The least wait is 1 tick, so that time always advances.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DelayRule {
    /// The kind and its parameters.
    pub backoff: Backoff,
    /// From real to whole ticks.
    pub rounding: Rounding,
    /// Lower limit of each wait in ticks, as a server's Retry-After sets it;
    /// 0 for none.
    pub floor_ticks: u32,
}

impl DelayRule {
    /// The rule of an own scenario: nearest tick, halves to even, no floor.
    #[must_use]
    pub fn nearest(backoff: Backoff) -> Self {
        Self { backoff, rounding: Rounding::HalfEven, floor_ticks: 0 }
    }

    /// The least wait in ticks: 1 or the floor.
    #[must_use]
    pub fn least_ticks(&self) -> u64 {
        u64::from(self.floor_ticks).max(1)
    }

    /// The mean wait before the first retry in whole ticks, rounded down, at
    /// least the least wait. Later waits are not shorter in the mean.
    #[must_use]
    pub fn shortest_mean_ticks(&self) -> u64 {
        let wait = match &self.backoff {
            Backoff::Immediate => 0.0,
            Backoff::Fixed { wait } => *wait,
            Backoff::Exponential(growth) => growth.baseline(1),
            Backoff::Full { growth, .. } => growth.baseline(1) / 2.0,
            Backoff::Equal(growth) => growth.baseline(1) * 0.75,
            Backoff::Decorrelated { base, cap } => base.min(*cap),
            Backoff::Planned(planned) => planned.least,
        };
        (wait as u64).max(self.least_ticks())
    }

    /// An upper bound of every wait in ticks.
    #[must_use]
    pub fn greatest_ticks(&self) -> u64 {
        let wait = match &self.backoff {
            Backoff::Immediate => 0.0,
            Backoff::Fixed { wait } => *wait,
            Backoff::Exponential(growth) | Backoff::Full { growth, .. } | Backoff::Equal(growth) => {
                growth.cap
            }
            Backoff::Decorrelated { cap, .. } => *cap,
            Backoff::Planned(_) => f64::from(MAX_WAIT_TICKS),
        };
        (wait as u64).saturating_add(1).max(self.least_ticks())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_exact_and_then_infinite() {
        for k in 0..1024 {
            assert_eq!(power(2.0, k), libm::scalbn(1.0, k as i32));
        }
        assert_eq!(power(2.0, 1024), f64::INFINITY);
        assert_eq!(power(1.5, 3), 3.375);
        assert_eq!(power(1.0, u32::MAX), 1.0);
    }

    #[test]
    fn halves_go_to_the_even_tick() {
        for (wait, ticks) in [(0.0, 0), (0.5, 0), (0.500_000_1, 1), (1.5, 2), (2.5, 2), (2.6, 3)] {
            assert_eq!(Rounding::HalfEven.ticks(wait), ticks, "{wait}");
        }
        assert_eq!(Rounding::Floor.ticks(2.999), 2);
    }

    #[test]
    fn baselines_of_the_two_offsets() {
        let mut growth = Growth::doubling(250.0, 4000.0);
        let first: Vec<f64> = (1..=6).map(|n| growth.baseline(n)).collect();
        assert_eq!(first, [250.0, 500.0, 1000.0, 2000.0, 4000.0, 4000.0]);
        growth.exponent_offset = 1;
        assert_eq!(growth.baseline(1), 500.0);
    }
}
