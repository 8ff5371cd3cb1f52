//! The arithmetic of one retry with the policy's own numbers, in words.

use super::{Binding, DeadlineClass, Jitter, Plan, PlanInput, Row};
use crate::math::{Exact, human_ms, shown, superscript};

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
    let mut steps = vec![("Baseline", baseline(input, row)), ("Jitter", jitter(input, row))];
    if let Some(step) = floor(input, row) {
        steps.push(("Retry-After", step));
    }
    steps.push(("Wait", wait(row)));
    steps.push(("Start", start(input, &plan.rows[..=index])));
    if let Some(step) = deadline(input, row) {
        steps.push(("Deadline", step));
    }
    Some(Explanation { steps })
}

fn baseline(input: &PlanInput, row: &Row) -> String {
    let backoff = &input.policy.backoff;
    let exponent = superscript(row.retry - 1);
    let growth = format!("{} × {}{exponent}", shown(&backoff.base_ms()), backoff.factor());
    let d = shown(&row.baseline);
    let is = equals([&row.baseline]);
    match backoff.cap_ms() {
        Some(cap) if row.baseline_capped => {
            format!("{growth} is above the cap of {}, so d = {d} ms.", shown(&cap))
        }
        Some(cap) => format!("{growth} {is} {d} ms, not above the cap of {}: d {is} {d} ms.", shown(&cap)),
        None => format!("{growth} {is} {d} ms; there is no cap."),
    }
}

fn jitter(input: &PlanInput, row: &Row) -> String {
    let d = shown(&row.baseline);
    let least = shown(&row.jittered.earliest);
    let most = shown(&row.jittered.latest);
    let backoff = &input.policy.backoff;
    match input.policy.jitter {
        Jitter::None => format!("None: the wait is d, {d} ms."),
        Jitter::Full => format!("Full: anywhere from 0 to d, {least} to {most} ms."),
        Jitter::Equal => {
            let half_is = equals([&row.baseline, &row.jittered.earliest]);
            let is = equals([&row.baseline]);
            format!("Equal: from d/2 {half_is} {least} to d {is} {most} ms.")
        }
        Jitter::Decorrelated => {
            let base = shown(&backoff.base_ms());
            let tripled = format!("{base} × 3{}", superscript(row.retry));
            let top = match backoff.cap_ms() {
                Some(cap) if row.jittered.latest == cap => {
                    format!("at most the cap of {most} ms, as {tripled} is not below it")
                }
                _ => format!("at most {tripled} = {most} ms"),
            };
            format!("Decorrelated: at least {least} ms, {top}. The baseline plays no part.")
        }
    }
}

fn floor(input: &PlanInput, row: &Row) -> Option<String> {
    let seconds = input.conditions.retry_after?.0;
    let floor = shown(&Exact::from_steps(seconds, 0).times(1000));
    let effect = match (row.earliest_by, row.latest_by) {
        (Binding::Floor, Binding::Floor) => "is above the whole range: both ends are raised to it",
        (Binding::Floor, _) => "is above the earliest wait, which is raised to it",
        _ => "is not above the range and changes nothing",
    };
    Some(format!("{seconds} s = {floor} ms {effect}."))
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
    let request = Exact::from_steps(input.conditions.request.0, 3);
    let end = |waits: Vec<&Exact>, start: &Exact| {
        let is = equals(waits.iter().copied().chain([start]));
        let mut terms: Vec<String> = Vec::new();
        if !request.is_zero() {
            terms.push(format!("{} × {}", row.retry, shown(&request)));
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
    let latest = end(rows.iter().map(|r| &r.wait.latest).collect(), &row.start.latest);
    if row.start.is_point() {
        return format!("{latest}{}.", in_words(&row.start.latest));
    }
    let earliest = end(rows.iter().map(|r| &r.wait.earliest).collect(), &row.start.earliest);
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
