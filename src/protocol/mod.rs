//! Messages between the page and its workers.
//!
//! A message is a short JSON header and, for results, two arrays of numbers that are transferred
//! rather than copied. Every message names its job; replies to an older job are dropped.

mod payload;
mod shares;

use serde::{Deserialize, Serialize};

use crate::distribution::{Question, RetryLaws};
use crate::sim::{Estimate, ScenarioConfig};

pub use payload::{Payload, pack, unpack};
pub use shares::{TrialRange, shares};

/// What page and worker must agree on. Worker files are not named by their content, so an old cached
/// worker can meet a new page; the page then does without it.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "/2");

/// The event by which an engine that runs in the page itself hands over its channel.
pub const ENGINE_EVENT: &str = "retryscope-engine";

/// From the page to a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case")]
pub enum Command {
    /// Tell what a scenario will cost.
    Estimate {
        /// The job.
        job: u32,
        /// The scenario.
        scenario: ScenarioConfig,
    },
    /// Run some trials. An older job of this worker ends without a word.
    Run {
        /// The job.
        job: u32,
        /// The scenario.
        scenario: ScenarioConfig,
        /// This worker's share of its trials.
        share: Vec<TrialRange>,
    },
    /// Compute the laws of a plan's waits and starts, beside whatever runs.
    Distribute {
        /// The number of the question; the answer to the latest one counts.
        job: u32,
        /// The question.
        question: Question,
    },
    /// Stop the run, if one is under way.
    Cancel,
}

/// From a worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "reply", rename_all = "kebab-case")]
pub enum Reply {
    /// The worker can take commands; sent once, first.
    Ready {
        /// Its [`VERSION`].
        version: String,
    },
    /// What a scenario will cost.
    Estimated {
        /// The job.
        job: u32,
        /// The estimate.
        estimate: Estimate,
    },
    /// The laws of a plan's waits and starts.
    Distributed {
        /// The number of the question.
        job: u32,
        /// The laws, retry by retry.
        laws: Vec<RetryLaws>,
    },
    /// How far a share is.
    Progress {
        /// The job.
        job: u32,
        /// Attempts played so far.
        attempts: u64,
    },
    /// Some finished trials; their numbers are the message's [`Payload`].
    Results {
        /// The job.
        job: u32,
    },
    /// The share is finished and all its results are sent.
    Finished {
        /// The job.
        job: u32,
    },
    /// The share cannot go on.
    Failed {
        /// The job.
        job: u32,
        /// Why, in words.
        message: String,
    },
}
