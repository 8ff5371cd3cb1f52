//! What is remarkable about a header: a closed vocabulary, each with its own numbers.

use super::form::DateForm;
use super::instant::Instant;
use super::words::{amount, distance};
use crate::math::{Exact, human_ms};
use crate::units::shorten;

/// A remark on a header. It changes no verdict; it says what explains one, or what may bite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The header stands there more than once, on lines of its own or joined with commas.
    Duplicates {
        /// How often.
        count: usize,
        /// Whether the values are not all the same.
        differ: bool,
    },
    /// The `Date` inside the text is no date, so it is no reference.
    DateNotUnderstood,
    /// A number in the range of present Unix times.
    LooksLikeUnixTime {
        /// The moment it would be.
        at: Instant,
        /// Whether it would count milliseconds.
        in_ms: bool,
        /// How long until then in milliseconds, negative when past; `None` without a reference.
        wait_ms: Option<Exact>,
    },
    /// A number of seconds that nobody would choose, but of milliseconds one might.
    LooksLikeMilliseconds {
        /// The wait as sent, in milliseconds.
        as_seconds_ms: Exact,
        /// The same digits as milliseconds.
        as_ms: Exact,
    },
    /// Zero seconds.
    Zero,
    /// Not a whole number of seconds.
    Fraction {
        /// The next whole number of seconds, so that no retry is early; `None` beyond 64 bits.
        whole_seconds: Option<u64>,
    },
    /// Below zero.
    Negative,
    /// A plus sign, which the standard does not have.
    PlusSign,
    /// A number with something behind it.
    TrailingText {
        /// What a parser that stops there would read.
        number: String,
        /// The rest.
        rest: String,
    },
    /// Not a number and not a date.
    NotUnderstood,
    /// A date, and nothing to measure it from.
    NoReference,
    /// A date measured from the client's own clock, as no `Date` was given.
    LocalReference,
    /// The date is not after the reference.
    InThePast {
        /// How long before it, in milliseconds; 0 or more.
        by_ms: Exact,
    },
    /// The client's clock and the server's `Date` differ.
    ClockSkew {
        /// How far the client's clock is ahead in milliseconds; negative when it is behind.
        ahead_ms: Exact,
        /// The wait by the client's clock alone in milliseconds, negative when past.
        by_local_ms: Exact,
    },
    /// A year of two digits.
    TwoDigitYear {
        /// The year it means; `None` without a reference.
        year: Option<i16>,
    },
    /// A date form that recipients must accept and senders must not send.
    ObsoleteForm(DateForm),
    /// A date that is clear in meaning, but none of the standard's forms.
    NotTheStandardsForm,
    /// A weekday that the date does not fall on.
    WrongWeekday {
        /// As written.
        written: String,
        /// The right one.
        actual: &'static str,
    },
    /// The wait is longer than a day.
    LongerThanADay {
        /// The wait in milliseconds.
        wait_ms: Exact,
    },
    /// The wait is longer than JavaScript's timers can hold.
    BeyondTimer,
}

