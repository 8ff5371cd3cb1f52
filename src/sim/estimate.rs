//! What a run will cost, before it is started.

use serde::{Deserialize, Serialize};

use super::error::RunError;
use super::limits::{MAX_ESTIMATED_ATTEMPTS, MAX_TRIAL_ATTEMPTS};
use super::machine::machine;
use super::scenario::Scenario;

/// Clients of the small trial that stands for a large one.
const PILOT_CLIENTS: u32 = 1000;
/// Attempts after which a pilot is broken off.
const PILOT_ATTEMPTS: u32 = 200_000;

/// The expected cost of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Estimate {
    /// About how many attempts one trial of each policy makes.
    pub attempts_per_trial: Vec<u64>,
    /// About how many attempts the run makes in all.
    pub attempts: u64,
    /// About how many bytes the engine and all results need together at most.
    pub memory_bytes: u64,
}

impl Estimate {
    /// Estimates the work of `scenario` by a pilot: one trial with clients and
    /// capacity scaled down together to about 1000 clients. It takes some
    /// milliseconds per policy, always gives the same numbers, and is exact
    /// for scenarios that need no scaling and whose trials are alike.
    ///
    /// Where the pilot does not come to its end within its own bound, the
    /// upper bound stands in: no client is ever served.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Self {
        let pilot = pilot(scenario);
        let policies = 0..scenario.policies.len();
        let attempts_per_trial: Vec<u64> = policies
            .map(|policy| {
                attempts_of_pilot(&pilot, policy).map_or_else(
                    || most_attempts(scenario, policy),
                    |attempts| {
                        let scaled = u128::from(attempts) * u128::from(scenario.clients);
                        (scaled / u128::from(pilot.clients)) as u64
                    },
                )
            })
            .collect();
        let per_seed = attempts_per_trial.iter().fold(0_u64, |a, &b| a.saturating_add(b));
        Self {
            attempts: per_seed.saturating_mul(scenario.seeds.trials()),
            attempts_per_trial,
            memory_bytes: memory_bytes(scenario),
        }
    }

    /// Refuses a run whose estimate exceeds the bounds.
    ///
    /// # Errors
    /// [`RunError::TooMuchWork`] or [`RunError::TrialTooLong`].
    pub fn check(&self) -> Result<(), RunError> {
        if self.attempts > MAX_ESTIMATED_ATTEMPTS {
            return Err(RunError::TooMuchWork { attempts: self.attempts, max: MAX_ESTIMATED_ATTEMPTS });
        }
        let longest = self.attempts_per_trial.iter().max();
        if longest.is_some_and(|&attempts| attempts > u64::from(MAX_TRIAL_ATTEMPTS)) {
            return Err(RunError::TrialTooLong { max: MAX_TRIAL_ATTEMPTS });
        }
        Ok(())
    }
}

/// The scenario with clients and capacity divided by the same number, as far
/// as the capacity stays whole enough: at least 1.
fn pilot(scenario: &Scenario) -> Scenario {
    let divisor = (scenario.clients / PILOT_CLIENTS).clamp(1, scenario.service.capacity.max(1));
    let mut config = scenario.clone().into_config();
    config.clients = (scenario.clients / divisor).max(1);
    config.service.capacity = (scenario.service.capacity / divisor).max(1);
    Scenario::new(config).expect("smaller numbers of the same scenario")
}

/// Attempts of one trial of the pilot, `None` when it is broken off.
fn attempts_of_pilot(pilot: &Scenario, policy: usize) -> Option<u32> {
    if pilot.clients > PILOT_ATTEMPTS / 2 {
        return None;
    }
    let mut machine = machine(pilot, policy);
    machine.begin(pilot.seeds.first);
    while let Some(attempts) = machine.step() {
        if attempts > PILOT_ATTEMPTS {
            return None;
        }
    }
    Some(machine.finish().0.attempts)
}

/// Attempts if no client were ever served: each makes all the retries that its
/// limit and the horizon allow at its shortest mean wait.
fn most_attempts(scenario: &Scenario, policy: usize) -> u64 {
    let rule = &scenario.policies[policy];
    let by_limit = rule.retries.map_or(u64::MAX, u64::from);
    let by_horizon =
        scenario.horizon_ticks.map_or(u64::MAX, |ticks| (ticks - 1) / rule.delay.shortest_mean_ticks());
    u64::from(scenario.clients).saturating_mul(by_limit.min(by_horizon).saturating_add(1))
}

/// An upper bound of the memory: pending attempts in the queue and its sorted
/// copies, success times, the ring, and the series and numbers of all trials.
fn memory_bytes(scenario: &Scenario) -> u64 {
    /// Client, retry, memory and list link, twice for growing buffers.
    const PER_CLIENT: u64 = 120;
    /// Ring slots with a partly filled chunk each.
    const RING: u64 = 16_384 * 32 * 24;
    /// A trial's numbers.
    const PER_TRIAL: u64 = 400;
    let points = scenario.max_series_points() as u64;
    let trials = scenario.total_trials();
    u64::from(scenario.clients) * PER_CLIENT + RING + trials * (PER_TRIAL + 12 * points)
}
