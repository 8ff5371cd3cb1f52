//! Running trials in slices, and putting their results together.

use serde::{Deserialize, Serialize};

use super::error::RunError;
use super::limits::MAX_TRIAL_ATTEMPTS;
use super::machine::{Machine, machine};
use super::metrics::TrialMetrics;
use super::scenario::Scenario;
use super::series::Series;

/// One trial to run: a policy of the scenario and a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TrialId {
    /// Index of the policy in the scenario.
    pub policy: u32,
    /// Seed of the trial's generator.
    pub seed: u64,
}

/// All trials of a scenario, policy by policy, seeds ascending.
#[must_use]
pub fn trials(scenario: &Scenario) -> Vec<TrialId> {
    let policies = 0..scenario.policies.len() as u32;
    let seeds = scenario.seeds.first..=scenario.seeds.last;
    policies.flat_map(|policy| seeds.clone().map(move |seed| TrialId { policy, seed })).collect()
}

/// The result of one trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrialResult {
    /// Which trial it is.
    pub id: TrialId,
    /// Its numbers.
    pub metrics: TrialMetrics,
    /// Its course.
    pub series: Series,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Attempts played so far over all trials.
    pub attempts: u64,
    /// Trials finished.
    pub trials_done: usize,
    /// Trials in all.
    pub trials: usize,
}

impl Progress {
    /// Whether every trial is finished.
    #[must_use]
    pub fn finished(self) -> bool {
        self.trials_done == self.trials
    }
}

/// Runs a list of trials in slices. The results depend only on the scenario
/// and each trial's id, not on the slices or on the list.
pub struct Run {
    scenario: Scenario,
    trials: Vec<TrialId>,
    /// The machine and the policy it was made for.
    machine: Option<(u32, Box<dyn Machine>)>,
    /// Whether the machine is inside a trial.
    playing: bool,
    /// Attempts of finished trials.
    attempts: u64,
    /// Attempts of the trial being played.
    current: u64,
    done: usize,
    results: Vec<TrialResult>,
}

impl Run {
    /// A run of `trials`, which may be all of [`trials`](fn@trials) or a
    /// worker's share. Runs fastest when equal policies are adjacent.
    ///
    /// # Panics
    /// While advancing, when a trial names a policy that the scenario lacks.
    #[must_use]
    pub fn new(scenario: Scenario, trials: Vec<TrialId>) -> Self {
        Self {
            scenario,
            trials,
            machine: None,
            playing: false,
            attempts: 0,
            current: 0,
            done: 0,
            results: Vec::new(),
        }
    }

    /// Plays on until about `budget` more attempts are made (at least one
    /// stretch of time; a tick is never divided, so one call may exceed the
    /// budget by the attempts of a tick, or of a window of few clients).
    ///
    /// # Errors
    /// [`RunError::TrialTooLong`]; calling again gives it again.
    pub fn advance(&mut self, budget: u64) -> Result<Progress, RunError> {
        let target = (self.attempts + self.current).saturating_add(budget.max(1));
        while self.done < self.trials.len() && self.attempts + self.current < target {
            self.advance_trial(target)?;
        }
        Ok(self.progress())
    }

    /// How far the run is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress { attempts: self.attempts + self.current, trials_done: self.done, trials: self.trials.len() }
    }

    /// The results finished since the last call, in the order of the list.
    pub fn take_results(&mut self) -> Vec<TrialResult> {
        std::mem::take(&mut self.results)
    }

    fn advance_trial(&mut self, target: u64) -> Result<(), RunError> {
        let id = self.trials[self.done];
        let machine = match &mut self.machine {
            Some((policy, machine)) if *policy == id.policy => machine,
            other => {
                let made = machine(&self.scenario, id.policy as usize);
                &mut other.insert((id.policy, made)).1
            }
        };
        if !self.playing {
            machine.begin(id.seed);
            self.playing = true;
        }
        while let Some(attempts) = machine.step() {
            if attempts > MAX_TRIAL_ATTEMPTS {
                return Err(RunError::TrialTooLong { max: MAX_TRIAL_ATTEMPTS });
            }
            self.current = u64::from(attempts);
            if self.attempts + self.current >= target {
                return Ok(());
            }
        }
        let (metrics, series) = machine.finish();
        self.playing = false;
        self.attempts += u64::from(metrics.attempts);
        self.current = 0;
        self.done += 1;
        self.results.push(TrialResult { id, metrics, series });
        Ok(())
    }
}

/// The results of a whole scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// For each policy its trials, seeds ascending.
    pub policies: Vec<Vec<TrialResult>>,
}

impl Results {
    /// Puts together results from any number of runs in any order.
    #[must_use]
    pub fn merge(scenario: &Scenario, mut results: Vec<TrialResult>) -> Self {
        results.sort_by_key(|result| result.id);
        let mut policies: Vec<Vec<TrialResult>> = Vec::new();
        policies.resize_with(scenario.policies.len(), Vec::new);
        for result in results {
            policies[result.id.policy as usize].push(result);
        }
        Self { policies }
    }
}

/// Runs a whole scenario in one go.
///
/// # Errors
/// As [`Run::advance`].
pub fn simulate(scenario: &Scenario) -> Result<Results, RunError> {
    let mut run = Run::new(scenario.clone(), trials(scenario));
    while !run.advance(u64::MAX)?.finished() {}
    Ok(Results::merge(scenario, run.take_results()))
}
