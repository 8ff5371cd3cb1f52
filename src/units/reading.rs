//! Reading typed text exactly: no floating point, no clamping, one clear problem when it fails.

use std::fmt;

use super::field::Quantity;
use crate::math::Exact;

/// Longest text that is read as a number; far above any valid one.
const MAX_TEXT_LEN: usize = 64;
/// How much of a bad value an error message repeats.
const SHOWN_LEN: usize = 48;

/// Why a text is not a value of its field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// Nothing was given where a value is needed.
    Missing,
    /// Not a plain decimal number with an optional unit.
    NotANumber,
    /// A number followed by something that is no unit of this field.
    UnknownUnit(String),
    /// Less than the least allowed value.
    TooSmall,
    /// More than the greatest allowed value.
    TooLarge,
    /// More decimals than the field keeps.
    TooManyDecimals,
    /// A fraction where a whole number is needed.
    NotWhole,
    /// A duration that is no whole number of seconds, in a field whose bare numbers are milliseconds.
    NotWholeSeconds,
    /// Longer than any number needs.
    TooLong,
    /// A word that is none of the choices.
    UnknownChoice,
    /// The key stands in the link more than once.
    Repeated(usize),
    /// A rule of its own, said in full.
    Other(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("a value is needed"),
            Self::NotANumber => f.write_str("is not a plain number"),
            Self::UnknownUnit(unit) => write!(f, "has no known unit (\"{}\")", shorten(unit)),
            Self::TooSmall => f.write_str("is too small"),
            Self::TooLarge => f.write_str("is too large"),
            Self::TooManyDecimals => f.write_str("has too many decimals"),
            Self::NotWhole => f.write_str("is not a whole number"),
            Self::NotWholeSeconds => f.write_str("is not a whole number of seconds"),
            Self::TooLong => write!(f, "is too long: no number needs more than {MAX_TEXT_LEN} characters"),
            Self::UnknownChoice => f.write_str("is not one of the choices"),
            Self::Repeated(times) => write!(f, "is given {times} times"),
            Self::Other(text) => f.write_str(text),
        }
    }
}

/// One thing wrong with an input: which field, what was typed, why, and what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The key of the field in links and on the command line.
    pub key: String,
    /// What was typed, untouched.
    pub raw: String,
    /// Why it is no value.
    pub problem: Problem,
    /// The allowed range or choices, in words.
    pub allowed: String,
}

impl Violation {
    /// The message shown at the field, which already says which field it is and what was typed.
    #[must_use]
    pub fn at_field(&self) -> String {
        // "is too small" after a value; "Too small" beside the field that shows it.
        let problem = self.problem.to_string();
        let bare = problem.strip_prefix("is ").or_else(|| problem.strip_prefix("has ")).unwrap_or(&problem);
        let (first, rest) = bare.split_at(bare.chars().next().map_or(0, char::len_utf8));
        let values = match self.problem {
            Problem::Repeated(_) => format!(" (\u{201c}{}\u{201d})", shorten(&self.raw)),
            _ => String::new(),
        };
        format!("{}{rest}{values}. Allowed: {}.", first.to_uppercase(), self.allowed)
    }
}

impl fmt::Display for Violation {
    /// One line naming key, value, reason and allowed range.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let raw = shorten(&self.raw);
        write!(f, "{}: \"{raw}\" {}; allowed: {}", shorten(&self.key), self.problem, self.allowed)
    }
}

/// Text fit for a one-line message: control characters shown escaped, long text cut with "…".
#[must_use]
pub fn shorten(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN_LEN).flat_map(show_char).collect();
    if text.chars().nth(SHOWN_LEN).is_some() {
        shown.push('…');
    }
    shown
}

/// A control or direction-changing character would garble a terminal or page; it is escaped.
fn show_char(c: char) -> Vec<char> {
    let reorders = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if c.is_control() || reorders { c.escape_unicode().collect() } else { vec![c] }
}

/// Reads `text` as a number of `quantity`'s steps within `min..=max`.
pub(super) fn read(quantity: Quantity, min: u64, max: u64, text: &str) -> Result<u64, Problem> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Problem::Missing);
    }
    if text.len() > MAX_TEXT_LEN {
        return Err(Problem::TooLong);
    }
    let (negative, unsigned) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let digits = unsigned.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(unsigned.len());
    let (number, suffix) = unsigned.split_at(digits);
    let number = Exact::parse_plain(number).ok_or(Problem::NotANumber)?;
    let suffix = suffix.trim();
    let (times, per) = quantity.suffix(suffix).ok_or_else(|| unit_problem(quantity, suffix))?;
    if negative && !number.is_zero() {
        return Err(Problem::TooSmall);
    }
    // In units of step/per, so that nothing is rounded: value·steps_per_unit·times against bound·per.
    let scaled = number.times(quantity.steps_per_unit()).times(times);
    let bound = |steps: u64| Exact::from_steps(steps, 0).times(per);
    if scaled < bound(min) {
        return Err(Problem::TooSmall);
    }
    if scaled > bound(max) {
        return Err(Problem::TooLarge);
    }
    scaled.whole_multiple_of(per).ok_or(match quantity {
        Quantity::Duration | Quantity::Factor | Quantity::Ticks => Problem::TooManyDecimals,
        Quantity::MsWholeSeconds => Problem::NotWholeSeconds,
        Quantity::WholeSeconds | Quantity::WholeMs | Quantity::Count => Problem::NotWhole,
    })
}

/// "500 x" has an unknown unit; "1,5" or "1e3" is simply no plain number.
fn unit_problem(quantity: Quantity, suffix: &str) -> Problem {
    let is_word = suffix.chars().all(char::is_alphabetic) || suffix == "µs";
    let takes_units = !matches!(quantity, Quantity::Factor | Quantity::Ticks | Quantity::Count);
    if is_word && takes_units { Problem::UnknownUnit(suffix.to_owned()) } else { Problem::NotANumber }
}
