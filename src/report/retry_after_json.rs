//! The reading of a Retry-After header as JSON, version 1. Fields may be added, none may change.

use serde::Serialize;
use serde_json::value::RawValue;

use super::number::all_digits;
use crate::policy::retry_after::{DateForm, Reading, Verdict};

#[derive(Serialize)]
struct ReadingReport<'a> {
    strict: VerdictReport<'a>,
    lenient: VerdictReport<'a>,
    form: &'static str,
    floor_ms: Option<Box<RawValue>>,
    hints: Vec<HintReport>,
    value: &'a str,
    date_form: Option<&'static str>,
    reference: Option<ReferenceReport>,
    version: u32,
}

#[derive(Serialize)]
struct VerdictReport<'a> {
    valid: bool,
    floor_ms: Option<Box<RawValue>>,
    reason: &'a str,
}

#[derive(Serialize)]
struct HintReport {
    code: &'static str,
    text: String,
}

#[derive(Serialize)]
struct ReferenceReport {
    time: String,
    origin: &'static str,
}

/// The reading as one line of JSON, with every digit of its waits.
#[must_use]
pub fn retry_after_json(reading: &Reading) -> String {
    let report = ReadingReport {
        strict: verdict(&reading.strict),
        lenient: verdict(&reading.lenient),
        form: reading.form.key(),
        floor_ms: reading.floor_ms().map(all_digits),
        hints: reading.hints.iter().map(|hint| HintReport { code: hint.code(), text: hint.text() }).collect(),
        value: &reading.value,
        date_form: reading.date_form.map(DateForm::key),
        reference: reading.reference.map(|reference| ReferenceReport {
            time: reference.at.to_string(),
            origin: reference.origin.key(),
        }),
        version: 1,
    };
    serde_json::to_string(&report)
        .unwrap_or_else(|error| unreachable!("numbers and strings always serialise: {error}"))
}

fn verdict(Verdict { valid, floor_ms, reason }: &Verdict) -> VerdictReport<'_> {
    VerdictReport { valid: *valid, floor_ms: floor_ms.as_ref().map(all_digits), reason }
}
