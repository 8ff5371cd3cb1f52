//! Policies of one client and their exact plan. Pure: no clock, IO, DOM or randomness.

mod backoff;
mod cap;
mod check;
mod conditions;
mod config;
mod describe;
pub mod dialect_limits;
mod explain;
mod field;
mod fit;
mod growth;
mod jitter;
pub mod limits;
mod notes;
mod plan;
pub mod polly;
mod relevance;
pub mod retry_after;
mod rounding;
mod server_delay;
mod verdict;
mod wait;
mod write;

pub use backoff::{Backoff, Baseline};
pub use cap::{AtCap, Cap, CapOrder};
pub use conditions::Conditions;
pub use config::PlanConfig;
pub use describe::{describe, retry_after as retry_after_in_words};
pub use explain::{Explanation, explain};
pub use field::{Accepts, Field, FieldGroup, NameSpec};
pub use fit::Fit;
pub use growth::Growth;
pub use jitter::{Feedback, Jitter};
pub use notes::{Note, notes};
pub use plan::{Binding, DeadlineClass, Plan, Range, Row, Stop};
pub use rounding::{Rounding, RoundingMode};
pub use server_delay::{Heard, OverLimit, RetryAfterRule, RetryAfterUse};
pub use verdict::{verdict, verdict_with};
pub use wait::Draw;

use crate::units::Micros;

/// How many retries may follow the initial request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RetryLimit {
    /// At most this many retries, so at most one more request.
    AtMost(u32),
    /// No limit; a plan then covers a stated number of rows.
    Unlimited,
}

/// How the first retry differs from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstRetry {
    /// It does not.
    Normal,
    /// It starts at once; growth counts it all the same.
    Immediate,
    /// It waits exactly the base, without jitter.
    Exact,
}

/// What one client does: when it waits how long, and how often it tries again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    /// The rule for the baseline delay.
    pub backoff: Backoff,
    /// How the baseline becomes a range of waits.
    pub jitter: Jitter,
    /// How a drawn wait is rounded; `None`: not at all.
    pub rounding: Option<Rounding>,
    /// The least wait, after everything but a Retry-After (and not before an immediate first retry).
    pub min: Micros,
    /// How the first retry differs.
    pub first: FirstRetry,
    /// What a Retry-After does.
    pub retry_after: RetryAfterRule,
    /// How many retries there can be.
    pub retries: RetryLimit,
}

impl Policy {
    /// A policy of the plain calculator: nothing but backoff, jitter and a number of retries;
    /// a Retry-After is a floor.
    #[must_use]
    pub const fn plain(backoff: Backoff, jitter: Jitter, retries: RetryLimit) -> Self {
        Self {
            backoff,
            jitter,
            rounding: None,
            min: Micros(0),
            first: FirstRetry::Normal,
            retry_after: RetryAfterRule::PLAIN,
            retries,
        }
    }
}

/// A checked question to the planner.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlanInput {
    /// The policy.
    pub policy: Policy,
    /// Its surroundings.
    pub conditions: Conditions,
    /// The library whose policy this is, by its id; changes no number.
    pub client: Option<String>,
}
