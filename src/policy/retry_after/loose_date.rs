//! Dates that are clear in meaning but none of the standard's forms.

use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimeParser;

use super::form::Form;
use super::http_date::HttpDate;
use super::instant::Instant;

/// Mail dates; the weekday is no part of the meaning.
static MAIL: DateTimeParser = DateTimeParser::new().relaxed_weekday(true);

/// Zone names that mean one offset (RFC 5322, 4.3). Any other name is no zone to rely on.
const ZONES: [&str; 12] = ["GMT", "UTC", "UT", "Z", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT"];

/// The form of a date that tolerant readers know, and its moment; no moment where a two-digit year has no
/// reference.
///
/// A date without a zone, without a time, or with two digits of a year in a mail date is none: readers differ
/// in what they take it for.
pub(super) fn read(text: &str, reference: Option<Instant>) -> Option<(Form, Option<Instant>)> {
    let tidy = tidy(text);
    if let Some(date) = HttpDate::parse(&tidy).filter(HttpDate::exists) {
        return Some((Form::LooseDate, date.meaning(reference).map(|meant| meant.at)));
    }
    let found = match MAIL.parse_timestamp(text) {
        Ok(at) if has_known_zone(text) && has_full_year(text) => (Form::LooseDate, at),
        Ok(_) => return None,
        Err(_) => (Form::IsoDate, text.parse::<Timestamp>().ok()?),
    };
    Some((found.0, Some(Instant::from_timestamp(found.1))))
}

/// Names capitalised, single spaces, UTC as GMT: what differs when a date is nearly one of the standard's.
fn tidy(text: &str) -> String {
    let mut words = Vec::new();
    for word in text.split_ascii_whitespace() {
        let zone = matches!(word.to_ascii_uppercase().as_str(), "GMT" | "UTC");
        words.push(if zone { "GMT".to_owned() } else { capitalised(word) });
    }
    // asctime pads a day of one digit with a space.
    if let [_, _, day, _, _] = &mut words[..]
        && day.len() == 1
    {
        day.insert(0, ' ');
    }
    words.join(" ")
}

/// "SUN," and "sun," as "Sun,"; "06-nov-94" as "06-Nov-94".
fn capitalised(word: &str) -> String {
    let mut after_letter = false;
    let case = |c: char| {
        let cased = if after_letter { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        after_letter = c.is_ascii_alphabetic();
        cased
    };
    word.chars().map(case).collect()
}

/// Whether the last word, comments aside, is an offset or a zone name of one meaning.
fn has_known_zone(text: &str) -> bool {
    let bare = text.split('(').next().unwrap_or_default().trim_end();
    let zone = bare.rsplit(|c: char| c.is_ascii_whitespace()).next().unwrap_or_default();
    zone.starts_with(['+', '-']) || ZONES.iter().any(|known| known.eq_ignore_ascii_case(zone))
}

/// Whether one word is a year of four digits.
fn has_full_year(text: &str) -> bool {
    text.split_ascii_whitespace().any(|word| word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit()))
}
