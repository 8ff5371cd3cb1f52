//! Random own scenarios against the plain reference simulation.

#[path = "common_sim/oracle.rs"]
mod oracle;
#[path = "common_sim/random.rs"]
mod random;

use proptest::prelude::*;
use retryscope::sim::{Scenario, TrialResult, simulate};

fn assert_agrees(scenario: &Scenario, trial: &TrialResult) {
    let expected = oracle::play(scenario, trial.id.policy as usize, trial.id.seed);
    let metrics = &trial.metrics;
    let n = expected.success_ticks.len();
    assert_eq!(metrics.successes as usize, n);
    assert_eq!(metrics.failures, expected.failures);
    assert_eq!(metrics.unfinished, expected.unfinished);
    assert_eq!(metrics.attempts, expected.attempts);
    assert_eq!(metrics.collisions, expected.collisions);
    let at = |index: usize| expected.success_ticks[index] as f64;
    let times = (n > 0).then(|| {
        let median = if n % 2 == 1 { at(n / 2) } else { (at(n / 2 - 1) + at(n / 2)) / 2.0 };
        let rank = (1..=n).find(|rank| rank * 100 >= n * 95).unwrap();
        [at(0), median, at(rank - 1), at(n - 1)]
    });
    let ours = metrics.first_success_ticks.map(|first| {
        let rest = [metrics.median_success_ticks, metrics.p95_success_ticks, metrics.last_success_ticks];
        [first, rest[0].unwrap(), rest[1].unwrap(), rest[2].unwrap()]
    });
    assert_eq!(ours, times);
    let drained = (expected.last_arrival + 1) as f64;
    assert_eq!(metrics.drain_ticks, (expected.unfinished == 0).then_some(drained));
    let peak = |of: &dyn Fn(&[u32; 3]) -> u32| expected.windows.values().map(of).max().unwrap_or(0);
    assert_eq!(metrics.peak_retries_per_window, peak(&|w| w[1]));
    assert_eq!(metrics.peak_attempts_per_window, peak(&|w| w[0] + w[1]));
    let after = scenario.peak_from_tick.map(|from| {
        let width = u64::from(scenario.service.window_ticks);
        let later = expected.windows.iter().filter(|(w, _)| **w * width >= from);
        later.map(|(_, w)| w[0] + w[1]).max().unwrap_or(0)
    });
    assert_eq!(metrics.peak_after, after);

    let series = &trial.series;
    let mut windows = vec![[0_u32; 3]; series.retries.len()];
    for (window, counts) in &expected.windows {
        let point = &mut windows[(window / u64::from(series.windows_per_point)) as usize];
        for (sum, count) in point.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    let column = |at: usize| -> Vec<u32> { windows.iter().map(|w| w[at]).collect() };
    assert_eq!(series.first_attempts, column(0));
    assert_eq!(series.retries, column(1));
    assert_eq!(series.accepted, column(2));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    #[test]
    fn own_scenarios_agree_with_the_reference(scenario in random::scenario()) {
        for trial in &simulate(&scenario).unwrap().policies[0] {
            assert_agrees(&scenario, trial);
        }
    }
}
