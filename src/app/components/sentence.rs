//! Running text in which a number never parts from its unit at a line's end.

use leptos::prelude::*;

const UNITS: [&str; 5] = ["ms", "s", "min", "h", "d"];

/// A sentence whose durations ("1.7 s", "16 min 40 s") do not wrap inside.
#[component]
pub(in crate::app) fn Sentence(
    /// The sentence.
    text: String,
) -> impl IntoView {
    let words: Vec<&str> = text.split(' ').collect();
    let mut parts = Vec::new();
    let mut next = 0;
    while next < words.len() {
        let pair = words.get(next + 1).filter(|unit| is_amount(words[next], unit));
        let space = if next == 0 { "" } else { " " };
        parts.push(match pair {
            Some(unit) => {
                view! { {space} <span class="amount">{format!("{} {unit}", words[next])}</span> }.into_any()
            }
            None => format!("{space}{}", words[next]).into_any(),
        });
        next += if pair.is_some() { 2 } else { 1 };
    }
    parts.collect_view()
}

/// Whether two words are a number and its unit, punctuation after the unit aside.
fn is_amount(number: &str, unit: &str) -> bool {
    number.starts_with(|c: char| c.is_ascii_digit())
        && UNITS.contains(&unit.trim_end_matches(|c: char| !c.is_alphanumeric()))
}
