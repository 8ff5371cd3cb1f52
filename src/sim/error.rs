//! What can be wrong with a scenario, and what can stop a run.

use thiserror::Error;

use super::published::Study;
use crate::math::group_digits;

/// A violation found in a scenario. Values are in ticks unless named.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ScenarioError {
    /// A number outside its range. `policy` is the index of the policy that
    /// holds the field, when one does.
    #[error("{field} must be from {min} to {max}, got {value}")]
    OutOfRange {
        /// Field, in the words of the scenario's types.
        field: &'static str,
        /// Index of the policy.
        policy: Option<usize>,
        /// What it is.
        value: f64,
        /// Least allowed.
        min: f64,
        /// Greatest allowed.
        max: f64,
    },
    /// A number that must be whole is not.
    #[error("{field} must be a whole number here, got {value}")]
    NotWhole {
        /// Field, in the words of the scenario's types.
        field: &'static str,
        /// What it is.
        value: f64,
    },
    /// A policy without a name, or with another one's.
    #[error("policy {} needs a name of its own, got {name:?}", policy + 1)]
    Name {
        /// Index of the policy.
        policy: usize,
        /// What it is.
        name: String,
    },
    /// The range of seeds runs backwards.
    #[error("the last seed ({last}) must not be below the first ({first})")]
    SeedsReversed {
        /// First seed.
        first: u64,
        /// Last seed.
        last: u64,
    },
    /// A seed that the generator cannot take.
    #[error("seeds of {generator} have {bits} bits, got {last}")]
    SeedTooLarge {
        /// The generator's name.
        generator: &'static str,
        /// Bits of its seeds.
        bits: u32,
        /// The last seed.
        last: u64,
    },
    /// Unlimited retries without an end.
    #[error("policy {} retries without limit, which needs a horizon", policy + 1)]
    NeedsHorizon {
        /// Index of the policy.
        policy: usize,
    },
    /// The baseline would take too many retries to reach the cap.
    #[error(
        "policy {} grows too slowly: without a limit of retries the cap must be \
         reached within {} retries",
        policy + 1,
        group_digits(&max.to_string())
    )]
    SlowGrowth {
        /// Index of the policy.
        policy: usize,
        /// Most retries until the cap.
        max: u32,
    },
    /// An outage that ends before it begins.
    #[error("the outage must end after it begins")]
    OutageReversed,
    /// A study does not define this policy.
    #[error("the {} study does not define the policy {name:?}; it has {}", study.name(), study.policies().join(", "))]
    UnknownPolicy {
        /// The study.
        study: Study,
        /// What was asked for.
        name: String,
    },
}

/// Why a run was refused or stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// The estimate of the work exceeds the bound.
    #[error(
        "the run would make about {} requests, more than the limit of {}: \
         fewer clients or seeds or more capacity make it possible, and where the \
         scenario has them fewer retries or a shorter horizon",
        group_digits(&attempts.to_string()),
        group_digits(&max.to_string())
    )]
    TooMuchWork {
        /// Estimated attempts.
        attempts: u64,
        /// The bound.
        max: u64,
    },
    /// One trial made more attempts than a trial may; the run cannot go on.
    #[error("a trial makes more than {} requests, the limit of one trial", group_digits(&max.to_string()))]
    TrialTooLong {
        /// The bound.
        max: u32,
    },
}
