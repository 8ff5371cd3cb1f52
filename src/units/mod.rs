//! Units: the fixed-point numbers people type, and reading them from text.
//!
//! Everything typed has a finite number of decimals, so it is kept as a whole
//! number of small steps: durations as microseconds, factors as millionths.

mod field;
mod reading;

pub use field::{ChoiceSpec, FieldSpec, Quantity};
pub use reading::{Problem, Violation, shorten};

/// A duration in whole microseconds, which is a number of milliseconds with up to 3 decimals.
///
/// Range: any `u64`; the limits tables say what a field accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Micros(pub u64);

impl Micros {
    /// Whole milliseconds as a duration. Saturates above `u64::MAX / 1000`.
    #[must_use]
    pub const fn from_ms(ms: u64) -> Self {
        Self(ms.saturating_mul(1000))
    }
}

/// A dimensionless factor in whole millionths: a number with up to 6 decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Factor(pub u64);

impl Factor {
    /// A whole number as a factor. Saturates above `u64::MAX / 1_000_000`.
    #[must_use]
    pub const fn whole(n: u64) -> Self {
        Self(n.saturating_mul(1_000_000))
    }
}

/// Whole seconds, as Retry-After's delay-seconds form carries them (RFC 9110, 10.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seconds(pub u64);
