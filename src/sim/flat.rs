//! A trial's result as two flat lists, to cross between threads of a page.

use super::metrics::{Metric, TrialMetrics};
use super::run::{TrialId, TrialResult};
use super::series::Series;

/// Numbers before the metrics: policy, upper and lower half of the seed,
/// windows per point.
const HEAD: usize = 4;

impl TrialResult {
    /// The result as doubles and as counts. Nothing is rounded; a metric
    /// without a value becomes NaN.
    #[must_use]
    pub fn to_parts(&self) -> (Vec<f64>, Vec<u32>) {
        let seed = self.id.seed;
        let mut numbers = vec![
            f64::from(self.id.policy),
            f64::from((seed >> 32) as u32),
            f64::from(seed as u32),
            f64::from(self.series.windows_per_point),
        ];
        let value = |metric: Metric| metric.of(&self.metrics).unwrap_or(f64::NAN);
        numbers.extend(Metric::ALL.map(value));
        let series = &self.series;
        let counts = [&series.first_attempts, &series.retries, &series.accepted];
        (numbers, counts.into_iter().flatten().copied().collect())
    }

    /// The result that [`to_parts`](Self::to_parts) took apart; `None` when
    /// the lists do not have that form.
    #[must_use]
    pub fn from_parts(numbers: &[f64], counts: &[u32]) -> Option<Self> {
        let &[policy, upper, lower, windows] = numbers.get(..HEAD)?.first_chunk()?;
        let values: &[f64; Metric::ALL.len()] = numbers.get(HEAD..)?.try_into().ok()?;
        if !counts.len().is_multiple_of(3) {
            return None;
        }
        let points = counts.len() / 3;
        Some(Self {
            id: TrialId { policy: policy as u32, seed: ((upper as u64) << 32) | lower as u64 },
            metrics: metrics(|metric| {
                let at = Metric::ALL.iter().position(|&m| m == metric)?;
                Some(values[at]).filter(|value| !value.is_nan())
            }),
            series: Series {
                windows_per_point: windows as u32,
                first_attempts: counts[..points].to_vec(),
                retries: counts[points..2 * points].to_vec(),
                accepted: counts[2 * points..].to_vec(),
            },
        })
    }
}

fn metrics(value: impl Fn(Metric) -> Option<f64>) -> TrialMetrics {
    let number = |metric| value(metric).unwrap_or(0.0);
    let count = |metric| number(metric) as u32;
    TrialMetrics {
        successes: count(Metric::Successes),
        failures: count(Metric::Failures),
        unfinished: count(Metric::Unfinished),
        attempts: count(Metric::Attempts),
        collisions: count(Metric::Collisions),
        peak_retries_per_window: count(Metric::PeakRetriesPerWindow),
        peak_attempts_per_window: count(Metric::PeakAttemptsPerWindow),
        peak_after: value(Metric::PeakAfter).map(|peak| peak as u32),
        amplification: number(Metric::Amplification),
        first_success_ticks: value(Metric::FirstSuccess),
        median_success_ticks: value(Metric::MedianSuccess),
        p95_success_ticks: value(Metric::P95Success),
        last_success_ticks: value(Metric::LastSuccess),
        drain_ticks: value(Metric::Drain),
        arrival_ticks: number(Metric::Arrival),
        simulated_ticks: number(Metric::Simulated),
    }
}
