//! One row of a limits table: what a field accepts, and how its text is read and written.

use super::reading::{self, Problem};
use crate::math::{Exact, group_digits};

/// What kind of number a field holds; decides the step, the bare unit and the accepted suffixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A duration; a bare number is milliseconds, `ms`, `s`, `m`, `min` and `h` are accepted; up to 3 decimals in ms.
    Duration,
    /// A duration in whole seconds; a bare number is seconds, the same suffixes are accepted.
    WholeSeconds,
    /// A dimensionless number with up to 6 decimals.
    Factor,
    /// A whole number without unit.
    Count,
}

impl Quantity {
    /// Smallest steps in one bare unit: 1000 µs in a millisecond, 1,000,000 millionths in one.
    #[must_use]
    pub const fn steps_per_unit(self) -> u64 {
        match self {
            Self::Duration => 1000,
            Self::Factor => 1_000_000,
            Self::WholeSeconds | Self::Count => 1,
        }
    }

    /// The decimals a value may have in its bare unit.
    #[must_use]
    pub const fn decimals(self) -> u32 {
        self.steps_per_unit().ilog10()
    }

    /// The unit of a bare number, empty where there is none.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Duration => "ms",
            Self::WholeSeconds => "s",
            Self::Factor | Self::Count => "",
        }
    }

    /// How one suffix scales a number into the bare unit, as numerator and denominator.
    pub(super) fn suffix(self, suffix: &str) -> Option<(u64, u64)> {
        let in_ms = match suffix {
            "" => return Some((1, 1)),
            "ms" => 1,
            "s" => 1000,
            "m" | "min" => 60_000,
            "h" => 3_600_000,
            _ => return None,
        };
        match self {
            Self::Duration => Some((in_ms, 1)),
            Self::WholeSeconds => Some((in_ms, 1000)),
            Self::Factor | Self::Count => None,
        }
    }
}

/// A row of a limits table: the single source for validation, messages, input attributes,
/// link decoding, documentation and generated test values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldSpec {
    /// The key in links and on the command line.
    pub key: &'static str,
    /// The visible label.
    pub label: &'static str,
    /// The kind of number.
    pub quantity: Quantity,
    /// Least value, in the quantity's steps.
    pub min: u64,
    /// Greatest value, in the quantity's steps.
    pub max: u64,
    /// Value when nothing is given, in steps; `None`: the field is optional and stays unset.
    pub default: Option<u64>,
    /// One sentence on what the field means.
    pub help: &'static str,
}

impl FieldSpec {
    /// Reads what a user typed into the quantity's steps.
    ///
    /// # Errors
    /// The one [`Problem`] that keeps the text from being a value of this field.
    /// Blank text is [`Problem::Missing`]; callers decide what an unset field means.
    pub fn read(&self, text: &str) -> Result<u64, Problem> {
        reading::read(self.quantity, self.min, self.max, text)
    }

    /// A value in steps as the bare number of the canonical link: a dot, no trailing zeros, no unit.
    #[must_use]
    pub fn write(&self, steps: u64) -> String {
        Exact::from_steps(steps, self.quantity.decimals()).to_string()
    }

    /// The allowed range in words: "1 to 600,000 ms, up to 3 decimals".
    #[must_use]
    pub fn allowed(&self) -> String {
        let bound = |steps| group_digits(&self.write(steps));
        let unit = match self.quantity.unit() {
            "" => String::new(),
            unit => format!(" {unit}"),
        };
        let decimals = match self.quantity {
            Quantity::Duration | Quantity::Factor => {
                format!(", up to {} decimals", self.quantity.decimals())
            }
            Quantity::WholeSeconds => ", whole seconds only".to_owned(),
            Quantity::Count => ", a whole number".to_owned(),
        };
        let unset = if self.default.is_none() { ", or empty for unset" } else { "" };
        format!("{} to {}{unit}{decimals}{unset}", bound(self.min), bound(self.max))
    }
}
