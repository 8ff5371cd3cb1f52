//! The verdicts on one value.

use super::form::{DateForm, Form};
use super::hint::Hint;
use super::http_date::HttpDate;
use super::instant::Instant;
use super::reference::{Origin, Reference};
use super::seconds::{self, Number};
use super::{Reading, Verdict, loose_date};
use crate::math::Exact;

/// Longest value that is read, in bytes: what servers and clients allow a whole header section is not much more.
const MAX_LEN: usize = 8192;
/// Unix times that are worth a hint, in seconds: from September 2001 to the end of 2099.
const UNIX_TIMES: std::ops::Range<u64> = 1_000_000_000..4_102_444_800;
/// Seconds up to which a number is not suspected to be milliseconds.
const PLAIN_SECONDS: u64 = 300;
/// Differences of two clocks up to which `Date`'s whole seconds and the way of the response explain them.
const SKEW_ALLOWED_MS: u64 = 5000;
/// A day in milliseconds.
const DAY_MS: u64 = 86_400_000;
/// The greatest delay of JavaScript's timers in milliseconds: 2³¹ − 1.
const TIMER_MAX_MS: u64 = 2_147_483_647;

/// Reads a value that stands alone. `local` is the client's clock, which may be the reference itself.
pub(super) fn read(value: &str, reference: Option<Reference>, local: Option<Instant>) -> Reading {
    let value = value.trim();
    let mut reading = if value.len() > MAX_LEN {
        refused(Form::Unknown, "The value is longer than any header.", vec![Hint::NotUnderstood])
    } else if value.is_empty() {
        refused(Form::Empty, "There is no value.", Vec::new())
    } else if let Some(number) = seconds::read(value) {
        of_number(&number, reference)
    } else {
        of_date(value, reference, local).unwrap_or_else(|| not_understood(value))
    };
    if let Some(ms) = reading.floor_ms().cloned() {
        if ms > ms_of(DAY_MS) {
            reading.hints.push(Hint::LongerThanADay { wait_ms: ms.clone() });
        }
        if ms > ms_of(TIMER_MAX_MS) {
            reading.hints.push(Hint::BeyondTimer);
        }
    }
    Reading { value: value.to_owned(), reference, ..reading }
}

fn ms_of(ms: u64) -> Exact {
    Exact::from_steps(ms, 0)
}

fn accepted(floor_ms: Option<Exact>, reason: impl Into<String>) -> Verdict {
    Verdict { valid: true, floor_ms, reason: reason.into() }
}

fn invalid(reason: impl Into<String>) -> Verdict {
    Verdict { valid: false, floor_ms: None, reason: reason.into() }
}

fn reading(form: Form, strict: Verdict, lenient: Verdict, hints: Vec<Hint>) -> Reading {
    let value = String::new();
    Reading { strict, lenient, form, date_form: None, hints, value, has_names: false, reference: None }
}

/// A value that nobody understands.
fn refused(form: Form, reason: &str, hints: Vec<Hint>) -> Reading {
    reading(form, invalid(reason), invalid(reason), hints)
}

fn not_understood(value: &str) -> Reading {
    let hint = match seconds::prefix(value) {
        // "06 Nov 1994" begins with digits too, but with more digits behind: hardly a number of seconds.
        Some((number, rest)) if !rest.contains(|c: char| c.is_ascii_digit()) => {
            Hint::TrailingText { number: number.to_owned(), rest: rest.to_owned() }
        }
        _ => Hint::NotUnderstood,
    };
    let reason =
        "Neither digits only (delay-seconds) nor an HTTP-date (RFC 9110, 10.2.3), nor clear in meaning.";
    refused(Form::Unknown, reason, vec![hint])
}

fn of_number(number: &Number, reference: Option<Reference>) -> Reading {
    let ms = number.size.times(1000);
    let strict = match number.form {
        Form::DeltaSeconds => accepted(Some(ms.clone()), "Digits only: delay-seconds (RFC 9110, 10.2.3)."),
        Form::DecimalSeconds => invalid("delay-seconds is digits only, without a point (RFC 9110, 10.2.3)."),
        _ => invalid("delay-seconds is digits only, without a sign (RFC 9110, 10.2.3)."),
    };
    if number.is_negative {
        let lenient = invalid("A negative number of seconds cannot be waited.");
        return reading(number.form, strict, lenient, vec![Hint::Negative]);
    }
    let mut hints = Vec::new();
    if number.form == Form::SignedSeconds {
        hints.push(Hint::PlusSign);
    }
    if ms.is_zero() {
        hints.push(Hint::Zero);
    }
    hints.extend(fraction_hint(&ms));
    hints.extend(number.size.whole_multiple_of(1).and_then(|whole| unit_hint(whole, reference)));
    reading(number.form, strict, accepted(Some(ms), "A number of seconds."), hints)
}

