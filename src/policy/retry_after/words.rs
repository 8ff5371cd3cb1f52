//! Waits in words.

use crate::math::{Exact, human_ms, shown};

/// Longest number of milliseconds, in digits, that is worth writing out: beyond any clock.
const WRITTEN_OUT: usize = 24;

/// Whole digits of a number.
fn digits(ms: &Exact) -> usize {
    ms.to_string().split('.').next().map_or(0, str::len)
}

/// A wait in words; one beyond all measure only by its size, so that no text grows without bounds.
pub(super) fn amount(ms: &Exact) -> String {
    match digits(ms) {
        0..=WRITTEN_OUT => human_ms(ms),
        digits => format!("a number of milliseconds with {digits} digits"),
    }
}

/// A wait in words and in milliseconds: "2 min (120,000 ms)".
#[must_use]
pub fn wait_words(ms: &Exact) -> String {
    let (words, exact) = (amount(ms), format!("{} ms", shown(ms)));
    if words == exact || digits(ms) > WRITTEN_OUT { words } else { format!("{words} ({exact})") }
}

/// "1 min after", "30 s before".
pub(super) fn distance(ms: &Exact) -> String {
    if ms.is_negative() {
        format!("{} before", amount(&(Exact::zero() - ms.clone())))
    } else {
        format!("{} after", amount(ms))
    }
}