impl Hint {
    /// A stable name for programs.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Duplicates { .. } => "duplicates",
            Self::DateNotUnderstood => "date_not_understood",
            Self::LooksLikeUnixTime { .. } => "looks_like_unix_time",
            Self::LooksLikeMilliseconds { .. } => "looks_like_milliseconds",
            Self::Zero => "zero",
            Self::Fraction { .. } => "fraction",
            Self::Negative => "negative",
            Self::PlusSign => "plus_sign",
            Self::TrailingText { .. } => "trailing_text",
            Self::NotUnderstood => "not_understood",
            Self::NoReference => "no_reference",
            Self::LocalReference => "local_reference",
            Self::InThePast { .. } => "in_the_past",
            Self::ClockSkew { .. } => "clock_skew",
            Self::TwoDigitYear { .. } => "two_digit_year",
            Self::ObsoleteForm(_) => "obsolete_form",
            Self::NotTheStandardsForm => "not_the_standards_form",
            Self::WrongWeekday { .. } => "wrong_weekday",
            Self::LongerThanADay { .. } => "longer_than_a_day",
            Self::BeyondTimer => "beyond_timer",
        }
    }

    /// One or two sentences for people.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Duplicates { count, differ } => {
                let differ = if *differ { "with different values" } else { "with the same value" };
                format!(
                    "Duplicates: Retry-After stands there {count} times, {differ}. Most clients take the first; \
                     those that join header lines with commas understand none."
                )
            }
            Self::DateNotUnderstood => {
                "The Date beside it is no date that can be read, so it is no reference.".to_owned()
            }
            Self::LooksLikeUnixTime { at, in_ms, wait_ms } => {
                let unit = if *in_ms { " in milliseconds" } else { "" };
                let wait = wait_ms
                    .as_ref()
                    .map(|ms| format!(", {} the reference", distance(ms)))
                    .unwrap_or_default();
                format!(
                    "Looks like a Unix time{unit}: {at}{wait}. Retry-After counts seconds from the response, and \
                     most clients take it so."
                )
            }
            Self::LooksLikeMilliseconds { as_seconds_ms, as_ms } => format!(
                "Large value, check the unit: it looks like milliseconds ({}). As seconds it is {}.",
                human_ms(as_ms),
                human_ms(as_seconds_ms)
            ),
            Self::Zero => {
                "Zero means at once; some clients take it for no header and use their backoff.".to_owned()
            }
            Self::Fraction { whole_seconds } => {
                let whole = match whole_seconds {
                    Some(1) => "1 whole second".to_owned(),
                    Some(n) => format!("{n} whole seconds"),
                    None => "the next whole second".to_owned(),
                };
                format!(
                    "A fraction of a second: the standard has whole seconds only. Rounded up it is {whole}; clients \
                     that cut it off come back early, others ignore it."
                )
            }
            Self::Negative => {
                "Negative: nothing to wait for, and not valid. Clients fall back to their backoff.".to_owned()
            }
            Self::PlusSign => "A plus sign: many number parsers accept it, the standard does not.".to_owned(),
            Self::TrailingText { number, rest } => format!(
                "Something follows the number: a parser that stops at \u{201c}{}\u{201d} would wait {} s, others ignore \
                 the header.",
                shorten(rest),
                shorten(number)
            ),
            Self::NotUnderstood => {
                "Neither a number of seconds nor a date; clients fall back to their backoff.".to_owned()
            }
            Self::NoReference => {
                "A date says when, not how long: give the response's Date, or a time to measure \
                                  it from."
                    .to_owned()
            }
            Self::LocalReference => {
                "Measured from the local time, as no Date came with it: a clock that is off \
                                     makes the wait wrong by as much."
                    .to_owned()
            }
            Self::InThePast { by_ms } if by_ms.is_zero() => {
                "The date is the reference itself: nothing is left to wait, 0.".to_owned()
            }
            Self::InThePast { by_ms } => {
                format!("In the past, {} before the reference: nothing is left to wait, 0.", amount(by_ms))
            }
            Self::ClockSkew { ahead_ms, by_local_ms } => {
                let (off, side) = if ahead_ms.is_negative() {
                    (Exact::zero() - ahead_ms.clone(), "behind")
                } else {
                    (ahead_ms.clone(), "ahead of")
                };
                let by_local = if by_local_ms.is_negative() {
                    format!("the date would seem {} past", amount(&(Exact::zero() - by_local_ms.clone())))
                } else {
                    format!("the wait would be {}", amount(by_local_ms))
                };
                format!(
                    "Clock skew: the local clock is {} {side} the Date header; by it {by_local}.",
                    amount(&off)
                )
            }
            Self::TwoDigitYear { year: Some(year) } => format!(
                "A year of two digits, taken as {year}: the latest such year at most 50 years after the reference \
                 (RFC 9110, 5.6.7)."
            ),
            Self::TwoDigitYear { year: None } => {
                "A year of two digits: which century it means depends on the reference (RFC 9110, 5.6.7)."
                    .to_owned()
            }
            Self::ObsoleteForm(form) => format!(
                "An obsolete form ({}): recipients must accept it, senders must not send it (RFC 9110, 5.6.7).",
                form.key()
            ),
            Self::NotTheStandardsForm => {
                "A date, but in none of the three forms of the standard: some clients \
                                          understand it, others ignore the header."
                    .to_owned()
            }
            Self::WrongWeekday { written, actual } => {
                format!(
                    "The weekday does not fit: it says {written}, the date is a {actual}. The date counts."
                )
            }
            Self::LongerThanADay { wait_ms } => {
                format!("Longer than a day: {}. Many clients cut it, ignore it, or give up.", amount(wait_ms))
            }
            Self::BeyondTimer => {
                "Longer than 2,147,483,647 ms (24.9 days): JavaScript's timers cannot hold it and \
                                  fire at once."
                    .to_owned()
            }
        }
    }
}
