//! The draw of a wait in words.

use super::equals;
use crate::math::{Exact, shown, superscript};
use crate::policy::{AtCap, Jitter, PlanInput, Row};
use crate::units::{Factor, Micros};

pub(super) fn sentence(input: &PlanInput, row: &Row, previous: Option<&Row>) -> String {
    let d = shown(&row.raised_baseline);
    let least = shown(&row.drawn.earliest);
    let most = shown(&row.drawn.latest);
    let backoff = &input.policy.backoff;
    if row.baseline_capped && backoff.cap.at_cap == AtCap::NoJitter {
        return format!("At the cap there is no jitter: the wait is d, {d} ms.");
    }
    match input.policy.jitter {
        Jitter::None => format!("None: the wait is d, {d} ms."),
        Jitter::Full => format!("Full: anywhere from 0 to d, {least} to {most} ms."),
        Jitter::Equal => {
            let half_is = equals([&row.raised_baseline, &row.drawn.earliest]);
            let is = equals([&row.raised_baseline]);
            format!("Equal: from d/2 {half_is} {least} to d {is} {most} ms.")
        }
        Jitter::Decorrelated => decorrelated(input, row),
        Jitter::Scale { lo, hi } => {
            format!("Scale: d × {} to d × {}, {least} to {most} ms.", factor(lo), factor(hi))
        }
        Jitter::Shift { down, up, grows } => {
            let times = if grows { format!("{} × ", row.retry) } else { String::new() };
            let (down, up) = (ms(down), ms(up));
            format!("Shift: d − {times}{down} to d + {times}{up}, {least} to {most} ms.")
        }
        Jitter::Window { lo } if row.drawn.is_point() => {
            format!("Window: d is not above the lower end, so the wait is {} ms.", ms(lo))
        }
        Jitter::Window { .. } => format!("Window: anywhere from {least} ms to d, {most} ms."),
        Jitter::Power { up, power } => {
            let exponent = superscript(power);
            format!("Power: d + {} × U(0, 1){exponent}, {least} to {most} ms, denser near d.", ms(up))
        }
        Jitter::Polly => {
            let n = row.retry;
            format!(
                "Polly: from 0 to {base} × (f({n}) − f({})) / 1.4 ≈ {most} ms, with f(t) = {factor}^t × tanh(√(4t)).",
                i64::from(n) - 2,
                base = shown(&backoff.base_ms()),
                factor = backoff.factor()
            )
        }
        Jitter::Feedback(rule) => match previous {
            None => {
                let (lo, hi) = (factor(rule.first.0), factor(rule.first.1));
                format!("Feedback: the first wait is base × {lo} to base × {hi}, {least} to {most} ms.")
            }
            Some(before) => {
                let pre = if rule.pre == Factor::whole(1) {
                    String::new()
                } else {
                    format!(" × {}", factor(rule.pre))
                };
                let from = if rule.from_base { "the base" } else { "it" };
                format!(
                    "Feedback: the wait before, {} to {} ms{pre}; the draw goes from {from} × {} to it × {}, {least} to {most} ms.",
                    shown(&before.jittered.earliest),
                    shown(&before.jittered.latest),
                    factor(rule.lo),
                    factor(rule.hi),
                )
            }
        },
    }
}

fn factor(factor: Factor) -> Exact {
    Exact::from_steps(factor.0, 6)
}

fn ms(micros: Micros) -> String {
    shown(&Exact::from_steps(micros.0, 3))
}

fn decorrelated(input: &PlanInput, row: &Row) -> String {
    let backoff = &input.policy.backoff;
    let least = shown(&row.jittered.earliest);
    let most = shown(&row.jittered.latest);
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
