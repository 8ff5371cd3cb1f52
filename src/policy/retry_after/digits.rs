//! The small parts that every date text is made of.

use std::str::FromStr;

/// A number of exactly so many ASCII digits.
pub(super) fn number<N: FromStr>(text: &str, count: usize) -> Option<N> {
    let plain = text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

/// A number of exactly two ASCII digits.
pub(super) fn two(text: &str) -> Option<u8> {
    number(text, 2)
}

/// Hours, minutes and seconds of "hh:mm:ss"; they need not exist.
pub(super) fn clock(text: &str) -> Option<[u8; 3]> {
    let mut parts = text.split(':');
    let read = [two(parts.next()?)?, two(parts.next()?)?, two(parts.next()?)?];
    parts.next().is_none().then_some(read)
}

/// Hours, minutes and seconds of "hh:mm:ss" or "hh:mm".
pub(super) fn short_clock(text: &str) -> Option<[u8; 3]> {
    clock(text).or_else(|| {
        let (hour, minute) = text.split_once(':')?;
        Some([two(hour)?, two(minute)?, 0])
    })
}

/// Minutes ahead of UTC of "+hhmm", "+hh:mm" or "+hh", with either sign.
pub(super) fn offset_minutes(text: &str) -> Option<i32> {
    let (sign, digits) = match text.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = digits.split_at_checked(2)?;
    let minutes = minutes.strip_prefix(':').unwrap_or(minutes);
    let minutes = if digits.len() == 2 { 0 } else { two(minutes).filter(|n| *n < 60)? };
    let hours = two(hours).filter(|n| *n < 24)?;
    Some(sign * (i32::from(hours) * 60 + i32::from(minutes)))
}
