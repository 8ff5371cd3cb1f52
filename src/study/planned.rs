//! A policy of a plan as a policy of a scenario: its text form, and the engine's table of it.

use crate::math::Exact;
use crate::policy::{
    Conditions, Draw, Feedback, Field, FirstRetry, Heard, Jitter, Plan, PlanConfig, PlanInput, RetryAfterUse,
    RetryLimit, Rounding, RoundingMode, Row, polly,
};
use crate::sim::limits::{MAX_RETRIES, MAX_WAIT_TICKS};
use crate::sim::{Planned, PlannedMemory, PlannedMode, PlannedRounding, PlannedRow, PlannedServer};
use crate::units::{Factor, Micros, Problem};

/// Retries tabulated at first; more only where waits still grow and time is left.
const FIRST_ROWS: u32 = 64;
/// A client whose next retry starts later than this never comes back: the longest horizon, in ms.
const LATEST_START_MS: u64 = 86_400_000;

/// Reads a policy from `key=value&…`, as plan links have it.
///
/// # Errors
/// Everything wrong in one problem: the text stands in one field.
pub(super) fn read(text: &str) -> Result<PlanInput, Problem> {
    let mut config = PlanConfig::default();
    let mut wrong = Vec::new();
    for (key, value) in form_urlencoded::parse(text.trim().as_bytes()) {
        match Field::from_key(&key) {
            Some(field) if belongs(field) => config.set(field, value),
            Some(_) => wrong.push(format!("{key} is no part of a policy")),
            None => wrong.push(format!("{key} is not known")),
        }
    }
    let input = config.check();
    wrong.extend(input.as_ref().err().into_iter().flatten().map(ToString::to_string));
    match input {
        Ok(input) if wrong.is_empty() => Ok(input),
        _ => Err(Problem::Other(format!("is no policy: {}", wrong.join("; ")))),
    }
}

/// Whether a field of a plan is a trait of the client or of the server's answers, not of the call.
fn belongs(field: Field) -> bool {
    !matches!(field, Field::Request | Field::RequestMost | Field::AttemptTimeout | Field::Deadline)
}

/// The canonical text of a policy.
pub(super) fn write(input: &PlanInput) -> String {
    let config = PlanConfig::from_input(&without_call(input));
    let mut text = form_urlencoded::Serializer::new(String::new());
    for field in Field::ALL.iter().filter(|field| config.is_given(**field)) {
        text.append_pair(field.key(), config.text(*field));
    }
    text.finish().replace("%2C", ",")
}

/// The policy alone: a simulated request takes no time, and only the horizon ends a call.
pub(super) fn without_call(input: &PlanInput) -> PlanInput {
    let Conditions { retry_after, retry_afters, .. } = input.conditions.clone();
    let conditions = Conditions { retry_after, retry_afters, ..Conditions::default() };
    PlanInput { policy: input.policy.clone(), conditions, client: input.client.clone() }
}

/// The engine's table of a policy, in ticks of 1 ms, and the retries after which a client gives up.
pub(super) fn table(input: &PlanInput) -> (Planned, Option<u32>) {
    let input = without_call(input);
    let policy = &input.policy;
    let plan = long_enough(&input);
    let retries = match (policy.retries, plan.stop) {
        (RetryLimit::Unlimited, None) => None,
        (RetryLimit::AtMost(n), None) => Some(n),
        (_, Some(_)) => Some(plan.rows.len() as u32),
    };
    let mut rows: Vec<PlannedRow> = plan.rows.iter().map(|row| planned_row(&input, row)).collect();
    if rows.is_empty() {
        // No retry ever happens; the engine wants a row all the same.
        rows.push(nothing());
    }
    let planned = Planned {
        rows,
        memory: memory(&input),
        rounding: policy.rounding.as_ref().map(rounding),
        most: on_wait(&input).map(|cap| cap.to_f64()),
        least: millis(policy.min),
    };
    (planned, retries)
}

/// A plan with as many rows as can matter.
fn long_enough(input: &PlanInput) -> Plan {
    let most = match input.policy.retries {
        RetryLimit::AtMost(n) => n.min(MAX_RETRIES),
        RetryLimit::Unlimited => MAX_RETRIES,
    };
    let latest = Exact::from_steps(LATEST_START_MS, 0);
    let mut count = FIRST_ROWS.min(most);
    loop {
        let mut longer = input.clone();
        longer.policy.retries = RetryLimit::AtMost(count);
        let plan = Plan::new(&longer);
        let settled = match plan.rows.as_slice() {
            [.., before, last] => before.drawn == last.drawn && before.wait == last.wait && !has_polly(input),
            _ => true,
        };
        let too_late = plan.rows.last().is_none_or(|row| row.start.earliest > latest);
        if count == most || settled || too_late || plan.stop.is_some() {
            return plan;
        }
        count = count.saturating_mul(4).min(most);
    }
}

