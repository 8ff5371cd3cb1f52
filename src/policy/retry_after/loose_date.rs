//! Dates that are clear in meaning but none of the standard's forms.
//!
//! A date without a zone, without a time, or with two digits of a year in a mail date is none: readers differ
//! in what they take it for.

use super::digits::{clock, number, offset_minutes, short_clock, two};
use super::form::Form;
use super::http_date::HttpDate;
use super::instant::{Instant, MONTHS};

/// Zone names with one meaning (RFC 5322, 4.3), in hours ahead of UTC. Any other name is no zone to rely on.
const ZONES: [(&str, i32); 12] = [
    ("Gmt", 0),
    ("Utc", 0),
    ("Ut", 0),
    ("Z", 0),
    ("Est", -5),
    ("Edt", -4),
    ("Cst", -6),
    ("Cdt", -5),
    ("Mst", -7),
    ("Mdt", -6),
    ("Pst", -8),
    ("Pdt", -7),
];
/// Most decimals of a second that are read: nanoseconds.
const MAX_DECIMALS: usize = 9;

/// The form of a date that tolerant readers know, and its moment; no moment where a two-digit year has no
/// reference.
pub(super) fn read(text: &str, reference: Option<Instant>) -> Option<(Form, Option<Instant>)> {
    let words: Vec<String> = text.split_ascii_whitespace().map(capitalised).collect();
    let nearly = nearly_standard(&words);
    if let Some(date) = HttpDate::parse(&nearly).filter(HttpDate::exists) {
        return Some((Form::LooseDate, date.meaning(reference).map(|meant| meant.at)));
    }
    let mail = mail_date(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let found = mail.map(|at| (Form::LooseDate, at));
    let (form, at) = found.or_else(|| iso_date(text).map(|at| (Form::IsoDate, at)))?;
    Some((form, Some(at)))
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

/// Single spaces, UTC as GMT, asctime's padding: a text that differs from the standard's forms in these only.
fn nearly_standard(words: &[String]) -> String {
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let Some(zone) = words.last_mut().filter(|zone| matches!(**zone, "Gmt" | "Utc")) {
        *zone = "GMT";
    }
    // asctime pads a day of one digit with a space.
    if words.len() == 5 && words[2].len() == 1 {
        words.insert(2, "");
    }
    words.join(" ")
}

/// A date as mails have it (RFC 5322, 3.3): the weekday and the seconds may be missing, and zones differ.
fn mail_date(words: &[&str]) -> Option<Instant> {
    let words = match words {
        [weekday, rest @ ..] if weekday.ends_with(',') => rest,
        all => all,
    };
    let [day, month, year, time, zone] = words else { return None };
    let day = two(day).or_else(|| number(day, 1))?;
    let month = MONTHS.iter().position(|name| name == month)?;
    let minutes = match ZONES.iter().find(|(name, _)| name == zone) {
        Some((_, hours)) => hours * 60,
        None => offset_minutes(zone).filter(|_| zone.len() == 5)?,
    };
    Instant::new(number(year, 4)?, u8::try_from(month + 1).ok()?, day, short_clock(time)?)?
        .with_offset(minutes)
}

/// A date and time of ISO 8601 as RFC 3339 has it, a space for the T and missing seconds allowed.
fn iso_date(text: &str) -> Option<Instant> {
    let (date, rest) = text.split_at_checked(10)?;
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let [year, month, day] = date.split('-').collect::<Vec<_>>()[..] else { return None };
    let (time, zone) = rest.split_at(rest.find(['Z', 'z', '+', '-'])?);
    let minutes = if zone.eq_ignore_ascii_case("z") { 0 } else { offset_minutes(zone)? };
    let (time, nanos) = match time.split_once('.') {
        None => (short_clock(time)?, 0),
        Some((time, decimals)) => (clock(time)?, nanos(decimals)?),
    };
    Instant::new(number(year, 4)?, two(month)?, two(day)?, time)?.with_offset(minutes)?.later_by(0, nanos)
}

/// Decimals of a second as nanoseconds.
fn nanos(decimals: &str) -> Option<i32> {
    let plain = (1..=MAX_DECIMALS).contains(&decimals.len()) && decimals.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| format!("{decimals:0<MAX_DECIMALS$}").parse().ok()).flatten()
}
