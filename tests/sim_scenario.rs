//! What a scenario refuses, and what it costs.

use retryscope::rng::Generator;
use retryscope::sim::{
    Backoff, Bands, DelayRule, Estimate, FixedWindow, Growth, NamedPolicy, Order, Outage, OutageRecovery,
    RunError, Scenario, ScenarioConfig, ScenarioError, SeedRange, Series, Service, Study, Tick, TickUnit,
    TrialResult, limits, simulate,
};

fn own() -> ScenarioConfig {
    ScenarioConfig {
        tick: TickUnit::Millisecond,
        clients: 100,
        service: Service { window_ticks: 10, capacity: 5, order: Order::Arrival, outage: None },
        policies: vec![NamedPolicy {
            name: "fixed".into(),
            delay: DelayRule::nearest(Backoff::Fixed { wait: 20.0 }),
            retries: Some(5),
        }],
        seeds: SeedRange { first: 1, last: 3 },
        generator: Generator::Xoshiro256,
        horizon_ticks: None,
        peak_from_tick: None,
    }
}

/// The fields that `change` makes refuse.
fn refused(change: impl FnOnce(&mut ScenarioConfig)) -> Vec<ScenarioError> {
    let mut config = own();
    change(&mut config);
    Scenario::new(config).err().unwrap_or_default()
}

fn out_of_range(errors: &[ScenarioError]) -> Vec<&'static str> {
    errors
        .iter()
        .map(|error| match error {
            ScenarioError::OutOfRange { field, .. } => *field,
            other => panic!("{other}"),
        })
        .collect()
}

#[test]
fn every_violation_is_named_at_once() {
    assert_eq!(refused(|_| {}), []);
    let errors = refused(|c| {
        c.clients = 1_000_001;
        c.service.window_ticks = 0;
        c.service.capacity = 0;
        c.policies[0].retries = Some(1001);
        c.policies[0].delay.backoff = Backoff::Decorrelated { base: 0.0, cap: f64::NAN };
        c.seeds.last = 10_001;
        c.horizon_ticks = Some(0);
    });
    assert_eq!(
        out_of_range(&errors),
        ["clients", "window", "capacity", "base", "cap", "retries", "trials", "horizon"]
    );
}

#[test]
fn limits_themselves_are_allowed() {
    let errors = refused(|c| {
        c.clients = limits::MAX_CLIENTS;
        c.policies[0].retries = Some(limits::MAX_RETRIES);
        c.policies[0].delay.backoff = Backoff::Fixed { wait: f64::from(limits::MAX_WAIT_TICKS) };
        c.seeds = SeedRange { first: u64::MAX - (limits::MAX_TRIALS - 1), last: u64::MAX };
    });
    assert_eq!(errors, []);
}

#[test]
fn contradictions_are_refused() {
    let policy = |c: &mut ScenarioConfig| c.policies[0].clone();
    let errors = refused(|c| c.policies[0].retries = None);
    assert_eq!(errors, [ScenarioError::NeedsHorizon { policy: 0 }]);
    let errors = refused(|c| {
        let twin = policy(c);
        c.policies.push(twin);
    });
    assert!(matches!(errors[..], [ScenarioError::Name { policy: 1, .. }]));
    let errors = refused(|c| c.seeds = SeedRange { first: 2, last: 1 });
    assert_eq!(errors, [ScenarioError::SeedsReversed { first: 2, last: 1 }]);
    let errors = refused(|c| {
        c.generator = Generator::Mulberry32;
        let last = u64::from(u32::MAX) + 1;
        c.seeds = SeedRange { first: last, last };
    });
    assert!(matches!(errors[..], [ScenarioError::SeedTooLarge { bits: 32, .. }]));
    let errors = refused(|c| {
        c.service.outage = Some(Outage { from_tick: 5, until_tick: 4 });
    });
    assert_eq!(errors, [ScenarioError::OutageReversed]);
    let slow = Growth { multiplier: 1.000_001, ..Growth::doubling(1.0, 1000.0) };
    let errors = refused(|c| {
        c.horizon_ticks = Some(1000);
        c.policies[0].retries = None;
        c.policies[0].delay.backoff = Backoff::Equal(slow);
    });
    assert!(matches!(errors[..], [ScenarioError::SlowGrowth { policy: 0, .. }]));
    // with a limit of retries the same growth is fine
    assert_eq!(refused(|c| c.policies[0].delay.backoff = Backoff::Equal(slow)), []);
}

