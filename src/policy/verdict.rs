//! The plan in one plain sentence.

use super::{DeadlineClass, Plan, PlanInput, Stop};
use crate::math::{Exact, chance, human_ms};

/// The sentence above the table: how many retries, when the last can start, and what the deadline does to them.
#[must_use]
pub fn verdict(input: &PlanInput, plan: &Plan) -> String {
    verdict_with(input, plan, &[])
}

/// The same sentence with how likely a miss is. `missing` holds, retry by retry, the probability of a start after
/// the deadline where it is known.
#[must_use]
pub fn verdict_with(input: &PlanInput, plan: &Plan, missing: &[Option<f64>]) -> String {
    let Some(last) = plan.rows.last() else {
        return match plan.stop {
            Some(Stop::RetryAfterOverLimit) => {
                "No retries: the Retry-After is above the limit at which this client gives up."
            }
            Some(Stop::CapReached) => "No retries: the first baseline is above the cap, which ends them.",
            None => "No retries: one request, sent once, with no waits.",
        }
        .to_owned();
    };
    let n = plan.rows.len();
    let retries = match (n, plan.max_requests) {
        (_, None) => format!("The first {n} of retries without limit"),
        (1, _) => "1 retry".to_owned(),
        _ => format!("{n} retries"),
    };
    let earliest = human_ms(&last.start.earliest);
    let latest = human_ms(&last.start.latest);
    let Some(deadline) = input.conditions.deadline else {
        let starts = if n == 1 { "it starts" } else { "the last starts" };
        return if last.start.is_point() {
            format!("{retries}; {starts} {latest} after the call began.")
        } else {
            format!("{retries}; {starts} between {earliest} and {latest} after the call began.")
        };
    };
    let deadline = human_ms(&Exact::from_steps(deadline.0, 3));
    let of_class = |class| -> Vec<u32> {
        plan.rows.iter().filter(|row| row.deadline == Some(class)).map(|row| row.retry).collect()
    };
    let may = of_class(DeadlineClass::MayMiss);
    let lost = of_class(DeadlineClass::Misses);
    let start = if n == 1 { "starts" } else { "all start" };
    if may.is_empty() && lost.is_empty() {
        return format!(
            "{retries}, {start} in time: the last at {latest} at the latest, within the {deadline} deadline."
        );
    }
    let mut clauses = Vec::new();
    if lost.is_empty() {
        clauses.push(format!("{retries}, {start} within {deadline} in the best case"));
    } else {
        clauses.push(retries);
    }
    if !may.is_empty() {
        let likely = likely(&may, missing).map_or(String::new(), |likely| format!(" ({likely})"));
        clauses.push(format!("{} may miss the {deadline} deadline{likely}", named(&may)));
    }
    if !lost.is_empty() {
        let verb = if lost.len() == 1 { "misses" } else { "miss" };
        let what = if may.is_empty() { format!("the {deadline} deadline") } else { "it".to_owned() };
        clauses.push(format!("{} {verb} {what} even at the earliest", named(&lost)));
    }
    format!("{}.", clauses.join("; "))
}

/// "retry 3" or "retries 3–7": starts never decrease, so retries of one class are neighbours.
fn named(retries: &[u32]) -> String {
    match retries {
        [] => String::new(),
        [only] => format!("retry {only}"),
        [first, .., last] => format!("retries {first}–{last}"),
    }
}

/// "37 %", or "4.2 % to 37 %" for several retries: later ones are likelier to miss.
fn likely(retries: &[u32], missing: &[Option<f64>]) -> Option<String> {
    let of = |retry: Option<&u32>| retry.and_then(|n| *missing.get(*n as usize - 1)?).map(chance);
    let (first, last) = (of(retries.first())?, of(retries.last())?);
    Some(if first == last { last } else { format!("{first} to {last}") })
}
