//! The checks of a scenario: every violation, in the order of the fields.

use super::delay::{Backoff, Growth};
use super::error::ScenarioError;
use super::limits::{
    MAX_CLIENTS, MAX_HORIZON_TICKS, MAX_MULTIPLIER, MAX_POLICIES, MAX_RETRIES, MAX_TRIALS, MAX_WAIT_TICKS,
    MAX_WINDOW_TICKS,
};
use super::planned::Planned;
use super::scenario::{NamedPolicy, ScenarioConfig};
use super::wait::{MAX_TABLE_ROWS, settled_at};

/// All violations of `config`.
pub(super) fn violations(config: &ScenarioConfig) -> Vec<ScenarioError> {
    let mut checks = Checks::default();
    checks.range("clients", config.clients, 1.0, MAX_CLIENTS);
    checks.service(config);
    let policies = config.policies.len() as u32;
    checks.range("policies", policies, 1.0, MAX_POLICIES as u32);
    for (index, policy) in config.policies.iter().enumerate() {
        checks.policy = Some(index);
        checks.policy(config, index, policy);
    }
    checks.policy = None;
    checks.seeds(config);
    let horizon = MAX_HORIZON_TICKS as f64;
    if let Some(ticks) = config.horizon_ticks {
        checks.real("horizon", ticks as f64, 1.0, horizon);
    }
    if let Some(tick) = config.peak_from_tick {
        checks.real("peak_from", tick as f64, 0.0, horizon);
    }
    checks.errors
}

#[derive(Default)]
struct Checks {
    policy: Option<usize>,
    errors: Vec<ScenarioError>,
}

impl Checks {
    fn range(&mut self, field: &'static str, value: u32, min: f64, max: u32) {
        self.real(field, f64::from(value), min, f64::from(max));
    }

    /// Not a number is outside every range.
    fn real(&mut self, field: &'static str, value: f64, min: f64, max: f64) {
        if !(min..=max).contains(&value) {
            self.errors.push(ScenarioError::OutOfRange { field, policy: self.policy, value, min, max });
        }
    }

    /// A length of time above 0. The least is a millionth of a tick: no unit
    /// that a policy is written in is finer.
    fn wait(&mut self, field: &'static str, value: f64) {
        self.real(field, value, 1e-6, f64::from(MAX_WAIT_TICKS));
    }

    fn service(&mut self, config: &ScenarioConfig) {
        let service = &config.service;
        self.range("window", service.window_ticks, 1.0, MAX_WINDOW_TICKS);
        self.range("capacity", service.capacity, 1.0, u32::MAX);
        if let Some(outage) = service.outage {
            let until = outage.until_tick as f64;
            self.real("outage", until, 0.0, MAX_HORIZON_TICKS as f64);
            if outage.until_tick < outage.from_tick {
                self.errors.push(ScenarioError::OutageReversed);
            }
        }
    }

    fn policy(&mut self, config: &ScenarioConfig, index: usize, policy: &NamedPolicy) {
        let earlier = &config.policies[..index];
        if policy.name.is_empty() || earlier.iter().any(|p| p.name == policy.name) {
            self.errors.push(ScenarioError::Name { policy: index, name: policy.name.clone() });
        }
        match &policy.delay.backoff {
            Backoff::Immediate => {}
            Backoff::Fixed { wait } => {
                self.real("fixed", *wait, 0.0, f64::from(MAX_WAIT_TICKS));
            }
            Backoff::Exponential(growth) | Backoff::Equal(growth) | Backoff::Full { growth, .. } => {
                self.growth(index, growth, policy.retries);
            }
            Backoff::Decorrelated { base, cap } => {
                self.wait("base", *base);
                self.wait("cap", *cap);
            }
            Backoff::Planned(planned) => self.planned(planned),
        }
        self.range("floor", policy.delay.floor_ticks, 0.0, MAX_WAIT_TICKS);
        match policy.retries {
            Some(retries) => self.range("retries", retries, 0.0, MAX_RETRIES),
            None if config.horizon_ticks.is_none() => {
                self.errors.push(ScenarioError::NeedsHorizon { policy: index });
            }
            None => {}
        }
    }

    /// A table is made by a program from a checked policy; what would break the engine is refused all the same.
    fn planned(&mut self, planned: &Planned) {
        let rows = planned.rows.len() as u32;
        self.range("rows", rows, 1.0, MAX_TABLE_ROWS);
        let most = f64::from(MAX_WAIT_TICKS);
        for row in &planned.rows {
            // A shift can take more away than there is; such a wait is 0.
            self.real("from", row.from, -most, most);
            self.real("width", row.width, 0.0, 2.0 * most);
            self.real("power", f64::from(row.power), 1.0, 100.0);
        }
        self.real("least", planned.least, 0.0, most);
    }

    fn growth(&mut self, index: usize, growth: &Growth, retries: Option<u32>) {
        let before = self.errors.len();
        self.wait("base", growth.base);
        self.real("multiplier", growth.multiplier, 1.0, MAX_MULTIPLIER);
        self.wait("cap", growth.cap);
        self.range("exponent_offset", growth.exponent_offset, 0.0, 1);
        let valid = self.errors.len() == before;
        if valid && retries.is_none() && settled_at(growth).is_none() {
            self.errors.push(ScenarioError::SlowGrowth { policy: index, max: MAX_TABLE_ROWS });
        }
    }

    fn seeds(&mut self, config: &ScenarioConfig) {
        let seeds = config.seeds;
        if seeds.last < seeds.first {
            self.errors.push(ScenarioError::SeedsReversed { first: seeds.first, last: seeds.last });
            return;
        }
        self.real("trials", seeds.trials() as f64, 1.0, MAX_TRIALS as f64);
        if seeds.last > config.generator.max_seed() {
            self.errors.push(ScenarioError::SeedTooLarge {
                generator: config.generator.name(),
                bits: config.generator.seed_bits(),
                last: seeds.last,
            });
        }
    }
}
