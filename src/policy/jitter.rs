//! Jitter: how a baseline becomes a range of waits.

use crate::units::{Factor, Micros};

/// The families. d is the baseline of the retry; U is uniform.
///
/// None, full, equal and decorrelated are the plain calculator's and follow the AWS Architecture Blog,
/// "Exponential Backoff And Jitter" (2015). The others are what libraries do beyond them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Jitter {
    /// Every wait is the baseline d: [d, d].
    None,
    /// Anywhere from zero to the baseline: [0, d].
    Full,
    /// At least half of the baseline: [d/2, d].
    Equal,
    /// Each wait is min(cap, U(base, 3·previous wait)), the first previous wait being the base:
    /// [min(base, cap), min(cap, base·3^n)]. Growth and multiplier play no part.
    Decorrelated,
    /// d·U(lo, hi).
    Scale {
        /// Least factor.
        lo: Factor,
        /// Greatest factor, not below `lo`.
        hi: Factor,
    },
    /// d + U(−down, up), never below 0.
    Shift {
        /// How much is taken away at most.
        down: Micros,
        /// How much is added at most.
        up: Micros,
        /// Whether retry n shifts by n times as much.
        grows: bool,
    },
    /// U(lo, d), or exactly `lo` where d is not above it.
    Window {
        /// The lower end of every draw.
        lo: Micros,
    },
    /// d + up·U(0, 1)^power: denser near d the larger the power.
    Power {
        /// How much is added at most.
        up: Micros,
        /// The power of the draw, at least 1.
        power: u32,
    },
    /// Each wait is drawn from the one before.
    Feedback(Feedback),
    /// Polly v8: (f(t) − f(t′))·base/1.4 with t = n−1+U(0, 1), t′ that of the retry before (f = 0 before the first),
    /// f(t) = multiplier^t·tanh(√(4t)). Source: Polly, `RetryHelper.DecorrelatedJitterBackoffV2`.
    Polly,
}

/// A wait that depends on the one before: U(lo·p, hi·p) with p = pre·previous wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Feedback {
    /// The first wait is base·U(first.0, first.1).
    pub first: (Factor, Factor),
    /// The previous wait is multiplied by this before a cap on the baseline and the draw.
    pub pre: Factor,
    /// Least factor of the draw; of the base where `from_base`.
    pub lo: Factor,
    /// Greatest factor of the draw.
    pub hi: Factor,
    /// Whether the lower end is lo·base instead of lo·p.
    pub from_base: bool,
    /// The drawn and rounded wait is multiplied by this (not the first).
    pub post: Factor,
}

impl Jitter {
    /// The families of the plain calculator, in the order they are offered.
    pub const PLAIN: [Self; 4] = [Self::None, Self::Full, Self::Equal, Self::Decorrelated];

    /// The word used in links and on the command line.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Full => "full",
            Self::Equal => "equal",
            Self::Decorrelated => "decorrelated",
            Self::Scale { .. } => "scale",
            Self::Shift { .. } => "shift",
            Self::Window { .. } => "window",
            Self::Power { .. } => "power",
            Self::Feedback(_) => "feedback",
            Self::Polly => "polly",
        }
    }

    /// Name and range of each family, by its word.
    pub const WORDS: [(&'static str, &'static str); 10] = [
        ("none", "None: exactly d"),
        ("full", "Full: 0 to d"),
        ("equal", "Equal: d/2 to d"),
        ("decorrelated", "Decorrelated: base to 3 × previous wait"),
        ("scale", "Scale: d times a factor"),
        ("shift", "Shift: d plus or minus a time"),
        ("window", "Window: a lower end to d"),
        ("power", "Power: d plus a time, denser near d"),
        ("feedback", "Feedback: the previous wait times a factor"),
        ("polly", "Polly: the formula of Polly v8"),
    ];

    /// Name and range, for people.
    #[must_use]
    pub fn label(self) -> &'static str {
        Self::WORDS.into_iter().find(|(key, _)| *key == self.key()).map_or("", |(_, label)| label)
    }

    /// The plain family a link word names.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::PLAIN.into_iter().find(|jitter| jitter.key() == key)
    }

    /// Whether a wait depends on the one before.
    #[must_use]
    pub const fn has_memory(self) -> bool {
        matches!(self, Self::Decorrelated | Self::Feedback(_) | Self::Polly)
    }

    /// Whether the baseline plays a part in the waits.
    #[must_use]
    pub const fn uses_baseline(self) -> bool {
        !self.has_memory()
    }

    /// This family as feedback on the wait before, where it is one.
    ///
    /// Decorrelated jitter is U(base, 3·previous wait) with the first previous wait the base.
    #[must_use]
    pub const fn feedback(self) -> Option<Feedback> {
        const ONE: Factor = Factor::whole(1);
        match self {
            Self::Decorrelated => Some(Feedback {
                first: (ONE, Factor::whole(3)),
                pre: ONE,
                lo: ONE,
                hi: Factor::whole(3),
                from_base: true,
                post: ONE,
            }),
            Self::Feedback(feedback) => Some(feedback),
            _ => None,
        }
    }
}
