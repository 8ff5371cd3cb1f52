//! What a date is measured from.

use super::http_date::HttpDate;
use super::instant::Instant;
use super::{loose_date, paste};

/// What [`read_time`] accepts, in words.
pub const TIME_ALLOWED: &str =
    "a date with its zone, as \"Thu, 01 Jan 2026 00:00:00 GMT\" or \"2026-01-01T00:00:00Z\"";

/// Times to measure a date from, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// The response's `Date`: the server's own clock.
    pub date: Option<Instant>,
    /// The client's clock when the response came.
    pub now: Option<Instant>,
}

/// Where a reference comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The response's `Date`.
    DateHeader,
    /// The client's own clock, or a time someone entered.
    LocalTime,
}

impl Origin {
    /// The word in JSON.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::DateHeader => "date-header",
            Self::LocalTime => "local-time",
        }
    }
}

/// What a date is measured from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The moment.
    pub at: Instant,
    /// Where it comes from.
    pub origin: Origin,
}

impl Reference {
    /// The server's clock before the client's: a date of the same server has no skew against it.
    pub(super) fn choose(times: Times) -> Option<Self> {
        let date = times.date.map(|at| Self { at, origin: Origin::DateHeader });
        date.or_else(|| times.now.map(|at| Self { at, origin: Origin::LocalTime }))
    }
}

/// Reads a time someone states: an HTTP-date, a mail date or one of ISO 8601, with or without "Date:" in front.
///
/// `None` for any other text, and for a two-digit year without the `reference` that its century needs.
#[must_use]
pub fn read_time(text: &str, reference: Option<Instant>) -> Option<Instant> {
    let pasted = paste::split(text);
    let text = pasted.dates.first().map_or(text, String::as_str).trim();
    let exact = HttpDate::parse(text).and_then(|date| date.meaning(reference)).map(|meant| meant.at);
    exact.or_else(|| loose_date::read(text, reference)?.1)
}
