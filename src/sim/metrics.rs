//! What one trial amounts to.

use serde::{Deserialize, Serialize};

/// The numbers of one trial. Times are in ticks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrialMetrics {
    /// Clients whose call succeeded.
    pub successes: u32,
    /// Clients that gave up after their last retry.
    pub failures: u32,
    /// Clients still waiting when the horizon was reached. Every client is in
    /// exactly one of the three.
    pub unfinished: u32,
    /// Attempts that arrived, first ones included.
    pub attempts: u32,
    /// Retries that were rejected, during an outage too.
    pub collisions: u32,
    /// Most retries in one window.
    pub peak_retries_per_window: u32,
    /// Most attempts in one window.
    pub peak_attempts_per_window: u32,
    /// Most attempts in one window among those that start at the scenario's
    /// `peak_from_tick` or later, 0 when there is none; `None` when the
    /// scenario asks for no such peak.
    pub peak_after: Option<u32>,
    /// Attempts ÷ clients.
    pub amplification: f64,
    /// Tick of the first success; `None`, like the three below, without one.
    pub first_success_ticks: Option<f64>,
    /// Median tick of success over the successful clients (the mean of the
    /// middle two for an even count).
    pub median_success_ticks: Option<f64>,
    /// Nearest-rank 95th percentile: element ⌈0.95·n⌉ of the n successes.
    pub p95_success_ticks: Option<f64>,
    /// Tick of the last success.
    pub last_success_ticks: Option<f64>,
    /// Time to drain: ticks played until nothing was pending, that is the last
    /// arrival's tick + 1; `None` when the horizon came first.
    pub drain_ticks: Option<f64>,
    /// Last arrival's tick + 1, drained or not (the tick study's `ticks`).
    pub arrival_ticks: f64,
    /// Ticks simulated: time to drain, or the horizon (the outage study's
    /// `done_at`).
    pub simulated_ticks: f64,
}

/// A metric, for tables and summaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is the field of TrialMetrics of that name")]
pub enum Metric {
    Successes,
    Failures,
    Unfinished,
    Attempts,
    Collisions,
    PeakRetriesPerWindow,
    PeakAttemptsPerWindow,
    PeakAfter,
    Amplification,
    FirstSuccess,
    MedianSuccess,
    P95Success,
    LastSuccess,
    Drain,
    Arrival,
    Simulated,
}

impl Metric {
    /// All metrics, in table order.
    pub const ALL: [Self; 16] = [
        Self::Successes,
        Self::Failures,
        Self::Unfinished,
        Self::Attempts,
        Self::Collisions,
        Self::PeakRetriesPerWindow,
        Self::PeakAttemptsPerWindow,
        Self::PeakAfter,
        Self::Amplification,
        Self::FirstSuccess,
        Self::MedianSuccess,
        Self::P95Success,
        Self::LastSuccess,
        Self::Drain,
        Self::Arrival,
        Self::Simulated,
    ];

    /// Whether the value is a time in ticks.
    #[must_use]
    pub const fn is_time(self) -> bool {
        matches!(
            self,
            Self::FirstSuccess
                | Self::MedianSuccess
                | Self::P95Success
                | Self::LastSuccess
                | Self::Drain
                | Self::Arrival
                | Self::Simulated
        )
    }

    /// The metric's value in one trial; `None` where it has none.
    #[must_use]
    pub fn of(self, trial: &TrialMetrics) -> Option<f64> {
        let count = |value: u32| Some(f64::from(value));
        match self {
            Self::Successes => count(trial.successes),
            Self::Failures => count(trial.failures),
            Self::Unfinished => count(trial.unfinished),
            Self::Attempts => count(trial.attempts),
            Self::Collisions => count(trial.collisions),
            Self::PeakRetriesPerWindow => count(trial.peak_retries_per_window),
            Self::PeakAttemptsPerWindow => count(trial.peak_attempts_per_window),
            Self::PeakAfter => trial.peak_after.map(f64::from),
            Self::Amplification => Some(trial.amplification),
            Self::FirstSuccess => trial.first_success_ticks,
            Self::MedianSuccess => trial.median_success_ticks,
            Self::P95Success => trial.p95_success_ticks,
            Self::LastSuccess => trial.last_success_ticks,
            Self::Drain => trial.drain_ticks,
            Self::Arrival => Some(trial.arrival_ticks),
            Self::Simulated => Some(trial.simulated_ticks),
        }
    }
}
