//! Exact numbers in JSON.

use serde_json::value::RawValue;

use crate::math::Exact;

/// `value` rounded to thousandths (ties away from zero) as a JSON number, digit for digit.
///
/// The number never passes through a double, so there is no `0.30000000000000004` and no exponent.
#[must_use]
pub fn number(value: &Exact) -> Box<RawValue> {
    all_digits(&value.rounded())
}

/// `value` as a JSON number in all its digits: for what someone sent, which is not rounded.
#[must_use]
pub fn all_digits(value: &Exact) -> Box<RawValue> {
    RawValue::from_string(value.to_string())
        .unwrap_or_else(|error| unreachable!("a plain decimal is a JSON number: {error}"))
}

/// A double as a JSON number: whole numbers without a fraction, others with the shortest digits that give the
/// same double back. Not a number (which no metric is) would be `null`.
#[must_use]
pub fn number_f64(value: f64) -> Box<RawValue> {
    let text = if value.is_finite() { value.to_string() } else { "null".to_owned() };
    RawValue::from_string(text).unwrap_or_else(|error| unreachable!("a decimal is a JSON number: {error}"))
}
