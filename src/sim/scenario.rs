//! A checked scenario: everything that fixes a run's result.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::rng::Generator;

use super::check;
use super::delay::DelayRule;
use super::error::ScenarioError;
use super::limits::{MAX_SERIES_COUNTS, MAX_SERIES_POINTS, MIN_SERIES_POINTS};
use super::service::Service;

/// What one tick stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TickUnit {
    /// 1 ms.
    Millisecond,
    /// 1 s.
    Second,
    /// No real time.
    Abstract,
}

impl TickUnit {
    /// Milliseconds in a tick; `None` when a tick is no real time.
    #[must_use]
    pub const fn milliseconds(self) -> Option<u32> {
        match self {
            Self::Millisecond => Some(1),
            Self::Second => Some(1000),
            Self::Abstract => None,
        }
    }
}

/// A policy under its name in the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NamedPolicy {
    /// Unique among the scenario's policies and not empty.
    pub name: String,
    /// How long a client waits before each retry.
    pub delay: DelayRule,
    /// Retries after which a client gives up; `None` for no limit, which
    /// needs a horizon.
    pub retries: Option<u32>,
}

/// The seeds of a run: `first` to `last`, both included; one trial each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedRange {
    /// First seed.
    pub first: u64,
    /// Last seed, at least `first`.
    pub last: u64,
}

impl SeedRange {
    /// Number of trials, at most `u64::MAX`.
    #[must_use]
    pub const fn trials(self) -> u64 {
        (self.last - self.first).saturating_add(1)
    }
}

/// A scenario as written, unchecked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScenarioConfig {
    /// What a tick is.
    pub tick: TickUnit,
    /// Clients; each makes its first attempt at tick 0, in client order.
    pub clients: u32,
    /// The server.
    pub service: Service,
    /// The policies compared; every one meets the same seeds.
    pub policies: Vec<NamedPolicy>,
    /// The seeds.
    pub seeds: SeedRange,
    /// The generator; each trial has its own, seeded with the trial's seed.
    pub generator: Generator,
    /// Attempts due at this tick or later are not made.
    pub horizon_ticks: Option<u64>,
    /// Windows that start here or later count for `peak_after`.
    pub peak_from_tick: Option<u64>,
}

/// A scenario that satisfies every limit and can be run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Scenario(ScenarioConfig);

impl Scenario {
    /// Checks `config`.
    ///
    /// # Errors
    /// All its violations, in the order of the fields.
    pub fn new(config: ScenarioConfig) -> Result<Self, Vec<ScenarioError>> {
        let errors = check::violations(&config);
        if errors.is_empty() { Ok(Self(config)) } else { Err(errors) }
    }

    /// The scenario as written.
    #[must_use]
    pub fn into_config(self) -> ScenarioConfig {
        self.0
    }

    /// Trials of the whole run: policies × seeds.
    #[must_use]
    pub fn total_trials(&self) -> u64 {
        self.policies.len() as u64 * self.seeds.trials()
    }

    /// Most points a trial's series may have, so that the series of all
    /// trials together stay within [`MAX_SERIES_COUNTS`]. A longer trial sums
    /// 2, 4, 8 … windows in a point and says so.
    #[must_use]
    pub fn max_series_points(&self) -> usize {
        let fair = MAX_SERIES_COUNTS / (3 * self.total_trials());
        fair.clamp(MIN_SERIES_POINTS, MAX_SERIES_POINTS) as usize
    }
}

impl Deref for Scenario {
    type Target = ScenarioConfig;

    fn deref(&self) -> &ScenarioConfig {
        &self.0
    }
}
