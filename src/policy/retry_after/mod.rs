//! Reading a Retry-After header as servers really send it: the standard's verdict, a tolerant client's, and why.
//!
//! RFC 9110, 10.2.3: `Retry-After = HTTP-date / delay-seconds`, `delay-seconds = 1*DIGIT`. HTTP-date is one of
//! three forms (5.6.7), all of which a recipient must accept. A date says when, not how long: the wait is its
//! distance from a reference, the response's `Date` before any local clock. Nothing here reads a clock.
//!
//! The calendar (which days exist, weekdays, distances) is that of the `time` crate: maintained, MIT or
//! Apache-2.0, with no clock in this build. The texts are read here, see `ARCHITECTURE.md`.

mod digits;
mod form;
mod hint;
mod http_date;
mod instant;
mod loose_date;
mod paste;
mod plan_field;
mod reference;
mod seconds;
mod value;
mod words;

pub use form::{DateForm, Form};
pub use hint::Hint;
pub use instant::Instant;
pub use plan_field::{field_reading, read_field};
pub use reference::{Origin, Reference, TIME_ALLOWED, Times, read_time};
pub use words::wait_words;

use crate::math::Exact;

/// What one kind of reader makes of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether this reader accepts the value.
    pub valid: bool,
    /// The wait it asks for in milliseconds, 0 or more; `None` when invalid, or a date without a reference.
    pub floor_ms: Option<Exact>,
    /// Why, in one sentence.
    pub reason: String,
}

/// A header read: both verdicts, what form it has, and what is remarkable about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// By the letter of RFC 9110.
    pub strict: Verdict,
    /// By clients that take what is clear in meaning: fractions, a plus, other date texts.
    pub lenient: Verdict,
    /// The form of the value.
    pub form: Form,
    /// Which of the standard's three date forms, where it is one.
    pub date_form: Option<DateForm>,
    /// Remarks, each at most once.
    pub hints: Vec<Hint>,
    /// The field value that was read, without name and surrounding whitespace; empty where there is none.
    pub value: String,
    /// Whether the text has header lines, rather than being a bare value.
    pub has_names: bool,
    /// What a date is measured from, if anything was given.
    pub reference: Option<Reference>,
}

impl Reading {
    /// The wait a tolerant client is asked for in milliseconds; `None` when nothing can be waited by.
    #[must_use]
    pub fn floor_ms(&self) -> Option<&Exact> {
        self.lenient.floor_ms.as_ref()
    }

    /// That wait rounded up to whole seconds, so that no retry is early; `None` without one or beyond 64 bits.
    #[must_use]
    pub fn whole_seconds(&self) -> Option<u64> {
        seconds::rounded_up(self.floor_ms()?)
    }
}

/// Reads a bare value, a header line, or a block of response headers with their `Date` inside.
///
/// Any text has a reading. A `Date` in `times` wins over one inside the text, and both over the local time.
#[must_use]
pub fn read(text: &str, times: Times) -> Reading {
    let pasted = paste::split(text);
    let mut hints = Vec::new();
    let date = times.date.or_else(|| {
        let line = pasted.dates.first()?;
        let read = read_time(line, times.now);
        if read.is_none() {
            hints.push(Hint::DateNotUnderstood);
        }
        read
    });
    let reference = Reference::choose(Times { date, now: times.now });
    let first = pasted.values.first().map_or("", String::as_str);
    let mut reading = value::read(first, reference, times.now);
    if pasted.values.len() > 1 {
        let differ = pasted.values.iter().any(|value| value != first);
        reading.hints.insert(0, Hint::Duplicates { count: pasted.values.len(), differ });
        reading.strict = Verdict {
            valid: false,
            floor_ms: None,
            reason: "Retry-After is no list: it may stand in a response only once (RFC 9110, 5.3)."
                .to_owned(),
        };
    }
    hints.append(&mut reading.hints);
    Reading { hints, has_names: pasted.has_names, ..reading }
}
