//! What follows the draw: rounding, a factor, a cap on waits, the least wait.

use crate::math::{Exact, shown};
use crate::policy::{Jitter, PlanInput, Range, RoundingMode, Row};
use crate::units::Factor;

/// The steps that a policy has beyond the plain ones, each with its result.
pub(super) fn steps(input: &PlanInput, row: &Row) -> Vec<(&'static str, String)> {
    let policy = &input.policy;
    let mut steps = Vec::new();
    if let Some(rounding) = policy.rounding {
        let unit = shown(&rounding.unit_ms());
        let how = match rounding.mode {
            RoundingMode::Floor => "down",
            RoundingMode::Nearest => "to the nearest",
            RoundingMode::Ceiling => "up",
            RoundingMode::TowardBaseline => "towards d",
        };
        let top = if rounding.inclusive { ", the top included" } else { "" };
        let post = match policy.jitter {
            Jitter::Feedback(rule) if rule.post != Factor::whole(1) && row.retry > 1 => {
                format!(", then × {}", Exact::from_steps(rule.post.0, 6))
            }
            _ => String::new(),
        };
        steps.push((
            "Rounding",
            format!("{how} to multiples of {unit} ms{top}{post}: {}.", ends(&row.rounded)),
        ));
    }
    if let Some(cap) = policy.backoff.cap.on_wait().filter(|cap| row.rounded.latest > *cap) {
        steps.push(("Cap", format!("The wait is cut to {} ms.", shown(&cap))));
    }
    let least = Exact::from_steps(policy.min.0, 3);
    if row.rounded.earliest < least {
        steps.push(("Least wait", format!("No wait is shorter than {} ms.", shown(&least))));
    }
    steps
}

fn ends(range: &Range) -> String {
    if range.is_point() {
        format!("{} ms", shown(&range.latest))
    } else {
        format!("{} to {} ms", shown(&range.earliest), shown(&range.latest))
    }
}
