//! What plays trials, whichever order the server takes attempts in.

use crate::rng::{Generator, Lcg64, Mulberry32, Pcg64, Source, Xoshiro256};

use super::arrival::ArrivalEngine;
use super::client_order::ClientEngine;
use super::metrics::TrialMetrics;
use super::scenario::Scenario;
use super::series::Series;
use super::service::Order;
use super::wait::AnyWait;

/// Plays one trial after another, keeping its memory.
pub(super) trait Machine: Send {
    /// Begins the trial of `seed`; the one before must have been finished.
    fn begin(&mut self, seed: u64);

    /// Plays a stretch of time that is never divided: the tick, or for few
    /// clients up to 64 ticks. `None` when nothing is pending any more,
    /// otherwise the trial's attempts so far.
    fn step(&mut self) -> Option<u32>;

    /// The result of the trial played to its end.
    fn finish(&mut self) -> (TrialMetrics, Series);
}

/// The machine of one of the scenario's policies.
pub(super) fn machine(scenario: &Scenario, policy: usize) -> Box<dyn Machine> {
    match scenario.generator {
        Generator::Mulberry32 => with_source::<Mulberry32>(scenario, policy),
        Generator::Pcg64 => with_source::<Pcg64>(scenario, policy),
        Generator::Lcg64 => with_source::<Lcg64>(scenario, policy),
        Generator::Xoshiro256 => with_source::<Xoshiro256>(scenario, policy),
    }
}

fn with_source<G>(scenario: &Scenario, policy: usize) -> Box<dyn Machine>
where
    G: Source + Send + 'static,
{
    let rule = &scenario.policies[policy];
    let wait = AnyWait::new(&rule.delay, rule.retries);
    if scenario.service.order != Order::Arrival {
        return Box::new(ClientEngine::<G>::new(scenario, policy, wait));
    }
    match wait {
        AnyWait::Steady(wait) => Box::new(ArrivalEngine::<G, _>::new(scenario, policy, wait)),
        AnyWait::WholeFull(wait) => Box::new(ArrivalEngine::<G, _>::new(scenario, policy, wait)),
        AnyWait::Scaled(wait) => Box::new(ArrivalEngine::<G, _>::new(scenario, policy, wait)),
        AnyWait::Decorrelated(wait) => Box::new(ArrivalEngine::<G, _>::new(scenario, policy, wait)),
        AnyWait::Planned(wait) => Box::new(ArrivalEngine::<G, _>::new(scenario, policy, wait)),
    }
}
