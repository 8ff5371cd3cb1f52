//! Jitter: how a baseline becomes a range of waits.

use super::backoff::{Backoff, Baseline};
use super::{Binding, Range};
use crate::math::Exact;

/// The four families of the plain calculator. The names follow the AWS Architecture Blog,
/// "Exponential Backoff And Jitter" (2015); the exact ranges are stated at each one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jitter {
    /// Every wait is the baseline d: [d, d].
    None,
    /// Anywhere from zero to the baseline: [0, d].
    Full,
    /// At least half of the baseline: [d/2, d].
    Equal,
    /// Each wait is min(cap, U(base, 3·previous wait)), the first previous wait being the base:
    /// [min(base, cap), min(cap, base·3^n)]. The multiplier plays no part.
    Decorrelated,
}

impl Jitter {
    /// All families, in the order they are offered.
    pub const ALL: [Self; 4] = [Self::None, Self::Full, Self::Equal, Self::Decorrelated];

    /// The word used in links and on the command line.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Full => "full",
            Self::Equal => "equal",
            Self::Decorrelated => "decorrelated",
        }
    }

    /// Name and range, for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::None => "None: exactly d",
            Self::Full => "Full: 0 to d",
            Self::Equal => "Equal: d/2 to d",
            Self::Decorrelated => "Decorrelated: base to 3 × previous wait",
        }
    }

    /// The family a link word names.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|jitter| jitter.key() == key)
    }

    /// Wait ranges of retries 1, 2, 3 … before any floor, each with its baseline, in ms.
    pub(super) fn waits(self, backoff: &Backoff) -> impl Iterator<Item = (Baseline, Jittered)> + use<> {
        let backoff = *backoff;
        backoff.baselines().zip(backoff.tripling()).map(move |(baseline, tripled)| {
            let d = baseline.ms.clone();
            let growth = if baseline.capped { Binding::Cap } else { Binding::Growth };
            let jittered = match self {
                Self::None => Jittered::new(d.clone(), growth, d, growth),
                Self::Full => Jittered::new(Exact::zero(), Binding::Jitter, d, growth),
                Self::Equal => Jittered::new(d.half(), Binding::Jitter, d, growth),
                Self::Decorrelated => {
                    let base = backoff.base_ms();
                    let least = backoff.capped(base.clone());
                    let least_by = if least < base { Binding::Cap } else { Binding::Jitter };
                    let most_by = if tripled.capped { Binding::Cap } else { Binding::Jitter };
                    Jittered::new(least, least_by, tripled.ms, most_by)
                }
            };
            (baseline, jittered)
        })
    }
}

/// A wait range before any floor, and the rule behind each end.
pub(super) struct Jittered {
    /// Earliest and latest wait, in ms.
    pub range: Range,
    /// What decided the earliest wait.
    pub earliest_by: Binding,
    /// What decided the latest wait.
    pub latest_by: Binding,
}

impl Jittered {
    fn new(earliest: Exact, earliest_by: Binding, latest: Exact, latest_by: Binding) -> Self {
        Self { range: Range::new(earliest, latest), earliest_by, latest_by }
    }
}