fn has_polly(input: &PlanInput) -> bool {
    input.policy.jitter == Jitter::Polly
}

fn millis(micros: Micros) -> f64 {
    Exact::from_steps(micros.0, 3).to_f64()
}

fn factor(factor: Factor) -> f64 {
    Exact::from_steps(factor.0, 6).to_f64()
}

/// A time in ticks; what lies beyond every horizon is cut to the engine's longest wait.
fn ticks(ms: &Exact) -> f64 {
    ms.to_f64().min(f64::from(MAX_WAIT_TICKS))
}

/// The cap on waits. Decorrelated jitter has one by its definition.
fn on_wait(input: &PlanInput) -> Option<Exact> {
    let cap = &input.policy.backoff.cap;
    if input.policy.jitter == Jitter::Decorrelated && cap.on_ends().is_none() {
        cap.ms()
    } else {
        cap.on_wait()
    }
}

fn nothing() -> PlannedRow {
    PlannedRow {
        from: 0.0,
        width: 0.0,
        power: 1,
        from_memory: false,
        baseline: 0.0,
        is_plain: false,
        server: PlannedServer::Nothing,
    }
}

fn planned_row(input: &PlanInput, row: &Row) -> PlannedRow {
    let (from, width, power, from_memory) = match &row.draw {
        Draw::Uniform(range) => {
            let (from, to) = (ticks(&range.earliest), ticks(&range.latest));
            (from, to - from, 1, false)
        }
        Draw::Power { from, width, power } => (ticks(from), ticks(width), *power, false),
        Draw::Feedback | Draw::Polly => (0.0, 0.0, 1, true),
    };
    let is_plain = row.retry == 1 && input.policy.first == FirstRetry::Immediate;
    PlannedRow {
        from,
        width,
        power,
        from_memory,
        baseline: ticks(&row.raised_baseline),
        is_plain,
        server: server(input, row),
    }
}

fn server(input: &PlanInput, row: &Row) -> PlannedServer {
    let Some(Heard::Obeyed { ms, .. }) = &row.heard else { return PlannedServer::Nothing };
    let rule = &input.policy.retry_after;
    let at = ticks(ms);
    match rule.usage {
        // The latter acts on the baseline, which the row has already.
        RetryAfterUse::Ignored | RetryAfterUse::FloorUnderBaseline => PlannedServer::Nothing,
        RetryAfterUse::Floor => PlannedServer::Floor { floor: at },
        RetryAfterUse::Override => {
            let least = millis(input.policy.min);
            PlannedServer::Instead { from: at.max(least), to: (at * factor(rule.stretch)).max(least) }
        }
        RetryAfterUse::Clamp { extra } => PlannedServer::Within { at, extra: millis(extra) },
    }
}

fn memory(input: &PlanInput) -> Option<PlannedMemory> {
    let policy = &input.policy;
    let base = millis(policy.backoff.base);
    if has_polly(input) {
        return Some(PlannedMemory::Polly {
            factor: factor(policy.backoff.multiplier),
            scale: base / polly::DIVISOR,
        });
    }
    let Feedback { first, pre, lo, hi, from_base, post } = policy.jitter.feedback()?;
    let cap = &policy.backoff.cap;
    let before = cap.on_baseline(2).filter(|_| policy.jitter != Jitter::Decorrelated);
    Some(PlannedMemory::Feedback {
        first: (base * factor(first.0), base * factor(first.1)),
        pre: factor(pre),
        cap: before.map(|cap| cap.to_f64()),
        lo: factor(lo),
        hi: factor(hi),
        lower_end: from_base.then(|| base * factor(lo)),
        ends: cap.on_ends().map(|cap| cap.to_f64()),
        post: factor(post),
    })
}

fn rounding(rounding: &Rounding) -> PlannedRounding {
    PlannedRounding {
        unit: rounding.unit_ms().to_f64(),
        mode: match rounding.mode {
            RoundingMode::Floor => PlannedMode::Floor,
            RoundingMode::Nearest => PlannedMode::Nearest,
            RoundingMode::Ceiling => PlannedMode::Ceiling,
            RoundingMode::TowardBaseline => PlannedMode::TowardBaseline,
        },
        inclusive: rounding.inclusive,
    }
}
