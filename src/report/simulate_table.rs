//! A simulation as tables and sentences for people.

use super::Receipt;
use super::simulate_json::summary;
use crate::math::{Exact, group_digits, human_ms};
use crate::sim::{Results, Summary, TrialResult};
use crate::study::{Measure, StudyInput, Unit, measures};

/// A value of a measure with its unit, as tables show it; the exact value of a mean is rounded to 3 decimals.
#[must_use]
pub fn format_measure(measure: &Measure, value: f64) -> String {
    let plain = plain(value);
    let number = group_digits(&plain);
    match measure.unit {
        Unit::Count | Unit::Ticks => number,
        Unit::Ratio => format!("{value:.2}"),
        Unit::Ms => Exact::parse_plain(&plain).map_or(number, |ms| human_ms(&ms)),
        Unit::Seconds => format!("{number} s"),
    }
}

/// At most 3 decimals, no trailing zeros.
fn plain(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The cell of one measure of one policy: the median, and the range where trials differ.
fn cell(measure: &Measure, summary: Option<Summary>) -> String {
    let Some(summary) = summary else { return "–".to_owned() };
    let show = |value| format_measure(measure, value);
    if summary.min == summary.max {
        show(summary.median)
    } else {
        format!("{} ({} – {})", show(summary.median), show(summary.min), show(summary.max))
    }
}

/// What happened under one policy, from its medians.
#[must_use]
pub fn sentence(input: &StudyInput, policy: usize, trials: &[TrialResult]) -> String {
    let of = |key: &str| {
        let measure = measures(input.kind).iter().find(|m| m.key == key)?;
        let summary = summary(measure, input.scenario.tick, trials)?;
        Some(format_measure(measure, summary.median))
    };
    let amount = |key: &str| of(key).unwrap_or_else(|| "–".to_owned());
    let name = input.policies.get(policy).map_or("", |p| p.name.as_str());
    let clients = group_digits(&input.scenario.clients.to_string());
    let last = ["last_success_ms", "last_success_ticks"].into_iter().find_map(of);
    let p95 = ["p95_success_ms", "p95_success_ticks"].into_iter().find_map(of);
    let unit = if input.scenario.tick.milliseconds().is_none() { " ticks" } else { "" };
    let were = |count: &str| if count == "1" { "was" } else { "were" };
    let served = match (last, p95, of("successes").filter(|n| n != "0")) {
        (Some(last), Some(p95), Some(successes)) => {
            format!(
                "{successes} of {clients} clients {} served, 95 % of them by {p95}{unit} and the last at {last}{unit}",
                were(&successes)
            )
        }
        _ => format!("none of {clients} clients was served"),
    };
    let failed = of("failures").filter(|n| n != "0").map(|n| format!("{n} gave up"));
    let waiting =
        of("unfinished").filter(|n| n != "0").map(|n| format!("{n} {} still waiting at the end", were(&n)));
    let lost = match (failed, waiting) {
        (Some(failed), Some(waiting)) => format!("; {failed} and {waiting}"),
        (Some(some), None) | (None, Some(some)) => format!("; {some}"),
        (None, None) => String::new(),
    };
    let (attempts, amplification) = (amount("attempts"), amount("amplification"));
    let requests = if attempts == "1" { "request" } else { "requests" };
    format!(
        "{name}: {served}{lost}. It took {attempts} {requests} ({amplification} per client), {} of them retries that \
         were rejected.",
        amount("collisions"),
    )
}

/// Policies as rows, measures as columns, first the header.
fn cells(input: &StudyInput, results: &Results) -> Vec<Vec<String>> {
    let measures = measures(input.kind);
    let mut table = vec![vec!["Policy".to_owned()]];
    table[0].extend(measures.iter().map(|measure| measure.label.to_owned()));
    for (policy, trials) in input.policies.iter().zip(&results.policies) {
        let mut row = vec![policy.name.clone()];
        row.extend(measures.iter().map(|m| cell(m, summary(m, input.scenario.tick, trials))));
        table.push(row);
    }
    table
}

/// Text that means itself in a Markdown cell: a name may hold a bar, which would end the cell, and comes from a
/// link, which must not bring markup into somebody's comment.
fn markdown(text: &str) -> String {
    let special = |c: char| matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '&');
    text.chars().flat_map(|c| special(c).then_some('\\').into_iter().chain([c])).collect()
}

/// The comparison as Markdown with the link that reproduces it.
#[must_use]
pub fn simulate_markdown(input: &StudyInput, results: &Results, page: &str) -> String {
    let mut out = String::new();
    for (index, row) in cells(input, results).iter().enumerate() {
        let row: Vec<String> = row.iter().map(|cell| markdown(cell)).collect();
        out.push_str(&format!("| {} |\n", row.join(" | ")));
        if index == 0 {
            let rule: Vec<&str> =
                row.iter().enumerate().map(|(i, _)| if i == 0 { ":--" } else { "--:" }).collect();
            out.push_str(&format!("| {} |\n", rule.join(" | ")));
        }
    }
    let receipt = Receipt::of(input);
    out.push_str(&format!(
        "\nMedians over seeds {}-{} (least – greatest where they differ).\n\n[Open in Retryscope]({page}#{})\n",
        receipt.seeds[0], receipt.seeds[1], receipt.link
    ));
    out
}

/// The comparison for a terminal: one block a policy, since the metrics are more than a line holds.
#[must_use]
pub fn simulate_text(input: &StudyInput, results: &Results) -> String {
    let table = cells(input, results);
    let mut out = String::new();
    let width = table[0].iter().map(|label| label.chars().count()).max().unwrap_or(0);
    for (index, row) in table.iter().enumerate().skip(1) {
        out.push_str(&format!("{}\n", sentence(input, index - 1, &results.policies[index - 1])));
        for (label, cell) in table[0].iter().zip(row).skip(1) {
            out.push_str(&format!("  {label:<width$}  {cell}\n"));
        }
        out.push('\n');
    }
    out.push_str(&Receipt::of(input).text());
    out
}
