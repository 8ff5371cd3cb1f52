//! From checked values to the engine's scenario.

use super::check::PolicyInput;
use super::fields::ORDERS;
use super::{PolicyKind, ScenarioKind, planned};
use crate::rng::Generator;
use crate::sim::{
    Backoff, DelayRule, Draw, FixedWindow, Growth, NamedPolicy, Order, Outage, OutageRecovery, Scenario,
    ScenarioConfig, ScenarioError, SeedRange, Service, Tick, TickUnit,
};

/// Microseconds in a millisecond, millionths in one.
const MICROS_PER_MS: f64 = 1000.0;
const MILLION: f64 = 1e6;

/// The generator of a scenario; own scenarios choose theirs (an unreadable choice stands for the default).
pub(super) fn generator(kind: ScenarioKind, choice: Option<u64>) -> Generator {
    match kind {
        ScenarioKind::FixedWindow => Generator::Mulberry32,
        ScenarioKind::Tick => Generator::Pcg64,
        ScenarioKind::Outage => Generator::Lcg64,
        ScenarioKind::Own => Generator::ALL[choice.map_or(0, |index| index as usize)],
    }
}

/// The scenario of a kind. `value` gives each field in its steps; every field was checked before.
pub(super) fn scenario(
    kind: ScenarioKind,
    value: &dyn Fn(&str) -> Option<u64>,
    seeds: SeedRange,
    policies: &[PolicyInput],
) -> Result<Scenario, Vec<ScenarioError>> {
    let whole = |key: &str| value(key).unwrap_or_default();
    let count = |key: &str| whole(key) as u32;
    // Steps are below 2^53, so the quotient is the double nearest to the typed decimal.
    let scaled = |key: &str, steps: f64| whole(key) as f64 / steps;
    let mut kinds: Vec<&str> = Vec::new();
    for policy in policies {
        if !kinds.contains(&policy.kind.key()) {
            kinds.push(policy.kind.key());
        }
    }
    let scenario = match kind {
        ScenarioKind::FixedWindow => FixedWindow {
            clients: count("clients"),
            capacity: count("capacity"),
            window_ms: count("window"),
            retries: count("retries"),
            base_ms: scaled("base", 1.0),
            fixed_ms: scaled("fixed", 1.0),
            cap_ms: scaled("cap", 1.0),
            seeds,
        }
        .scenario(&kinds),
        ScenarioKind::Tick => Tick {
            clients: count("clients"),
            capacity: count("capacity"),
            base: scaled("base", MILLION),
            cap: scaled("cap", MILLION),
            fixed: scaled("fixed", MILLION),
            seeds,
        }
        .scenario(&kinds),
        ScenarioKind::Outage => OutageRecovery {
            clients: count("clients"),
            outage_s: whole("outage"),
            capacity: count("capacity"),
            base_s: scaled("base", MILLION),
            cap_s: scaled("cap", MILLION),
            fixed_s: scaled("fixed", MILLION),
            seeds,
        }
        .scenario(&kinds),
        ScenarioKind::Own => return Scenario::new(own(value, seeds, policies)),
    };
    as_named(scenario?, policies)
}

/// A study knows its policies by kind. Several of a kind, or renamed ones, are made of those afterwards.
fn as_named(study: Scenario, policies: &[PolicyInput]) -> Result<Scenario, Vec<ScenarioError>> {
    let mut config = study.into_config();
    let named = policies.iter().filter_map(|input| {
        let of_kind = config.policies.iter().find(|policy| policy.name == input.kind.key())?;
        Some(NamedPolicy { name: input.name.clone(), ..of_kind.clone() })
    });
    config.policies = named.collect();
    Scenario::new(config)
}

fn own(value: &dyn Fn(&str) -> Option<u64>, seeds: SeedRange, policies: &[PolicyInput]) -> ScenarioConfig {
    let whole = |key: &str| value(key).unwrap_or_default();
    let outage_from = whole("outage_from");
    let outage = Outage { from_tick: outage_from, until_tick: outage_from + whole("outage") };
    ScenarioConfig {
        tick: TickUnit::Millisecond,
        clients: whole("clients") as u32,
        service: Service {
            window_ticks: whole("window") as u32,
            capacity: whole("capacity") as u32,
            order: ORDERS.get(whole("order") as usize).map_or(Order::Arrival, |(order, ..)| *order),
            outage: (whole("outage") > 0).then_some(outage),
        },
        policies: policies.iter().map(own_policy).collect(),
        seeds,
        generator: generator(ScenarioKind::Own, value("generator")),
        horizon_ticks: Some(whole("horizon")),
        peak_from_tick: None,
    }
}

fn own_policy(input: &PolicyInput) -> NamedPolicy {
    if let Some(plan) = &input.plan {
        let (table, retries) = planned::table(plan);
        let delay = DelayRule::nearest(Backoff::Planned(Box::new(table)));
        return NamedPolicy { name: input.name.clone(), delay, retries };
    }
    let ms = |key: &str| input.value(key).unwrap_or_default() as f64 / MICROS_PER_MS;
    let growth = || Growth {
        base: ms("base"),
        multiplier: input.value("multiplier").unwrap_or_default() as f64 / MILLION,
        cap: ms("cap"),
        exponent_offset: 0,
    };
    let backoff = match input.kind {
        PolicyKind::Immediate => Backoff::Immediate,
        PolicyKind::Fixed => Backoff::Fixed { wait: ms("fixed") },
        PolicyKind::Exponential => Backoff::Exponential(growth()),
        PolicyKind::Full => Backoff::Full { growth: growth(), draw: Draw::Real },
        PolicyKind::Equal => Backoff::Equal(growth()),
        PolicyKind::Decorrelated => Backoff::Decorrelated { base: ms("base"), cap: ms("cap") },
        // A checked policy of this kind has its plan, so this is never reached.
        PolicyKind::Planned => Backoff::Immediate,
    };
    let floor_ticks = input.value("retry_after").unwrap_or_default() as u32 * 1000;
    NamedPolicy {
        name: input.name.clone(),
        delay: DelayRule { floor_ticks, ..DelayRule::nearest(backoff) },
        retries: input.value("retries").map(|n| n as u32),
    }
}
