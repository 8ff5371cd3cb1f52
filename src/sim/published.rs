//! The three published studies as scenarios.
//!
//! Each study's parameters start from its published values; what a study does
//! not define, it refuses.

use crate::rng::Generator;

use super::delay::{Backoff, DelayRule, Draw, Growth, Rounding};
use super::error::ScenarioError;
use super::scenario::{NamedPolicy, Scenario, ScenarioConfig, SeedRange, TickUnit};
use super::service::{Order, Outage, Service};

/// A published study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Study {
    /// Fixed-window contention.
    FixedWindow,
    /// The tick model.
    Tick,
    /// Recovery from an outage.
    Outage,
}

impl Study {
    /// The name in links and reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FixedWindow => "fixed-window",
            Self::Tick => "tick",
            Self::Outage => "outage",
        }
    }

    /// The policies the study defines.
    #[must_use]
    pub const fn policies(self) -> &'static [&'static str] {
        match self {
            Self::FixedWindow => &["immediate", "fixed", "exponential", "full"],
            Self::Tick => &["fixed", "exponential", "full", "equal", "decorrelated"],
            Self::Outage => &["fixed", "exponential", "full", "decorrelated"],
        }
    }
}

/// Fixed-window contention, in whole milliseconds.
#[derive(Clone, Debug, PartialEq)]
pub struct FixedWindow {
    /// Clients.
    pub clients: u32,
    /// Attempts accepted per window.
    pub capacity: u32,
    /// Window in ms.
    pub window_ms: u32,
    /// Retries after which a client gives up.
    pub retries: u32,
    /// Baseline of the first retry in ms; whole.
    pub base_ms: f64,
    /// Wait of the policy `fixed` in ms; whole.
    pub fixed_ms: f64,
    /// Cap in ms; whole.
    pub cap_ms: f64,
    /// Seeds of Mulberry32.
    pub seeds: SeedRange,
}

impl Default for FixedWindow {
    fn default() -> Self {
        Self {
            clients: 500,
            capacity: 25,
            window_ms: 100,
            retries: 8,
            base_ms: 250.0,
            fixed_ms: 500.0,
            cap_ms: 4000.0,
            seeds: SeedRange { first: 1, last: 100 },
        }
    }
}

impl FixedWindow {
    /// The scenario of these parameters with the named policies.
    ///
    /// # Errors
    /// Everything wrong with the parameters; policies other than
    /// [`Study::policies`]; base, cap and fixed that are not whole.
    pub fn scenario<S: AsRef<str>>(&self, policies: &[S]) -> Result<Scenario, Vec<ScenarioError>> {
        let fields = [("base", self.base_ms), ("fixed", self.fixed_ms), ("cap", self.cap_ms)];
        let errors = fields.into_iter().filter(|(_, value)| value.fract() != 0.0);
        let errors = errors.map(|(field, value)| ScenarioError::NotWhole { field, value });
        let growth = Growth::doubling(self.base_ms, self.cap_ms);
        let policies = named(Study::FixedWindow, policies, |name| {
            let backoff = match name {
                "immediate" => Backoff::Immediate,
                "fixed" => Backoff::Fixed { wait: self.fixed_ms },
                "exponential" => Backoff::Exponential(growth),
                "full" => Backoff::Full { growth, draw: Draw::Whole },
                _ => return None,
            };
            Some((backoff, Rounding::Floor, Some(self.retries)))
        });
        build(errors.collect(), policies, |policies| ScenarioConfig {
            tick: TickUnit::Millisecond,
            clients: self.clients,
            service: Service {
                window_ticks: self.window_ms,
                capacity: self.capacity,
                order: Order::Arrival,
                outage: None,
            },
            policies,
            seeds: self.seeds,
            generator: Generator::Mulberry32,
            horizon_ticks: None,
            peak_from_tick: None,
        })
    }
}

/// The tick model, in abstract ticks; base, cap and fixed may be fractional.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Clients.
    pub clients: u32,
    /// Attempts accepted per tick.
    pub capacity: u32,
    /// Base in ticks; the first retry's baseline is twice this.
    pub base: f64,
    /// Cap in ticks.
    pub cap: f64,
    /// Wait of the policy `fixed` in ticks.
    pub fixed: f64,
    /// Seeds of NumPy's generator.
    pub seeds: SeedRange,
}

/// The tick study ends after tick 3999.
const TICK_HORIZON: u64 = 4000;

impl Default for Tick {
    fn default() -> Self {
        Self {
            clients: 100,
            capacity: 10,
            base: 1.0,
            cap: 32.0,
            fixed: 2.0,
            seeds: SeedRange { first: 0, last: 29 },
        }
    }
}

