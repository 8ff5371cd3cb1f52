//! Values that are numbers of seconds, or nearly.

use super::form::Form;
use crate::math::Exact;

/// A value that is a number.
pub(super) struct Number {
    pub form: Form,
    /// The number without its sign, in seconds.
    pub size: Exact,
    pub is_negative: bool,
}

/// The number a value is; `None` for any other text, also one that only begins with a number.
pub(super) fn read(value: &str) -> Option<Number> {
    let (sign, digits) = match value.chars().next()? {
        sign @ ('+' | '-' | '\u{2212}') => (Some(sign), &value[sign.len_utf8()..]),
        _ => (None, value),
    };
    let size = Exact::parse_plain(digits)?;
    let form = match sign {
        Some(_) => Form::SignedSeconds,
        None if digits.contains('.') => Form::DecimalSeconds,
        None => Form::DeltaSeconds,
    };
    Some(Number { form, size, is_negative: sign.is_some_and(|sign| sign != '+') })
}

/// The digits a value begins with, and what follows them, where a prefix parser would stop without complaint.
pub(super) fn prefix(value: &str) -> Option<(&str, &str)> {
    let end = value.find(|c: char| !c.is_ascii_digit()).filter(|end| *end > 0)?;
    Some(value.split_at(end))
}

/// Milliseconds as whole seconds, rounded up; `None` beyond 64 bits.
pub(super) fn rounded_up(ms: &Exact) -> Option<u64> {
    let (whole, rest) = ms.div_rem(1000)?;
    if rest.is_zero() { Some(whole) } else { whole.checked_add(1) }
}
