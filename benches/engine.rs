//! The engine's speed: fixed window, full jitter, capacity 5 % of the clients.
//!
//! `cargo bench --bench engine` prints attempts per second; the time of one
//! attempt is in `<target>/criterion/fixed_window_full/<size>/new/`:
//! `estimates.json` (`mean.point_estimate`, in ns per run) over
//! `benchmark.json` (`throughput.Elements`, the attempts of a run).

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use retryscope::sim::{FixedWindow, Run, Scenario, SeedRange, trials};

fn scenario(clients: u32, trials: u64) -> Scenario {
    FixedWindow {
        clients,
        capacity: clients / 20,
        seeds: SeedRange { first: 1, last: trials },
        ..FixedWindow::default()
    }
    .scenario(&["full"])
    .expect("valid by construction")
}

/// Plays the whole scenario and gives its number of attempts.
fn attempts(scenario: &Scenario) -> u64 {
    let mut run = Run::new(scenario.clone(), trials(scenario));
    let progress = run.advance(u64::MAX).expect("within the limits");
    black_box(run.take_results());
    progress.attempts
}

fn fixed_window_full(c: &mut Criterion) {
    let mut group = c.benchmark_group("fixed_window_full");
    group.sampling_mode(SamplingMode::Flat);
    for (clients, trials) in [(500, 100), (10_000, 10), (100_000, 2), (1_000_000, 1)] {
        let scenario = scenario(clients, trials);
        group.throughput(Throughput::Elements(attempts(&scenario)));
        group.sample_size(if clients > 100_000 { 10 } else { 30 });
        let id = BenchmarkId::from_parameter(format!("{clients}x{trials}"));
        group.bench_function(id, |b| b.iter(|| attempts(&scenario)));
    }
    group.finish();
}

criterion_group!(benches, fixed_window_full);
criterion_main!(benches);
