//! Policies of one client and their exact plan. Pure: no clock, IO, DOM or randomness.

mod backoff;
mod config;
mod explain;
mod fit;
mod jitter;
pub mod limits;
mod notes;
mod plan;
pub mod retry_after;
mod verdict;

pub use backoff::Backoff;
pub use config::{Choice, Field, PlanConfig};
pub use explain::{Explanation, explain};
pub use fit::Fit;
pub use jitter::Jitter;
pub use notes::{Note, notes};
pub use plan::{Binding, DeadlineClass, Plan, Range, Row};
pub use verdict::verdict;

use crate::units::{Micros, Seconds};

/// How many retries may follow the initial request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RetryLimit {
    /// At most this many retries, so at most one more request.
    AtMost(u32),
    /// No limit; a plan then covers a stated number of rows.
    Unlimited,
}

/// What one client does: when it waits how long, and how often it tries again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    /// The rule for the baseline delay.
    pub backoff: Backoff,
    /// How the baseline becomes a range of waits.
    pub jitter: Jitter,
    /// How many retries there can be.
    pub retries: RetryLimit,
}

/// What surrounds the policy in one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conditions {
    /// Time every request takes, the failed ones too.
    pub request: Micros,
    /// Floor under every wait, as a server's Retry-After sets it; `None`: none was sent.
    pub retry_after: Option<Seconds>,
    /// Limit on the whole call from its start; `None`: no limit.
    pub deadline: Option<Micros>,
}

/// A checked question to the planner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlanInput {
    /// The policy.
    pub policy: Policy,
    /// Its surroundings.
    pub conditions: Conditions,
}
