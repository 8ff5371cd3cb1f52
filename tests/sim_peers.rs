//! The published models with other parameters, against the reference programs
//! of `tests/golden/README.md`.

use retryscope::sim::{
    FixedWindow, Metric, OutageRecovery, Scenario, SeedRange, Study, Tick, TrialResult, simulate,
};
use serde_json::Value;

fn cases(text: &str) -> Vec<Value> {
    serde_json::from_str(text).unwrap()
}

fn numbers(value: &Value) -> Vec<u32> {
    let list = value.as_array().unwrap();
    list.iter().map(|x| x.as_u64().unwrap() as u32).collect()
}

/// A field of `overrides`, or the study's own value.
fn or<T: TryFrom<u64>>(overrides: &Value, key: &str, own: T) -> T {
    let value = overrides.get(key).and_then(Value::as_u64);
    value.map_or(own, |x| T::try_from(x).ok().unwrap())
}

fn real(overrides: &Value, key: &str, own: f64) -> f64 {
    overrides.get(key).map_or(own, |x| x.as_f64().unwrap())
}

fn seeds(first: &Value, last: &Value) -> SeedRange {
    let seed = |x: &Value| x.as_str().unwrap().parse().unwrap();
    SeedRange { first: seed(first), last: seed(last) }
}

fn play(scenario: Scenario) -> Vec<Vec<TrialResult>> {
    simulate(&scenario).unwrap().policies
}

#[test]
fn fixed_window_agrees_with_its_program() {
    let metrics = [
        ("successes", Metric::Successes),
        ("failures", Metric::Failures),
        ("attempts", Metric::Attempts),
        ("collisions", Metric::Collisions),
        ("peak_retries_per_window", Metric::PeakRetriesPerWindow),
        ("peak_attempts_per_window", Metric::PeakAttemptsPerWindow),
        ("p95_success_ms", Metric::P95Success),
        ("median_success_ms", Metric::MedianSuccess),
        ("last_success_ms", Metric::LastSuccess),
    ];
    for case in cases(include_str!("golden/peers_fixed_window.json")) {
        let given = &case["args"][2];
        let own = FixedWindow::default();
        let study = FixedWindow {
            clients: or(given, "clients", own.clients),
            capacity: or(given, "capacity", own.capacity),
            window_ms: or(given, "window", own.window_ms),
            retries: or(given, "retries", own.retries),
            base_ms: real(given, "base", own.base_ms),
            fixed_ms: real(given, "fixed", own.fixed_ms),
            cap_ms: real(given, "cap", own.cap_ms),
            seeds: seeds(&case["args"][0], &case["args"][1]),
        };
        let names = Study::FixedWindow.policies();
        for (name, trials) in names.iter().zip(play(study.scenario(names).unwrap())) {
            let expected = &case["output"]["strategies"][name];
            for (trial, row) in trials.iter().zip(expected["trials"].as_array().unwrap()) {
                for (key, metric) in metrics {
                    let ours = metric.of(&trial.metrics);
                    assert_eq!(ours, row[key].as_f64(), "{given} {name} {key}");
                }
            }
            let arrivals = numbers(&expected["first_trial_arrivals_per_window"]);
            let series = &trials[0].series;
            if series.windows_per_point == 1 {
                assert_eq!(series.arrivals(), arrivals, "{given} {name}");
            } else {
                let points = arrivals.chunks(series.windows_per_point as usize);
                let summed: Vec<u32> = points.map(|p| p.iter().sum()).collect();
                assert_eq!(series.arrivals(), summed, "{given} {name}");
            }
        }
    }
}

#[test]
fn tick_agrees_with_its_program() {
    for case in cases(include_str!("golden/peers_tick.json")) {
        let given = &case["args"][3];
        let own = Tick::default();
        for expected in case["output"]["results"].as_array().unwrap() {
            let study = Tick {
                clients: or(expected, "clients", own.clients),
                capacity: or(given, "capacity", own.capacity),
                base: real(given, "base", own.base),
                cap: real(given, "cap", own.cap),
                fixed: real(given, "fixed", own.fixed),
                seeds: seeds(&case["args"][0], &case["args"][1]),
            };
            let name = expected["policy"].as_str().unwrap();
            let trials = &play(study.scenario(&[name]).unwrap())[0];
            for (trial, row) in trials.iter().zip(expected["trials"].as_array().unwrap()) {
                let metrics = &trial.metrics;
                let label = format!("{given} {name} of {}", study.clients);
                assert_eq!(Some(trial.id.seed), row[0].as_u64(), "{label}");
                assert_eq!(Some(u64::from(metrics.attempts)), row[1].as_u64(), "{label}");
                assert_eq!(Some(metrics.arrival_ticks), row[2].as_f64(), "{label}");
                assert_eq!(Some(u64::from(metrics.successes)), row[3].as_u64(), "{label}");
            }
            let arrivals = numbers(&expected["first_trial_arrivals_per_tick"]);
            assert_eq!(trials[0].series.arrivals(), arrivals, "{given} {name}");
        }
    }
}

#[test]
fn outage_agrees_with_its_program() {
    for case in cases(include_str!("golden/peers_outage.json")) {
        let given = &case["args"][0];
        let own = OutageRecovery::default();
        let seed = or(given, "seed", own.seeds.first);
        let study = OutageRecovery {
            clients: or(given, "clients", own.clients),
            outage_s: or(given, "outage_end", own.outage_s),
            capacity: or(given, "capacity", own.capacity),
            base_s: real(given, "base", own.base_s),
            cap_s: real(given, "cap", own.cap_s),
            fixed_s: real(given, "fixed", own.fixed_s),
            seeds: SeedRange { first: seed, last: seed },
        };
        for expected in case["output"]["results"].as_array().unwrap() {
            let name = expected["policy"].as_str().unwrap();
            let trial = &play(study.scenario(&[name]).unwrap())[0][0];
            let metrics = &trial.metrics;
            let count = |key: &str| expected[key].as_u64().map(|x| x as u32);
            assert_eq!(metrics.peak_after, count("peak_after"), "{given} {name}");
            assert_eq!(Some(metrics.attempts), count("total"), "{given} {name}");
            assert_eq!(Some(metrics.unfinished), count("unserved"), "{given} {name}");
            let done_at = expected["done_at"].as_f64();
            assert_eq!(Some(metrics.simulated_ticks), done_at, "{given} {name}");
            let arrivals = numbers(&expected["arrivals_per_second"]);
            assert_eq!(trial.series.arrivals(), arrivals, "{given} {name}");
            let accepted = numbers(&expected["accepted_per_second"]);
            assert_eq!(trial.series.accepted, accepted, "{given} {name}");
        }
    }
}