impl Tick {
    /// The scenario of these parameters with the named policies.
    ///
    /// # Errors
    /// Everything wrong with the parameters; policies other than
    /// [`Study::policies`].
    pub fn scenario<S: AsRef<str>>(&self, policies: &[S]) -> Result<Scenario, Vec<ScenarioError>> {
        let growth = Growth { exponent_offset: 1, ..Growth::doubling(self.base, self.cap) };
        let policies = named(Study::Tick, policies, |name| {
            let backoff = match name {
                "fixed" => Backoff::Fixed { wait: self.fixed },
                "exponential" => Backoff::Exponential(growth),
                "full" => Backoff::Full { growth, draw: Draw::Real },
                "equal" => Backoff::Equal(growth),
                "decorrelated" => Backoff::Decorrelated { base: self.base, cap: self.cap },
                _ => return None,
            };
            Some((backoff, Rounding::HalfEven, None))
        });
        build(Vec::new(), policies, |policies| ScenarioConfig {
            tick: TickUnit::Abstract,
            clients: self.clients,
            service: Service { window_ticks: 1, capacity: self.capacity, order: Order::Random, outage: None },
            policies,
            seeds: self.seeds,
            generator: Generator::Pcg64,
            horizon_ticks: Some(TICK_HORIZON),
            peak_from_tick: None,
        })
    }
}

/// Recovery from an outage, in seconds; base, cap and fixed may be fractional.
#[derive(Clone, Debug, PartialEq)]
pub struct OutageRecovery {
    /// Clients.
    pub clients: u32,
    /// Seconds from the start in which every attempt fails.
    pub outage_s: u64,
    /// Attempts accepted per second afterwards.
    pub capacity: u32,
    /// Base in seconds.
    pub base_s: f64,
    /// Cap in seconds.
    pub cap_s: f64,
    /// Wait of the policy `fixed` in seconds.
    pub fixed_s: f64,
    /// Seeds of the 64-bit generator.
    pub seeds: SeedRange,
}

/// The outage study simulates seconds 0 to 599 at most.
const OUTAGE_HORIZON: u64 = 600;
/// The outage study's peak is taken from this second on.
const OUTAGE_PEAK_FROM: u64 = 5;

impl Default for OutageRecovery {
    fn default() -> Self {
        Self {
            clients: 10_000,
            outage_s: 20,
            capacity: 1500,
            base_s: 1.0,
            cap_s: 32.0,
            fixed_s: 1.0,
            seeds: SeedRange { first: 99, last: 99 },
        }
    }
}

impl OutageRecovery {
    /// The scenario of these parameters with the named policies.
    ///
    /// # Errors
    /// Everything wrong with the parameters; policies other than
    /// [`Study::policies`].
    pub fn scenario<S: AsRef<str>>(&self, policies: &[S]) -> Result<Scenario, Vec<ScenarioError>> {
        let growth = Growth::doubling(self.base_s, self.cap_s);
        let policies = named(Study::Outage, policies, |name| {
            let backoff = match name {
                "fixed" => Backoff::Fixed { wait: self.fixed_s },
                "exponential" => Backoff::Exponential(growth),
                "full" => Backoff::Full { growth, draw: Draw::Real },
                "decorrelated" => Backoff::Decorrelated { base: self.base_s, cap: self.cap_s },
                _ => return None,
            };
            Some((backoff, Rounding::Floor, None))
        });
        build(Vec::new(), policies, |policies| ScenarioConfig {
            tick: TickUnit::Second,
            clients: self.clients,
            service: Service {
                window_ticks: 1,
                capacity: self.capacity,
                order: Order::Client,
                outage: Some(Outage { from_tick: 0, until_tick: self.outage_s }),
            },
            policies,
            seeds: self.seeds,
            generator: Generator::Lcg64,
            horizon_ticks: Some(OUTAGE_HORIZON),
            peak_from_tick: Some(OUTAGE_PEAK_FROM),
        })
    }
}

type Rule = (Backoff, Rounding, Option<u32>);

/// The named policies, or an error for each name the study does not define.
fn named<S: AsRef<str>>(
    study: Study,
    names: &[S],
    rule: impl Fn(&str) -> Option<Rule>,
) -> Vec<Result<NamedPolicy, ScenarioError>> {
    let policy = |name: &S| {
        let name = name.as_ref().to_owned();
        match rule(&name) {
            Some((backoff, rounding, retries)) => {
                Ok(NamedPolicy { name, delay: DelayRule { backoff, rounding, floor_ticks: 0 }, retries })
            }
            None => Err(ScenarioError::UnknownPolicy { study, name }),
        }
    };
    names.iter().map(policy).collect()
}

/// Checks everything and reports all errors together.
fn build(
    mut errors: Vec<ScenarioError>,
    policies: Vec<Result<NamedPolicy, ScenarioError>>,
    config: impl FnOnce(Vec<NamedPolicy>) -> ScenarioConfig,
) -> Result<Scenario, Vec<ScenarioError>> {
    let (mut known, all) = (Vec::new(), policies.len());
    for policy in policies {
        match policy {
            Ok(policy) => known.push(policy),
            Err(error) => errors.push(error),
        }
    }
    // With only unknown names left the check for "no policy" would mislead.
    let hide_count = known.is_empty() && all > 0;
    match Scenario::new(config(known)) {
        Ok(scenario) if errors.is_empty() => Ok(scenario),
        Ok(_) => Err(errors),
        Err(more) => {
            let misleading = |e: &ScenarioError| {
                hide_count && matches!(e, ScenarioError::OutOfRange { field: "policies", .. })
            };
            errors.extend(more.into_iter().filter(|e| !misleading(e)));
            Err(errors)
        }
    }
}
