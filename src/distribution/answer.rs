//! What is answered about each retry.

use serde::{Deserialize, Serialize};

/// Mean, standard deviation and percentiles of a time, in ms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The mean.
    pub mean_ms: f64,
    /// The standard deviation.
    pub sd_ms: f64,
    /// The percentiles asked for, in the order asked: each the least value at or below which that share lies.
    pub percentiles_ms: Vec<f64>,
}

/// The law of one retry's wait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WaitLaw {
    /// Mean, standard deviation and percentiles.
    pub summary: Summary,
    /// The share of waits that are exactly the cap; 0 without a cap.
    pub at_cap: f64,
}

/// The law of one retry's start, counted from the start of the call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StartLaw {
    /// Mean, standard deviation and percentiles.
    pub summary: Summary,
    /// The probability of a start at or before the deadline; `None` without one.
    pub in_time: Option<f64>,
    /// The share of starts in each of [`StartLaw::BINS`] equal parts of the range from the earliest to the
    /// latest start, for drawing; empty where there is only one possible start.
    pub shares: Vec<f64>,
}

impl StartLaw {
    /// Into how many parts the range is cut for drawing.
    pub const BINS: usize = 48;
}

/// The laws of one retry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RetryLaws {
    /// Its wait.
    pub wait: WaitLaw,
    /// Its start; `None` where it is not computed: times so large that their squares would leave the doubles.
    pub start: Option<StartLaw>,
}
