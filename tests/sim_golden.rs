//! Every number of the published studies' reference runs.

use retryscope::sim::{
    Bands, FixedWindow, Metric, OutageRecovery, SeedRange, Summary, Tick, TrialResult, simulate,
};
use serde_json::Value;

fn golden(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn numbers(value: &Value) -> Vec<u32> {
    let list = value.as_array().unwrap();
    list.iter().map(|x| x.as_u64().unwrap() as u32).collect()
}

fn summary(metric: Metric, trials: &[TrialResult]) -> Summary {
    Summary::of_metric(metric, trials.iter().map(|t| &t.metrics)).unwrap()
}

const FIXED_WINDOW_METRICS: [(&str, Metric); 9] = [
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

#[test]
fn fixed_window_seeds_1_to_100() {
    let golden = golden(include_str!("golden/fixed_window.json"));
    let names = ["immediate", "fixed", "exponential", "full"];
    let scenario = FixedWindow::default().scenario(&names).unwrap();
    let results = simulate(&scenario).unwrap();
    for (name, trials) in names.iter().zip(&results.policies) {
        let expected = &golden["strategies"][name];
        assert_eq!(trials.len(), 100);
        for (trial, expected) in trials.iter().zip(expected["trials"].as_array().unwrap()) {
            assert_eq!(trial.id.seed, expected["seed"].as_u64().unwrap());
            for (key, metric) in FIXED_WINDOW_METRICS {
                let seed = trial.id.seed;
                let value = metric.of(&trial.metrics);
                assert_eq!(value, expected[key].as_f64(), "{name} seed {seed} {key}");
            }
        }
        for (key, metric) in FIXED_WINDOW_METRICS {
            let summary = summary(metric, trials);
            let expected = &expected["summary"][key];
            assert_eq!(Some(summary.median), expected["median"].as_f64(), "{name} {key}");
            assert_eq!(Some(summary.min), expected["min"].as_f64(), "{name} {key}");
            assert_eq!(Some(summary.max), expected["max"].as_f64(), "{name} {key}");
        }
        let arrivals = numbers(&expected["first_trial_arrivals_per_window"]);
        assert_eq!(trials[0].series.arrivals(), arrivals, "{name}");
        assert_eq!(trials[0].series.windows_per_point, 1);
    }
}

/// The figures as its author published them, apart from our reference run.
#[test]
fn fixed_window_published_figures() {
    let scenario = FixedWindow::default().scenario(&["full"]).unwrap();
    let trials = &simulate(&scenario).unwrap().policies[0];
    let median = |metric| summary(metric, trials).median;
    assert_eq!(median(Metric::Attempts), 1956.0);
    assert_eq!(median(Metric::P95Success), 2686.0);
    assert_eq!(median(Metric::PeakAttemptsPerWindow), 708.5);
    assert_eq!(median(Metric::LastSuccess), 4931.0);
    let bands = Bands::of(trials.iter().map(|t| &t.series));
    // the first window holds every trial's peak, so the band shows the same
    assert_eq!(bands.arrivals.median[0], 708.5);
    assert_eq!((bands.arrivals.min[0], bands.arrivals.max[0]), (683, 739));
}

#[test]
fn tick_seeds_0_to_29() {
    let golden = golden(include_str!("golden/tick.json"));
    for expected in golden["results"].as_array().unwrap() {
        let study = Tick { clients: expected["clients"].as_u64().unwrap() as u32, ..Tick::default() };
        let name = expected["policy"].as_str().unwrap();
        let results = simulate(&study.scenario(&[name]).unwrap()).unwrap();
        let trials = &results.policies[0];
        let rows = expected["trials"].as_array().unwrap();
        assert_eq!(trials.len(), rows.len());
        for (trial, row) in trials.iter().zip(rows) {
            let metrics = &trial.metrics;
            let ours = [
                trial.id.seed as f64,
                f64::from(metrics.attempts),
                metrics.arrival_ticks,
                f64::from(metrics.successes),
            ];
            let row: Vec<f64> = row.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
            assert_eq!(ours[..], row[..], "{name} of {}", study.clients);
        }
        for (key, metric) in [("calls", Metric::Attempts), ("ticks", Metric::Arrival)] {
            let summary = summary(metric, trials);
            assert_close(summary.mean, &expected[key]["mean"]);
            assert_close(summary.sd, &expected[key]["sd"]);
        }
        let arrivals = numbers(&expected["first_trial_arrivals_per_tick"]);
        assert_eq!(trials[0].series.arrivals(), arrivals);
    }
}

/// NumPy adds pairwise, so a mean or deviation may differ in its last bits.
fn assert_close(ours: f64, theirs: &Value) {
    let theirs = theirs.as_f64().unwrap();
    assert!((ours - theirs).abs() <= 1e-12 * theirs.abs(), "{ours} {theirs}");
}

#[test]
fn outage_seed_99() {
    let golden = golden(include_str!("golden/outage.json"));
    for expected in golden["results"].as_array().unwrap() {
        let name = expected["policy"].as_str().unwrap();
        let scenario = OutageRecovery::default().scenario(&[name]).unwrap();
        assert_eq!(scenario.seeds, SeedRange { first: 99, last: 99 });
        let results = simulate(&scenario).unwrap();
        let trial = &results.policies[0][0];
        let metrics = &trial.metrics;
        let number = |key: &str| expected[key].as_f64();
        assert_eq!(metrics.peak_after.map(f64::from), number("peak_after"), "{name}");
        assert_eq!(Some(f64::from(metrics.attempts)), number("total"), "{name}");
        assert_eq!(Some(metrics.simulated_ticks), number("done_at"), "{name}");
        assert_eq!(Some(f64::from(metrics.unfinished)), number("unserved"), "{name}");
        let arrivals = numbers(&expected["arrivals_per_second"]);
        assert_eq!(trial.series.arrivals(), arrivals, "{name}");
        let accepted = numbers(&expected["accepted_per_second"]);
        assert_eq!(trial.series.accepted, accepted, "{name}");
    }
}
