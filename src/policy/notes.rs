//! Things about a valid input that surprise people, each with its own numbers.

use super::{Binding, Jitter, Plan, PlanInput};
use crate::math::{Exact, human_ms};

/// A remark on a valid input. It changes no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// A stable name for programs.
    pub code: &'static str,
    /// One sentence for people.
    pub text: String,
}

/// The remarks on a plan made from `input`, most surprising first.
#[must_use]
pub fn notes(input: &PlanInput, plan: &Plan) -> Vec<Note> {
    let backoff = &input.policy.backoff;
    let mut notes = Vec::new();
    let mut add = |code, text| notes.push(Note { code, text });

    let base = backoff.base_ms();
    if let Some(cap) = backoff.cap_ms().filter(|cap| *cap < base) {
        let (base, cap) = (human_ms(&base), human_ms(&cap));
        add(
            "base_above_cap",
            format!("The base of {base} is above the cap of {cap}, so every baseline is the cap."),
        );
    }
    let floored = plan.rows.iter().filter(|row| row.latest_by == Binding::Floor).count();
    if floored > 0 {
        let seconds = input.conditions.retry_after.map_or(0, |s| s.0);
        let floor = human_ms(&Exact::from_steps(seconds, 0).times(1000));
        let which = if floored == plan.rows.len() {
            "every wait".to_owned()
        } else {
            format!("{floored} of {} waits", plan.rows.len())
        };
        let spread = match input.policy.jitter {
            Jitter::None => "",
            _ => " and leaves no jitter there, so clients told the same number return together",
        };
        add("floor_decides", format!("Retry-After lifts {which} to exactly {floor}{spread}."));
    }
    if input.policy.jitter == Jitter::Decorrelated {
        add(
            "multiplier_unused",
            "Decorrelated jitter grows from the previous wait: the multiplier plays no part.".to_owned(),
        );
    }
    notes
}
