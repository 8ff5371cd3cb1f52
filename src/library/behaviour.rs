//! Libraries side by side: the same behaviours of each, and where they differ.

use super::{Counts, Entry, RetriesDefault};
use crate::math::{Exact, human_ms};
use crate::policy::describe;

/// One behaviour of several libraries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// What it is about.
    pub label: &'static str,
    /// What each library does, in the order asked for.
    pub words: Vec<String>,
    /// Whether they are not all the same.
    pub differs: bool,
}

/// The behaviours of each of `entries`.
#[must_use]
pub fn compare(entries: &[&Entry]) -> Vec<Behaviour> {
    let each: Vec<Vec<(&'static str, String)>> = entries.iter().map(|entry| behaviours(entry)).collect();
    let Some(first) = each.first() else { return Vec::new() };
    let rows = first.iter().enumerate().map(|(row, (label, word))| {
        let words: Vec<String> =
            each.iter().filter_map(|one| one.get(row)).map(|(_, word)| word.clone()).collect();
        let differs = words.iter().any(|other| other != word);
        Behaviour { label, words, differs }
    });
    rows.collect()
}

/// What a library does, under labels that are the same for all.
fn behaviours(entry: &Entry) -> Vec<(&'static str, String)> {
    let mut all = match entry.input() {
        Ok(input) => describe(&input.policy),
        Err(_) => Vec::new(),
    };
    if entry.retries == RetriesDefault::Unset
        && let Some((_, retries)) = all.first_mut()
    {
        *retries = "no default".to_owned();
    }
    let counts = match entry.counts {
        Counts::Retries => "retries",
        Counts::Requests => "requests, the first included",
    };
    let deadline = entry.deadline_ms.map_or("none".to_owned(), |ms| human_ms(&Exact::from_steps(ms, 0)));
    all.extend([
        ("Its setting counts", counts.to_owned()),
        ("Draws", entry.distribution.word().to_owned()),
        ("Default deadline", deadline),
        ("Retry budget", entry.budget.as_ref().map_or("none".to_owned(), |budget| budget.text.clone())),
        ("Checked", entry.checked.word().to_owned()),
    ]);
    all
}
