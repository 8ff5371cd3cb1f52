//! The arithmetic of one retry with the policy's own numbers, in words.

mod baseline;
mod draw;
mod shape;

use super::{Binding, DeadlineClass, FirstRetry, Heard, Jitter, Plan, PlanInput, RetryAfterUse, Row};
use crate::math::{Exact, human_ms, shown};

/// How one retry came to its numbers: labelled steps, in the order they were computed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Label and sentence of each step.
    pub steps: Vec<(&'static str, String)>,
}

/// Explains one row of a plan made from `input`. `None` if the plan has no such row.
#[must_use]
pub fn explain(input: &PlanInput, plan: &Plan, retry: u32) -> Option<Explanation> {
    let index = usize::try_from(retry.checked_sub(1)?).ok()?;
    let row = plan.rows.get(index)?;
    let mut steps = Vec::new();
    let under_baseline = input.policy.retry_after.usage == RetryAfterUse::FloorUnderBaseline;
    let is_special_first = retry == 1 && input.policy.first != FirstRetry::Normal;
    if is_special_first {
        steps.push(("First retry", first(input)));
    } else {
        if input.policy.jitter.uses_baseline() || input.policy.jitter == Jitter::Decorrelated {
            steps.push(("Baseline", baseline::sentence(input, row)));
        }
        // A floor under the baseline comes before jitter.
        if under_baseline {
            steps.extend(floor(input, row).map(|step| ("Retry-After", step)));
        }
        let previous = index.checked_sub(1).map(|before| &plan.rows[before]);
        steps.push(("Jitter", draw::sentence(input, row, previous)));
        steps.extend(shape::steps(input, row));
    }
    if !under_baseline || is_special_first {
        steps.extend(floor(input, row).map(|step| ("Retry-After", step)));
    }
    steps.push(("Wait", wait(row)));
    steps.push(("Start", start(input, &plan.rows[..=index])));
    if let Some(step) = deadline(input, row) {
        steps.push(("Deadline", step));
    }
    Some(Explanation { steps })
}

fn first(input: &PlanInput) -> String {
    match input.policy.first {
        FirstRetry::Immediate => "Immediate: it starts at once; growth counts it all the same.".to_owned(),
        _ => format!(
            "Exact: the first wait is the base, {} ms, without jitter.",
            shown(&input.policy.backoff.base_ms())
        ),
    }
}

fn floor(input: &PlanInput, row: &Row) -> Option<String> {
    let sent = input.conditions.retry_after_of(row.retry)?;
    let rule = &input.policy.retry_after;
    let said = format!("{} s = {} ms", sent.thousandth(), shown(&sent));
    let (ms, cut) = match row.heard.as_ref()? {
        Heard::OwnWait => {
            let why = match rule.usage {
                RetryAfterUse::Ignored => "the client ignores it",
                _ if sent.is_zero() => "zero leaves the client its own wait",
                _ => "above the client\u{2019}s limit, so it keeps its own wait",
            };
            return Some(format!("{said}: {why}."));
        }
        Heard::GivesUp => return Some(format!("{said}: above the client\u{2019}s limit, so it gives up.")),
        Heard::Obeyed { ms, cut } => (shown(ms), *cut),
    };
    let said = if cut { format!("{said}, cut to the client\u{2019}s limit of {ms} ms,") } else { said };
    let effect = match (rule.usage, row.earliest_by, row.latest_by) {
        (RetryAfterUse::Override, ..) => "is waited instead of the client\u{2019}s own wait",
        (RetryAfterUse::FloorUnderBaseline, ..) if row.raised_baseline != row.baseline => {
            "is above the baseline, which is raised to it before jitter"
        }
        (RetryAfterUse::FloorUnderBaseline, ..) => "is not above the baseline and changes nothing",
        (RetryAfterUse::Clamp { extra }, Binding::Floor, _)
        | (RetryAfterUse::Clamp { extra }, _, Binding::Floor) => {
            let extra = shown(&Exact::from_steps(extra.0, 3));
            return Some(format!("{said} counts up to {extra} ms beyond the client\u{2019}s own wait."));
        }
        (_, Binding::Floor, Binding::Floor) => "is above the whole range: both ends are raised to it",
        (_, Binding::Floor, _) => "is above the earliest wait, which is raised to it",
        _ => "is not above the range and changes nothing",
    };
    Some(format!("{said} {effect}."))
}