#[test]
fn studies_refuse_what_they_do_not_define() {
    let errors = FixedWindow::default().scenario(&["full", "equal"]).unwrap_err();
    let [ScenarioError::UnknownPolicy { study, name }] = &errors[..] else {
        panic!("{errors:?}");
    };
    assert_eq!((*study, name.as_str()), (Study::FixedWindow, "equal"));
    assert!(errors[0].to_string().contains("immediate, fixed, exponential, full"));
    let unknown = |errors: Vec<ScenarioError>| matches!(errors[..], [ScenarioError::UnknownPolicy { .. }]);
    assert!(unknown(Tick::default().scenario(&["immediate"]).unwrap_err()));
    assert!(unknown(OutageRecovery::default().scenario(&["equal"]).unwrap_err()));
    let fractional = FixedWindow { base_ms: 0.5, ..FixedWindow::default() };
    let errors = fractional.scenario(&["full"]).unwrap_err();
    assert!(matches!(errors[..], [ScenarioError::NotWhole { field: "base", .. }]));
}

#[test]
fn estimates_are_near_and_guard() {
    for clients in [500, 50_000] {
        let study = FixedWindow {
            clients,
            capacity: clients / 20,
            seeds: SeedRange { first: 1, last: 2 },
            ..FixedWindow::default()
        };
        let scenario = study.scenario(Study::FixedWindow.policies()).unwrap();
        let estimate = Estimate::of(&scenario);
        let trials = simulate(&scenario).unwrap().policies;
        let real = trials.iter().flatten().map(|t| u64::from(t.metrics.attempts));
        let (real, guess) = (real.sum::<u64>() as f64, estimate.attempts as f64);
        assert!((guess / real - 1.0).abs() < 0.05, "{guess} for {real}");
        assert_eq!(estimate.check(), Ok(()));
        assert!(estimate.memory_bytes < 300_000_000);
    }
    let mut endless = own();
    endless.clients = limits::MAX_CLIENTS;
    endless.service.capacity = 1;
    endless.policies[0].delay.backoff = Backoff::Immediate;
    endless.policies[0].retries = None;
    endless.horizon_ticks = Some(1_000_000_000);
    let estimate = Estimate::of(&Scenario::new(endless).unwrap());
    assert!(matches!(estimate.check(), Err(RunError::TooMuchWork { .. })));
}

/// The largest scenario the limits allow stays under the memory bound.
#[test]
fn memory_is_bounded_by_design() {
    let mut config = own();
    config.clients = limits::MAX_CLIENTS;
    config.policies[0].retries = Some(limits::MAX_RETRIES);
    for index in 1..limits::MAX_POLICIES {
        let mut policy = config.policies[0].clone();
        policy.name = format!("fixed {index}");
        config.policies.push(policy);
    }
    for trials in [1, 100, limits::MAX_TRIALS] {
        config.seeds = SeedRange { first: 1, last: trials };
        let scenario = Scenario::new(config.clone()).unwrap();
        assert!(Estimate::of(&scenario).memory_bytes < 300_000_000, "{trials}");
    }
}

/// A long trial is summed, never cut.
#[test]
fn long_series_are_coarsened() {
    let mut config = own();
    config.service.window_ticks = 1;
    config.service.capacity = 1;
    config.policies[0].delay.backoff = Backoff::Fixed { wait: 5000.0 };
    config.policies[0].retries = Some(1000);
    let trial = &simulate(&Scenario::new(config).unwrap()).unwrap().policies[0][0];
    let series = &trial.series;
    // 100 waves, one client less each, 5000 windows apart
    assert_eq!(series.windows_per_point, 8);
    assert_eq!(series.retries.len(), 99 * 5000 / 8 + 1);
    let waves: Vec<u32> = series.arrivals().into_iter().filter(|&n| n > 0).collect();
    assert_eq!(waves, (1..=100).rev().collect::<Vec<u32>>());
    // bands over unequal widths use the coarser one
    let fine = Series {
        windows_per_point: 4,
        first_attempts: vec![0; 4],
        retries: vec![1, 2, 3, 4],
        accepted: vec![0; 4],
    };
    let bands = Bands::of([&fine, &fine.coarsened(8)]);
    assert_eq!((bands.windows_per_point, bands.retries.max), (8, vec![3, 7]));
    assert_eq!(bands.retries.median, [3.0, 7.0]);
}

#[test]
fn results_survive_being_taken_apart() {
    let mut config = own();
    config.seeds = SeedRange { first: u64::MAX - 1, last: u64::MAX };
    for retries in [0, 5] {
        config.policies[0].retries = Some(retries);
        let results = simulate(&Scenario::new(config.clone()).unwrap()).unwrap();
        for trial in results.policies.iter().flatten() {
            let (numbers, counts) = trial.to_parts();
            assert_eq!(TrialResult::from_parts(&numbers, &counts).as_ref(), Some(trial));
            assert_eq!(TrialResult::from_parts(&numbers[1..], &counts), None);
            assert_eq!(TrialResult::from_parts(&numbers, &counts[1..]), None);
        }
    }
}
