//! The baseline of a retry in words.

use super::equals;
use crate::math::{Exact, shown, superscript};
use crate::policy::{Growth, PlanInput, Row};
use crate::units::Micros;

pub(super) fn sentence(input: &PlanInput, row: &Row) -> String {
    let backoff = &input.policy.backoff;
    let formula = formula(input, row.retry);
    let d = shown(&row.baseline);
    let is = equals([&row.baseline]);
    let Some(limit) = backoff.cap_ms() else { return format!("{formula} {is} {d} ms; there is no cap.") };
    let limit = shown(&limit);
    if row.baseline_capped {
        return format!("{formula} is above the cap of {limit}, so d = {d} ms.");
    }
    if backoff.cap.on_baseline(row.retry).is_none() {
        return format!("{formula} {is} {d} ms; the cap does not act here.");
    }
    format!("{formula} {is} {d} ms, not above the cap of {limit}: d {is} {d} ms.")
}

/// The growth with this policy's numbers: "500 × 2³".
fn formula(input: &PlanInput, retry: u32) -> String {
    let backoff = &input.policy.backoff;
    let base = shown(&backoff.base_ms());
    let ms = |micros: &Micros| shown(&Exact::from_steps(micros.0, 3));
    match &backoff.growth {
        Growth::None => "No wait: d".to_owned(),
        Growth::Constant => format!("Constant: {base}"),
        Growth::Linear => format!("{base} × {retry}"),
        Growth::Exponential { offset, most_exponent } => {
            let exponent = i64::from(retry) - 1 + i64::from(*offset);
            let exponent = most_exponent.map_or(exponent, |most| exponent.min(most.into()));
            let factor = backoff.factor();
            match u32::try_from(exponent) {
                Ok(exponent) => format!("{base} × {factor}{}", superscript(exponent)),
                Err(_) => format!("{base} ÷ {factor}"),
            }
        }
        Growth::Polynomial { step, power } => {
            format!("{base} + {} × {}{}", ms(step), retry - 1, superscript(*power))
        }
        Growth::Fibonacci => format!("{base} × Fibonacci number {retry}"),
        Growth::DoublingThenLinear { doublings } if retry > doublings + 1 => {
            format!("{base} × 2{} × {}", superscript(*doublings), retry - doublings)
        }
        Growth::DoublingThenLinear { .. } => format!("{base} × 2{}", superscript(retry - 1)),
        Growth::List(waits) if retry as usize > waits.len() => "The last stated wait".to_owned(),
        Growth::List(_) => format!("Stated wait {retry}"),
    }
}
