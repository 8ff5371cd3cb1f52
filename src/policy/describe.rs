//! A policy in words, part by part, under labels that are the same for every policy, so that two can be compared.

use super::{
    AtCap, CapOrder, FirstRetry, Growth, Jitter, OverLimit, Policy, RetryAfterUse, RetryLimit, RoundingMode,
};
use crate::math::{Exact, human_ms, superscript};
use crate::units::{Factor, Micros};

/// The parts of a policy: label and words.
#[must_use]
pub fn describe(policy: &Policy) -> Vec<(&'static str, String)> {
    vec![
        ("Retries", retries(policy)),
        ("Growth", growth(policy)),
        ("Cap", cap(policy)),
        ("Jitter", jitter(policy)),
        ("Rounding", rounding(policy)),
        ("Least wait", if policy.min.0 == 0 { "none".to_owned() } else { ms(policy.min) }),
        ("First retry", first(policy.first).to_owned()),
        ("Retry-After", retry_after(policy)),
    ]
}

fn ms(micros: Micros) -> String {
    human_ms(&Exact::from_steps(micros.0, 3))
}

fn factor(factor: Factor) -> Exact {
    Exact::from_steps(factor.0, 6)
}

fn retries(policy: &Policy) -> String {
    match policy.retries {
        RetryLimit::AtMost(n) => format!("{n}, so at most {} requests", u64::from(n) + 1),
        RetryLimit::Unlimited => "without limit".to_owned(),
    }
}

fn growth(policy: &Policy) -> String {
    let backoff = &policy.backoff;
    let base = ms(backoff.base);
    if policy.jitter.has_memory() && policy.jitter != Jitter::Polly {
        return format!("from the wait before; base {base}");
    }
    match &backoff.growth {
        Growth::None => "no wait".to_owned(),
        Growth::Constant => format!("always {base}"),
        Growth::Linear => format!("{base} × n"),
        Growth::Exponential { offset, most_exponent } => {
            let exponent = match offset {
                0 => "ⁿ⁻¹",
                1 => "ⁿ",
                2 => "ⁿ⁺¹",
                _ => "ⁿ⁻²",
            };
            let most = most_exponent.map(|most| format!(", exponent at most {most}")).unwrap_or_default();
            format!("{base} × {}{exponent}{most}", backoff.factor())
        }
        Growth::Polynomial { step, power } => {
            format!("{base} + {} × (n − 1){}", ms(*step), superscript(*power))
        }
        Growth::Fibonacci => format!("{base} × Fibonacci numbers"),
        Growth::DoublingThenLinear { doublings } => format!("{base} doubled {doublings} times, then linear"),
        Growth::List(waits) => waits.iter().map(|wait| ms(*wait)).collect::<Vec<_>>().join(", "),
    }
}

fn cap(policy: &Policy) -> String {
    let cap = &policy.backoff.cap;
    let order = match cap.order {
        CapOrder::Before => "before jitter",
        CapOrder::After => "after jitter",
        CapOrder::Both => "before and after jitter",
        CapOrder::Ends => "on the ends of the draw",
    };
    let Some(limit) = cap.limit else {
        // Without jitter and limit the order says nothing.
        return if policy.jitter == Jitter::None {
            "none".to_owned()
        } else {
            format!("none; one would act {order}")
        };
    };
    let first = if cap.skips_first { ", not on retry 1" } else { "" };
    let at_cap = match cap.at_cap {
        AtCap::Stay => "",
        AtCap::NoJitter => "; at the cap there is no jitter",
        AtCap::End => "; retries end where the baseline would pass it",
    };
    format!("{}, {order}{first}{at_cap}", ms(limit))
}

fn jitter(policy: &Policy) -> String {
    match policy.jitter {
        Jitter::None => "none".to_owned(),
        Jitter::Full => "full: 0 to d".to_owned(),
        Jitter::Equal => "equal: d/2 to d".to_owned(),
        Jitter::Decorrelated => "decorrelated: base to 3 × the wait before".to_owned(),
        Jitter::Scale { lo, hi } => format!("d × {} to {}", factor(lo), factor(hi)),
        Jitter::Shift { down, up, grows } => {
            let times = if grows { "n × " } else { "" };
            match (down.0, up.0) {
                (0, _) => format!("d + 0 to {times}{}", ms(up)),
                (_, 0) => format!("d − 0 to {times}{}", ms(down)),
                _ => format!("d − {times}{} to d + {times}{}", ms(down), ms(up)),
            }
        }
        Jitter::Window { lo } => format!("{} to d", ms(lo)),
        Jitter::Power { up, power } => format!("d + {} × U(0, 1){}", ms(up), superscript(power)),
        Jitter::Feedback(rule) => {
            let (lo, hi) = (factor(rule.lo), factor(rule.hi));
            let from = if rule.from_base { "base" } else { "the wait before" };
            let around = rule.pre.0 as u128 * rule.post.0 as u128;
            let grown = if around == 1_000_000_000_000 {
                String::new()
            } else {
                format!(", times {}", factor(rule.pre).product(&factor(rule.post)))
            };
            format!("{from} × {lo} to the wait before × {hi}{grown}")
        }
        Jitter::Polly => "Polly v8\u{2019}s curve".to_owned(),
    }
}

fn rounding(policy: &Policy) -> String {
    let Some(rounding) = policy.rounding else { return "none".to_owned() };
    let how = match rounding.mode {
        RoundingMode::Floor => "down",
        RoundingMode::Nearest => "to the nearest",
        RoundingMode::Ceiling => "up",
        RoundingMode::TowardBaseline => "towards d",
    };
    let steps = if rounding.each_step { ", at every step too" } else { "" };
    format!("{how} to {}{steps}", ms(rounding.unit))
}

const fn first(first: FirstRetry) -> &'static str {
    match first {
        FirstRetry::Normal => "like the others",
        FirstRetry::Immediate => "at once",
        FirstRetry::Exact => "exactly the base",
    }
}

/// What a Retry-After does, as far as the policy says.
#[must_use]
pub fn retry_after(policy: &Policy) -> String {
    let rule = &policy.retry_after;
    let mut said = match rule.usage {
        RetryAfterUse::Ignored => return "ignored".to_owned(),
        RetryAfterUse::Floor => "a floor under the wait".to_owned(),
        RetryAfterUse::FloorUnderBaseline => "a floor under the baseline; jitter comes on top".to_owned(),
        RetryAfterUse::Override if rule.stretch == Factor::whole(1) => {
            "waited instead of the own wait".to_owned()
        }
        RetryAfterUse::Override => {
            format!("waited instead of the own wait, drawn up to {} times longer", factor(rule.stretch))
        }
        RetryAfterUse::Clamp { extra } => {
            format!("used, never earlier than the own wait and at most {} later", ms(extra))
        }
    };
    if let Some(limit) = rule.limit.map(ms) {
        said.push_str(&match rule.over_limit {
            OverLimit::Truncate => format!("; cut to {limit}"),
            OverLimit::GiveUp => format!("; above {limit} the client gives up"),
            OverLimit::OwnWait => format!("; above {limit} it keeps its own wait"),
        });
    }
    if rule.ignores_zero {
        said.push_str("; zero leaves the own wait");
    }
    said
}
