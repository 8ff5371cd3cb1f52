//! Random own scenarios, small enough for the reference simulation.

use proptest::prelude::*;
use retryscope::rng::Generator;
use retryscope::sim::{
    Backoff, DelayRule, Draw, Growth, NamedPolicy, Order, Outage, Rounding, Scenario, ScenarioConfig,
    SeedRange, Service, TickUnit,
};

fn growth() -> impl Strategy<Value = Growth> {
    let multiplier = prop_oneof![Just(2.0), Just(1.0), Just(1.5), Just(3.123_456), Just(1.05)];
    (0.25..400.0_f64, multiplier, 0.25..9000.0_f64, 0..2_u32).prop_map(
        |(base, multiplier, cap, exponent_offset)| Growth { base, multiplier, cap, exponent_offset },
    )
}

fn backoff() -> impl Strategy<Value = Backoff> {
    let draw = prop_oneof![Just(Draw::Whole), Just(Draw::Real)];
    prop_oneof![
        Just(Backoff::Immediate),
        (0.0..600.0_f64).prop_map(|wait| Backoff::Fixed { wait }),
        growth().prop_map(Backoff::Exponential),
        (growth(), draw).prop_map(|(growth, draw)| Backoff::Full { growth, draw }),
        growth().prop_map(Backoff::Equal),
        (0.25..300.0_f64, 0.25..40_000.0_f64).prop_map(|(base, cap)| Backoff::Decorrelated { base, cap }),
    ]
}

fn delay() -> impl Strategy<Value = DelayRule> {
    let rounding = prop_oneof![Just(Rounding::Floor), Just(Rounding::HalfEven)];
    let floor = prop_oneof![4 => Just(0), 1 => 0..700_u32];
    (backoff(), rounding, floor).prop_map(|(backoff, rounding, floor_ticks)| DelayRule {
        backoff,
        rounding,
        floor_ticks,
    })
}

fn service() -> impl Strategy<Value = Service> {
    let order = prop_oneof![
        3 => Just(Order::Arrival),
        1 => Just(Order::Client),
        1 => Just(Order::Random)
    ];
    let outage = proptest::option::of(
        (0..500_u64, 0..900_u64)
            .prop_map(|(from, length)| Outage { from_tick: from, until_tick: from + length }),
    );
    let window = prop_oneof![Just(1), 1..300_u32];
    (window, 1..60_u32, order, outage).prop_map(|(window_ticks, capacity, order, outage)| Service {
        window_ticks,
        capacity,
        order,
        outage,
    })
}

fn generator() -> impl Strategy<Value = Generator> {
    proptest::sample::select(Generator::ALL.to_vec())
}

/// Own scenarios of one policy and one to three seeds.
pub fn scenario() -> impl Strategy<Value = Scenario> {
    let clients = prop_oneof![1..40_u32, 1..1500_u32];
    let limits = (proptest::option::of(0..12_u32), 1..30_000_u64, any::<bool>());
    let seeds = (any::<u32>(), 0..3_u64);
    (clients, service(), delay(), limits, seeds, generator()).prop_map(
        |(clients, service, delay, (retries, horizon, bounded), (seed, more), generator)| {
            let first = u64::from(seed).min(u64::from(u32::MAX) - more);
            // Keep unlimited immediate retries of many clients affordable.
            let horizon = if retries.is_none() { horizon.min(3000) } else { horizon };
            Scenario::new(ScenarioConfig {
                tick: TickUnit::Millisecond,
                clients,
                service,
                policies: vec![NamedPolicy { name: "policy".into(), delay, retries }],
                seeds: SeedRange { first, last: first + more },
                generator,
                horizon_ticks: (bounded || retries.is_none()).then_some(horizon),
                peak_from_tick: bounded.then_some(horizon / 3),
            })
            .expect("within the limits")
        },
    )
}
