//! Laws that hold in every scenario, and closed forms of those without jitter.

#[path = "common_sim/random.rs"]
mod random;

use proptest::prelude::*;
use retryscope::sim::{
    FixedWindow, Metric, OutageRecovery, Results, Run, Scenario, SeedRange, TrialId, TrialResult, simulate,
    trials,
};

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

fn play(scenario: &Scenario) -> Vec<TrialResult> {
    simulate(scenario).unwrap().policies.remove(0)
}

/// All trials in slices, each of the attempts that `slice` gives for its number.
fn in_slices(scenario: &Scenario, ids: Vec<TrialId>, slice: impl Fn(u64) -> u64) -> Vec<TrialResult> {
    let mut run = Run::new(scenario.clone(), ids);
    let mut results = Vec::new();
    for number in 0.. {
        let progress = run.advance(slice(number)).unwrap();
        results.extend(run.take_results());
        if progress.finished() {
            break;
        }
    }
    results
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn books_balance(scenario in random::scenario()) {
        for trial in play(&scenario) {
            let m = &trial.metrics;
            prop_assert_eq!(m.successes + m.failures + m.unfinished, scenario.clients);
            // attempts = successes + rejections; a rejection is a collision
            // or a rejected first attempt, all of which are at tick 0
            let closed = scenario.service.outage.is_some_and(|o| o.contains(0));
            let admitted = if closed { 0 } else { scenario.service.capacity };
            let first_rejected = scenario.clients.saturating_sub(admitted);
            prop_assert_eq!(m.attempts, m.successes + m.collisions + first_rejected);
            let series = &trial.series;
            prop_assert_eq!(series.accepted.iter().sum::<u32>(), m.successes);
            prop_assert_eq!(series.first_attempts.iter().sum::<u32>(), scenario.clients);
            let retries: u32 = series.retries.iter().sum();
            prop_assert_eq!(retries + scenario.clients, m.attempts);
            let capacity = scenario.service.capacity * series.windows_per_point;
            prop_assert!(series.accepted.iter().all(|&a| a <= capacity));
            let arrivals = series.arrivals();
            prop_assert!(series.accepted.iter().zip(arrivals).all(|(&a, n)| a <= n));
        }
    }

    #[test]
    fn slices_do_not_matter(scenario in random::scenario(), size in 1..500_u64) {
        let whole = in_slices(&scenario, trials(&scenario), |_| u64::MAX);
        let slices = in_slices(&scenario, trials(&scenario), |_| size);
        prop_assert_eq!(&whole, &slices);
        let uneven = in_slices(&scenario, trials(&scenario), |n| 1 + n * size % 97);
        prop_assert_eq!(&whole, &uneven);
    }

    #[test]
    fn division_among_workers_does_not_matter(scenario in random::scenario(), workers in 2..4_usize) {
        let mut parts = Vec::new();
        for worker in (0..workers).rev() {
            let share = trials(&scenario).into_iter().skip(worker).step_by(workers).collect();
            parts.extend(in_slices(&scenario, share, |_| 1000));
        }
        let merged = Results::merge(&scenario, parts);
        prop_assert_eq!(merged, simulate(&scenario).unwrap());
    }

    /// Without jitter all rejected clients come back together, fewer by the
    /// capacity each time: wave k has clients − k·capacity.
    #[test]
    fn waves_shrink_by_the_capacity(
        clients in 1..3000_u32, capacity in 1..300_u32, window in 1..200_u32,
        retries in 0..30_u32, exponential: bool,
    ) {
        // waits of a window or more, so that each wave has a window of its own
        let study = FixedWindow {
            clients, capacity, window_ms: window, retries,
            base_ms: f64::from(window), fixed_ms: f64::from(window), cap_ms: f64::from(window) * 64.0,
            seeds: SeedRange { first: 1, last: 1 },
        };
        let name = if exponential { "exponential" } else { "fixed" };
        let trial = &play(&study.scenario(&[name]).unwrap())[0];
        let waves: Vec<u32> = (0..=retries)
            .map_while(|k| clients.checked_sub(k * capacity).filter(|&left| left > 0))
            .collect();
        let arrivals = trial.series.arrivals();
        let seen: Vec<u32> = arrivals.into_iter().filter(|&n| n > 0).collect();
        prop_assert_eq!(&seen, &waves);
        prop_assert_eq!(trial.metrics.attempts, waves.iter().sum::<u32>());
        prop_assert_eq!(trial.metrics.successes, clients.min(capacity * (retries + 1)));
    }

    #[test]
    fn more_capacity_never_lowers_successes_without_jitter(
        clients in 1..2000_u32, capacity in 1..200_u32, more in 1..50_u32,
        window in 1..2000_u32, retries in 0..12_u32, policy in 0..3_usize,
    ) {
        let name = ["immediate", "fixed", "exponential"][policy];
        let successes = |capacity| {
            let study = FixedWindow {
                clients, capacity, window_ms: window, retries,
                seeds: SeedRange { first: 1, last: 1 },
                ..FixedWindow::default()
            };
            play(&study.scenario(&[name]).unwrap())[0].metrics.successes
        };
        prop_assert!(successes(capacity) <= successes(capacity + more));
    }

    /// In the outage study every second of a `fixed` run serves the capacity,
    /// and every client is due every second.
    #[test]
    fn outage_of_fixed_waits_in_closed_form(
        clients in 1..5000_u32, outage_s in 0..60_u64, capacity in 1..500_u32,
    ) {
        let study = OutageRecovery { clients, outage_s, capacity, ..OutageRecovery::default() };
        let trial = &play(&study.scenario(&["fixed"]).unwrap())[0];
        let drain = outage_s + u64::from(clients.div_ceil(capacity));
        prop_assume!(drain <= 600);
        prop_assert_eq!(trial.metrics.drain_ticks, Some(drain as f64));
        let recovery: u64 = (0..u64::from(clients)).step_by(capacity as usize)
            .map(|served| u64::from(clients) - served)
            .sum();
        let attempts = u64::from(clients) * outage_s + recovery;
        prop_assert_eq!(u64::from(trial.metrics.attempts), attempts);
    }
}

/// A metric that no trial has is absent, not zero.
#[test]
fn nobody_succeeds_in_an_endless_outage() {
    let study = OutageRecovery { outage_s: 10_000, clients: 10, ..OutageRecovery::default() };
    let trial = &play(&study.scenario(&["fixed"]).unwrap())[0];
    let times =
        [Metric::FirstSuccess, Metric::MedianSuccess, Metric::P95Success, Metric::LastSuccess, Metric::Drain];
    for metric in times {
        assert_eq!(metric.of(&trial.metrics), None);
    }
    assert_eq!(trial.metrics.unfinished, 10);
    assert_eq!(trial.metrics.simulated_ticks, 600.0);
}
