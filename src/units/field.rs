//! One row of a limits table: what a field accepts, and how its text is read and written.

use super::reading::{self, Problem};
use crate::math::{Exact, group_digits, human_ms};

/// What kind of number a field holds; decides the step, the bare unit and the accepted suffixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A duration; a bare number is milliseconds, `ms`, `s`, `m`, `min` and `h` are accepted; up to 3 decimals in ms.
    Duration,
    /// A duration in whole seconds; a bare number is seconds, the same suffixes are accepted.
    WholeSeconds,
    /// A duration in whole milliseconds; a bare number is milliseconds, the same suffixes are accepted.
    WholeMs,
    /// A duration in whole seconds of which a bare number is milliseconds ("20000" or "20s").
    MsWholeSeconds,
    /// An abstract time in ticks, with up to 6 decimals and no suffix.
    Ticks,
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
            Self::Factor | Self::Ticks => 1_000_000,
            Self::WholeSeconds | Self::WholeMs | Self::MsWholeSeconds | Self::Count => 1,
        }
    }

    /// Bare units in one smallest step, where a step is larger than the unit: 1000 ms in a second.
    const fn units_per_step(self) -> u64 {
        match self {
            Self::MsWholeSeconds => 1000,
            _ => 1,
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
            Self::Duration | Self::WholeMs | Self::MsWholeSeconds => "ms",
            Self::Ticks => "ticks",
            Self::WholeSeconds => "s",
            Self::Factor | Self::Count => "",
        }
    }

    /// How one suffix scales a number into the bare unit, as numerator and denominator.
    pub(super) fn suffix(self, suffix: &str) -> Option<(u64, u64)> {
        let in_ms = match suffix {
            "" => return Some((1, self.units_per_step())),
            "ms" => 1,
            "s" => 1000,
            "m" | "min" => 60_000,
            "h" => 3_600_000,
            _ => return None,
        };
        match self {
            Self::Duration | Self::WholeMs => Some((in_ms, 1)),
            Self::WholeSeconds | Self::MsWholeSeconds => Some((in_ms, 1000)),
            Self::Factor | Self::Ticks | Self::Count => None,
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

    /// How a duration was understood ("1 min 30 s"), where that says more than the typed text; else empty.
    #[must_use]
    pub fn reading(&self, text: &str) -> String {
        let unit_ms = match self.quantity {
            Quantity::Duration | Quantity::WholeMs | Quantity::MsWholeSeconds => 1,
            Quantity::WholeSeconds => 1000,
            Quantity::Ticks | Quantity::Factor | Quantity::Count => return String::new(),
        };
        let typed = text.trim();
        let said = match self.read(text) {
            Ok(steps) => {
                let bare =
                    Exact::from_steps(steps, self.quantity.decimals()).times(self.quantity.units_per_step());
                human_ms(&bare.times(unit_ms))
            }
            Err(_) => return String::new(),
        };
        if said == typed || said == format!("{typed} ms") { String::new() } else { said }
    }

    /// A value in steps as the bare number of the canonical link: a dot, no trailing zeros, no unit.
    #[must_use]
    pub fn write(&self, steps: u64) -> String {
        Exact::from_steps(steps, self.quantity.decimals()).times(self.quantity.units_per_step()).to_string()
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
            Quantity::Duration | Quantity::Factor | Quantity::Ticks => {
                format!(", up to {} decimals", self.quantity.decimals())
            }
            Quantity::WholeSeconds | Quantity::MsWholeSeconds => ", whole seconds only".to_owned(),
            Quantity::WholeMs => ", whole ms only".to_owned(),
            Quantity::Count => ", a whole number".to_owned(),
        };
        let unset = if self.default.is_none() { ", or empty for unset" } else { "" };
        format!("{} to {}{unit}{decimals}{unset}", bound(self.min), bound(self.max))
    }
}

/// A choice among words, as a row of a limits table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceSpec {
    /// The key in links and on the command line.
    pub key: &'static str,
    /// The visible label.
    pub label: &'static str,
    /// The words of links, each with its name for people; the first is the default.
    pub choices: &'static [(&'static str, &'static str)],
    /// One sentence on what the choice means.
    pub help: &'static str,
}

impl ChoiceSpec {
    /// The index of the choice a word names.
    ///
    /// # Errors
    /// [`Problem::UnknownChoice`] for any other word.
    pub fn read(&self, text: &str) -> Result<u64, Problem> {
        let found = self.choices.iter().position(|(word, _)| *word == text.trim());
        found.map(|index| index as u64).ok_or(Problem::UnknownChoice)
    }

    /// The word of a choice; empty for an index out of range.
    #[must_use]
    pub fn write(&self, index: u64) -> &'static str {
        usize::try_from(index).ok().and_then(|i| self.choices.get(i)).map_or("", |(word, _)| word)
    }

    /// The words in one line.
    #[must_use]
    pub fn allowed(&self) -> String {
        self.choices.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ")
    }
}