fn wait(row: &Row) -> String {
    let wait = &row.wait;
    if wait.is_point() && row.earliest_by == row.latest_by {
        let how = if equals([&wait.latest]) == "=" { "Exactly" } else { "Always about" };
        return format!("{how} {} ms, decided by {}.", shown(&wait.latest), row.latest_by.word());
    }
    format!(
        "{} ms (decided by {}) to {} ms (decided by {}).",
        shown(&wait.earliest),
        row.earliest_by.word(),
        shown(&wait.latest),
        row.latest_by.word(),
    )
}

fn start(input: &PlanInput, rows: &[Row]) -> String {
    let Some(row) = rows.last() else { return String::new() };
    let requests = input.conditions.request_range();
    let end = |waits: Vec<&Exact>, request: &Exact, start: &Exact| {
        let is = equals(waits.iter().copied().chain([start]));
        let mut terms: Vec<String> = Vec::new();
        if !request.is_zero() {
            terms.push(format!("{} × {}", row.retry, shown(request)));
        }
        // Past four waits the sum says more than its terms.
        if waits.len() <= 4 {
            terms.extend(waits.iter().map(|wait| shown(wait)));
        } else {
            terms.push(format!("{} of waits", shown(&waits.into_iter().sum())));
        }
        let sum = shown(start);
        if terms.len() == 1 { format!("{sum} ms") } else { format!("{} {is} {sum} ms", terms.join(" + ")) }
    };
    let latest = end(rows.iter().map(|r| &r.wait.latest).collect(), &requests.latest, &row.start.latest);
    if row.start.is_point() {
        return format!("{latest}{}.", in_words(&row.start.latest));
    }
    let earliest =
        end(rows.iter().map(|r| &r.wait.earliest).collect(), &requests.earliest, &row.start.earliest);
    format!("Earliest {earliest}; latest {latest}{}.", in_words(&row.start.latest))
}

/// " (1 min 4 s)" from a minute on, where milliseconds stop being readable.
fn in_words(ms: &Exact) -> String {
    if *ms < Exact::from_steps(60_000, 0) { String::new() } else { format!(" ({})", human_ms(ms)) }
}

fn deadline(input: &PlanInput, row: &Row) -> Option<String> {
    let deadline = shown(&Exact::from_steps(input.conditions.deadline?.0, 3));
    let earliest = shown(&row.start.earliest);
    let latest = shown(&row.start.latest);
    Some(match row.deadline? {
        DeadlineClass::Within => format!("Latest start {latest} ≤ {deadline} ms: in time."),
        DeadlineClass::MayMiss => {
            let latest = later_than(&deadline, latest);
            format!("Earliest start {earliest} ≤ {deadline} ms < latest start {latest}: may miss.")
        }
        DeadlineClass::Misses => {
            let earliest = later_than(&deadline, earliest);
            format!("Even the earliest start {earliest} > {deadline} ms: misses.")
        }
    })
}

/// "=" between numbers shown in full, "≈" when one of them is shown rounded.
fn equals<'a>(values: impl IntoIterator<Item = &'a Exact>) -> &'static str {
    if values.into_iter().all(|value| value.rounded() == *value) { "=" } else { "≈" }
}

/// A start after the deadline as shown; one that rounding puts on the deadline would contradict its class.
fn later_than(deadline: &str, start: String) -> String {
    if start == deadline { format!("just over {start}") } else { start }
}
