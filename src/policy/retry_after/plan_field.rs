//! The plan's Retry-After field: whole seconds, or a header pasted into it.

use super::form::Form;
use super::hint::Hint;
use super::{Reading, Times, read};
use crate::math::{Exact, human_ms};
use crate::units::{FieldSpec, Problem};

/// Seconds of a text in the field's terms, or of a header in it.
///
/// # Errors
/// The field's own [`Problem`] for a bare number; for a header or a date, why it gives no whole number of
/// seconds within the limits. Blank text is [`Problem::Missing`].
pub fn read_field(spec: &FieldSpec, text: &str) -> Result<u64, Problem> {
    let own = match spec.read(text) {
        Err(own) if own != Problem::Missing => own,
        settled => return settled,
    };
    let reading = read(text, Times::default());
    if own == Problem::NotWhole && reading.form == Form::DecimalSeconds {
        return Err(fraction(&reading));
    }
    if !is_header(&reading) {
        return Err(own);
    }
    let Some(ms) = reading.floor_ms() else {
        return Err(Problem::Other(refusal(&reading)));
    };
    match ms.whole_multiple_of(1000) {
        Some(seconds) => spec.read(&seconds.to_string()),
        // More seconds than fit 64 bits, or a fraction.
        None if *ms > Exact::from_steps(spec.max, 0).times(1000) => Err(Problem::TooLarge),
        None => Err(fraction(&reading)),
    }
}

/// How the text was understood, where that says more than the text; empty for an error.
#[must_use]
pub fn field_reading(spec: &FieldSpec, text: &str) -> String {
    let own = spec.reading(text);
    if !own.is_empty() || spec.read(text).is_ok() {
        return own;
    }
    match read_field(spec, text) {
        Ok(seconds) => {
            let form = read(text, Times::default()).form.key();
            format!("{} · {form}", human_ms(&Exact::from_steps(seconds, 0).times(1000)))
        }
        Err(_) => String::new(),
    }
}

/// Whether a text is a header, or a date as only headers have it, rather than a mistyped number.
fn is_header(reading: &Reading) -> bool {
    reading.has_names || reading.form.is_date()
}

fn fraction(reading: &Reading) -> Problem {
    let next = reading.whole_seconds().map(|n| format!(" (next: {n})")).unwrap_or_default();
    Problem::Other(format!("is not whole{next}"))
}

/// Why a header gives no wait.
fn refusal(reading: &Reading) -> String {
    if reading.hints.contains(&Hint::NoReference) {
        return "is a date without its reference: paste the response's Date line too".to_owned();
    }
    match reading.form {
        Form::Empty => "holds no Retry-After value".to_owned(),
        Form::SignedSeconds => "is a Retry-After below zero".to_owned(),
        _ => "is a Retry-After that is neither seconds nor a date".to_owned(),
    }
}
