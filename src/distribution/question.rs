//! The question in plain numbers: what is drawn before each retry, and what becomes of the draw.

use serde::{Deserialize, Serialize};

use crate::math::Exact;
use crate::policy::{
    Draw, FirstRetry, Heard, Jitter, Plan, PlanInput, Policy, RetryAfterRule, RetryAfterUse, RoundingMode,
    Row,
};
use crate::units::Factor;

/// Times at or above this many ms are not computed: their squares would leave the doubles.
const MOST_MS: f64 = 1e150;
/// Most retries that are computed one by one.
const MOST_ROWS: usize = 1000;

/// What is asked of a plan, in doubles. Times in ms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    pub(super) family: Family,
    pub(super) steps: Vec<Step>,
    /// How long one request lasts, at least and at most.
    pub(super) request: (f64, f64),
    pub(super) deadline: Option<f64>,
    pub(super) cap: Option<f64>,
    /// The percentiles asked for, each above 0 and below 100.
    pub(super) percents: Vec<f64>,
}

/// How the draws of different retries hang together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Family {
    /// They do not.
    Independent,
    /// Each is drawn from the wait before.
    Feedback(Rule),
    /// Neighbours share a point of Polly's curve.
    Polly { base: f64, factor: f64 },
}

/// [`crate::policy::Feedback`] in doubles, the factors of the base multiplied out.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Rule {
    pub(super) first: (f64, f64),
    pub(super) pre: f64,
    /// The lower end of the draw where it does not depend on the wait before.
    pub(super) fixed_lo: Option<f64>,
    pub(super) lo: f64,
    pub(super) hi: f64,
    pub(super) post: f64,
}

/// One retry.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Step {
    pub(super) drawn: Drawn,
    /// No draw is above this.
    pub(super) drawn_most: f64,
    /// The previous wait times the factor before the draw is at most this (feedback only).
    pub(super) grown_most: Option<f64>,
    /// The ends of a feedback draw are at most this.
    pub(super) ends_most: Option<f64>,
    pub(super) snap: Option<Snap>,
    /// A cap on the rounded wait.
    pub(super) most: Option<f64>,
    pub(super) least: f64,
    pub(super) sent: Sent,
    /// The exact ranges of wait and start.
    pub(super) wait: (f64, f64),
    pub(super) start: (f64, f64),
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Drawn {
    Uniform { lo: f64, hi: f64 },
    Power { from: f64, width: f64, power: f64 },
    Feedback,
    Polly,
}

/// How a draw is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Snap {
    pub(super) unit: f64,
    pub(super) to: SnapTo,
    /// How much further up the draw reaches.
    pub(super) reach: f64,
}

/// Which multiple of the unit a draw becomes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum SnapTo {
    Below,
    Nearest,
    Above,
    /// The distance from this value is rounded down.
    Toward(f64),
}

/// What a Retry-After does to the wait.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Sent {
    Nothing,
    Floor(f64),
    /// Uniform from `lo` to `hi` instead of the client's own wait, but not below `least`.
    Instead {
        lo: f64,
        hi: f64,
        least: f64,
    },
    /// `ms` moved into [own wait, own wait + extra].
    Clamp {
        ms: f64,
        extra: f64,
    },
}

