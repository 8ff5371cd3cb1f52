//! The plan as a table in text: Markdown for reviews, aligned columns for terminals.

use super::columns::aligned;
use crate::distribution::{PERCENTS, RetryLaws, class_words, laws, likely_verdict};
use crate::link::encode_plan;
use crate::math::{four_digits, human_ms, shown};
use crate::policy::{Plan, PlanInput, Range, notes};

/// A range as "a – b", or one number where both ends are equal.
fn range(range: &Range) -> String {
    if range.is_point() {
        shown(&range.latest)
    } else {
        format!("{} – {}", shown(&range.earliest), shown(&range.latest))
    }
}

/// The percentiles of starts that are shown beside their range.
const SHOWN: [f64; 2] = [50.0, 95.0];

/// Header and rows as text cells. The deadline column is there only with a deadline, percentiles only where laws
/// are known and some start varies.
fn cells(plan: &Plan, laws: &[RetryLaws]) -> Vec<Vec<String>> {
    let with_deadline = plan.rows.iter().any(|row| row.deadline.is_some());
    let with_percentiles = !laws.is_empty() && plan.rows.iter().any(|row| !row.start.is_point());
    let mut header = vec!["Retry", "Baseline (ms)", "Wait (ms)", "Earliest start (ms)", "Latest start (ms)"];
    if with_percentiles {
        header.extend(["p50 start (ms)", "p95 start (ms)"]);
    }
    if with_deadline {
        header.push("Deadline");
    }
    let mut table = vec![header.into_iter().map(str::to_owned).collect::<Vec<_>>()];
    for row in &plan.rows {
        let mut line = vec![
            row.retry.to_string(),
            shown(&row.baseline),
            range(&row.wait),
            shown(&row.start.earliest),
            shown(&row.start.latest),
        ];
        let laws = laws.get(row.retry as usize - 1);
        if with_percentiles {
            line.extend(SHOWN.map(|percent| percentile(laws, percent)));
        }
        line.extend(row.deadline.map(|class| format!("{} {}", class.symbol(), class_words(class, laws))));
        table.push(line);
    }
    table
}

/// A percentile of a start to four significant digits at least; a dash where it is not computed.
fn percentile(laws: Option<&RetryLaws>, percent: f64) -> String {
    let index = PERCENTS.iter().position(|asked| *asked == percent);
    let start = laws.and_then(|laws| laws.start.as_ref());
    let value = index.zip(start).and_then(|(index, start)| start.summary.percentiles_ms.get(index));
    value.map_or("–".to_owned(), |ms| four_digits(*ms))
}

/// "3 retries = at most 4 requests", total wait and end of the last request.
fn totals(plan: &Plan) -> String {
    let n = plan.rows.len();
    let retries = if n == 1 { "retry" } else { "retries" };
    let requests = match plan.max_requests {
        Some(1) => "1 request".to_owned(),
        Some(max) => format!("at most {max} requests"),
        None => "no limit on requests".to_owned(),
    };
    let total = range(&plan.total_wait);
    let end = range(&plan.last_end);
    let stop = plan.stop.map(|stop| format!(" They end there: {}.", stop.word())).unwrap_or_default();
    format!("{n} {retries} = {requests}.{stop} Total wait {total} ms. Last request ends at {end} ms.")
}

/// The fit in sentences, one a line.
fn fit(plan: &Plan) -> Vec<String> {
    let fit = &plan.fit;
    let mut lines = Vec::new();
    if let (Some(always), Some(can)) = (fit.always_in_time, fit.can_be_in_time) {
        let n = plan.rows.len();
        lines.push(format!("Always in time: {always} of {n} retries; can be in time: {can} of {n}."));
    }
    if let Some(max) = &fit.max_request {
        lines.push(format!("Largest request duration that always fits: {}.", human_ms(max)));
    }
    if !plan.rows.is_empty() {
        lines.push(format!("Smallest deadline that always fits: {}.", human_ms(&fit.min_deadline)));
    }
    lines
}

/// The plan as Markdown: verdict, table, totals and the link that reproduces it.
///
/// `laws` are those of the plan, empty where they are not known yet. `page` is the address of the page, to which
/// the canonical link is appended as the fragment.
#[must_use]
pub fn plan_markdown(input: &PlanInput, plan: &Plan, laws: &[RetryLaws], page: &str) -> String {
    let mut out = format!("{}\n\n", likely_verdict(input, plan, laws));
    let table = cells(plan, laws);
    if !plan.rows.is_empty() {
        for (i, line) in table.iter().enumerate() {
            out.push_str(&format!("| {} |\n", line.join(" | ")));
            if i == 0 {
                // Numbers align right; only the deadline is a word.
                let rule: Vec<_> = line.iter().map(|h| if h == "Deadline" { ":--" } else { "--:" }).collect();
                out.push_str(&format!("| {} |\n", rule.join(" | ")));
            }
        }
        out.push('\n');
    }
    out.push_str(&format!("{}\n\n[Open in Retryscope]({page}#{})\n", totals(plan), encode_plan(input)));
    out
}

/// The plan as aligned text for a terminal.
#[must_use]
pub fn plan_text(input: &PlanInput, plan: &Plan) -> String {
    let laws = laws(input, plan);
    let mut out = format!("{}\n\n", likely_verdict(input, plan, &laws));
    let table = cells(plan, &laws);
    if !plan.rows.is_empty() {
        out.push_str(&aligned(&table, |c| table[0][c] == "Deadline"));
        out.push('\n');
    }
    out.push_str(&format!("{}\n", totals(plan)));
    for line in fit(plan) {
        out.push_str(&format!("{line}\n"));
    }
    for note in notes(input, plan) {
        out.push_str(&format!("Note: {}\n", note.text));
    }
    out.push_str(&format!("Link: #{}\n", encode_plan(input)));
    out
}