/// Whether a number may mean something else than seconds.
fn unit_hint(whole: u64, reference: Option<Reference>) -> Option<Hint> {
    let unix = |seconds: u64, millis: u64, in_ms| {
        let at = Instant::from_unix(seconds, millis)?;
        let wait_ms = reference.map(|reference| at.ms_since(reference.at));
        Some(Hint::LooksLikeUnixTime { at, in_ms, wait_ms })
    };
    if UNIX_TIMES.contains(&whole) {
        return unix(whole, 0, false);
    }
    if UNIX_TIMES.contains(&(whole / 1000)) {
        return unix(whole / 1000, whole % 1000, true);
    }
    // Whoever means seconds says whole minutes above a few of them; whoever means milliseconds says
    // thousands, or whatever a computation left.
    let odd = !whole.is_multiple_of(60) || whole.is_multiple_of(1000);
    (whole > PLAIN_SECONDS && odd)
        .then(|| Hint::LooksLikeMilliseconds { as_seconds_ms: ms_of(whole).times(1000), as_ms: ms_of(whole) })
}

/// A remark on a wait that is no whole number of seconds.
fn fraction_hint(ms: &Exact) -> Option<Hint> {
    let is_whole = !ms.thousandth().to_string().contains('.');
    (!is_whole).then(|| Hint::Fraction { whole_seconds: seconds::rounded_up(ms) })
}

fn of_date(value: &str, reference: Option<Reference>, local: Option<Instant>) -> Option<Reading> {
    let from = reference.map(|reference| reference.at);
    if let Some(date) = HttpDate::parse(value) {
        let form = date.form;
        if !date.exists() {
            let refused = refused(Form::HttpDate, "There is no such day or time.", vec![Hint::NotUnderstood]);
            return Some(Reading { date_form: Some(form), ..refused });
        }
        let meant = date.meaning(from);
        let mut hints = Vec::new();
        if form != DateForm::ImfFixdate {
            hints.push(Hint::ObsoleteForm(form));
        }
        if form == DateForm::Rfc850 {
            hints.push(Hint::TwoDigitYear { year: meant.as_ref().map(|meant| meant.year) });
        }
        if let Some(meant) = meant.as_ref().filter(|meant| !meant.weekday.starts_with(date.weekday)) {
            hints.push(Hint::WrongWeekday { written: date.weekday.to_owned(), actual: meant.weekday });
        }
        let wait = wait(meant.map(|meant| meant.at), reference, local, &mut hints);
        let strict = accepted(wait.clone(), date_reason(&format!("An HTTP-date ({})", form.key()), &wait));
        return Some(Reading {
            date_form: Some(form),
            ..reading(Form::HttpDate, strict.clone(), strict, hints)
        });
    }
    let (form, at) = loose_date::read(value, from)?;
    let mut hints = vec![Hint::NotTheStandardsForm];
    let wait = wait(at, reference, local, &mut hints);
    let lenient = accepted(wait.clone(), date_reason("A date that is clear in meaning", &wait));
    let strict = invalid("None of the three forms of HTTP-date to the letter (RFC 9110, 5.6.7).");
    Some(reading(form, strict, lenient, hints))
}

/// How long until `at`, never below 0; `None` without a reference.
fn wait(
    at: Option<Instant>,
    reference: Option<Reference>,
    local: Option<Instant>,
    hints: &mut Vec<Hint>,
) -> Option<Exact> {
    let Some((at, reference)) = at.zip(reference) else {
        hints.push(Hint::NoReference);
        return None;
    };
    let ms = at.ms_since(reference.at);
    if ms.is_negative() || ms.is_zero() {
        hints.push(Hint::InThePast { by_ms: reference.at.ms_since(at) });
    } else {
        hints.extend(fraction_hint(&ms));
    }
    if reference.origin == Origin::LocalTime {
        hints.push(Hint::LocalReference);
    }
    if let Some(local) = local {
        let ahead_ms = local.ms_since(reference.at);
        let size = ahead_ms.clone().max(reference.at.ms_since(local));
        if size > ms_of(SKEW_ALLOWED_MS) {
            hints.push(Hint::ClockSkew { ahead_ms, by_local_ms: at.ms_since(local) });
        }
    }
    Some(ms.max(Exact::zero()))
}

fn date_reason(what: &str, wait: &Option<Exact>) -> String {
    match wait {
        None => format!("{what}, but with nothing to measure it from."),
        Some(ms) if ms.is_zero() => format!("{what}, not after the reference."),
        Some(_) => format!("{what}, after the reference."),
    }
}