impl Question {
    /// The question about the rows of `plan`, which was made from `input`. Rows whose times do not fit the
    /// doubles are left out with all after them. Percents outside (0, 100) are left out too.
    #[must_use]
    pub fn new(input: &PlanInput, plan: &Plan, percents: &[f64]) -> Self {
        let policy = &input.policy;
        let fits = |row: &&Row| row.start.latest.to_f64() < MOST_MS && row.drawn.latest.to_f64() < MOST_MS;
        let steps =
            plan.rows.iter().take(MOST_ROWS).take_while(fits).map(|row| Step::new(policy, row)).collect();
        let base = policy.backoff.base_ms().to_f64();
        let family = match (policy.jitter, policy.jitter.feedback()) {
            (Jitter::Polly, _) => Family::Polly { base, factor: policy.backoff.factor().to_f64() },
            (_, Some(rule)) => Family::Feedback(Rule {
                first: (base * double(rule.first.0), base * double(rule.first.1)),
                pre: double(rule.pre),
                fixed_lo: rule.from_base.then(|| base * double(rule.lo)),
                lo: double(rule.lo),
                hi: double(rule.hi),
                post: double(rule.post),
            }),
            _ => Family::Independent,
        };
        Self {
            family,
            steps,
            request: pair(&input.conditions.request_range()),
            deadline: input.conditions.deadline.map(|deadline| Exact::from_steps(deadline.0, 3).to_f64()),
            cap: policy.backoff.cap_ms().map(|cap| cap.to_f64()),
            percents: percents.iter().copied().filter(|percent| *percent > 0.0 && *percent < 100.0).collect(),
        }
    }
}

impl Step {
    fn new(policy: &Policy, row: &Row) -> Self {
        let drawn = match &row.draw {
            Draw::Uniform(range) => {
                let (lo, hi) = pair(range);
                Drawn::Uniform { lo, hi }
            }
            Draw::Power { from, width, power } => {
                Drawn::Power { from: from.to_f64(), width: width.to_f64(), power: f64::from(*power) }
            }
            Draw::Feedback => Drawn::Feedback,
            Draw::Polly => Drawn::Polly,
        };
        let is_immediate = row.retry == 1 && policy.first == FirstRetry::Immediate;
        let snap = policy.rounding.filter(|_| !is_immediate).map(|rounding| {
            let unit = rounding.unit_ms().to_f64();
            let to = match rounding.mode {
                RoundingMode::Floor => SnapTo::Below,
                RoundingMode::Nearest => SnapTo::Nearest,
                RoundingMode::Ceiling => SnapTo::Above,
                RoundingMode::TowardBaseline => SnapTo::Toward(row.raised_baseline.to_f64()),
            };
            let reach = if rounding.inclusive && to == SnapTo::Below { unit } else { 0.0 };
            Snap { unit, to, reach }
        });
        let cap = &policy.backoff.cap;
        let least = Exact::from_steps(policy.min.0, 3).to_f64();
        Self {
            drawn,
            drawn_most: row.drawn.latest.to_f64(),
            grown_most: (policy.jitter != Jitter::Decorrelated)
                .then(|| cap.on_baseline(row.retry))
                .flatten()
                .map(|cap| cap.to_f64()),
            ends_most: cap.on_ends().map(|cap| cap.to_f64()),
            snap,
            most: policy.cap_on_wait().map(|cap| cap.to_f64()),
            least: if is_immediate { 0.0 } else { least },
            sent: Sent::new(&policy.retry_after, row.heard.as_ref(), least),
            wait: pair(&row.wait),
            start: pair(&row.start),
        }
    }
}

impl Sent {
    fn new(rule: &RetryAfterRule, heard: Option<&Heard>, least: f64) -> Self {
        let Some(Heard::Obeyed { ms, .. }) = heard else { return Self::Nothing };
        let ms = ms.to_f64();
        match rule.usage {
            RetryAfterUse::Floor => Self::Floor(ms),
            RetryAfterUse::Override => Self::Instead { lo: ms, hi: ms * double(rule.stretch), least },
            RetryAfterUse::Clamp { extra } => {
                Self::Clamp { ms, extra: Exact::from_steps(extra.0, 3).to_f64() }
            }
            RetryAfterUse::FloorUnderBaseline | RetryAfterUse::Ignored => Self::Nothing,
        }
    }
}

fn double(factor: Factor) -> f64 {
    Exact::from_steps(factor.0, 6).to_f64()
}

fn pair(range: &crate::policy::Range) -> (f64, f64) {
    (range.earliest.to_f64(), range.latest.to_f64())
}
