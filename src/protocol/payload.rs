//! Trial results as flat arrays of numbers.

use crate::sim::{Series, TrialId, TrialMetrics, TrialResult};

/// Doubles before a trial's metrics: policy, seed (high and low 32 bits), windows per point, points.
const HEAD: usize = 5;
/// Metrics of a trial.
const METRICS: usize = 16;

/// Results as they travel: doubles for the metrics, whole numbers for the series.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Payload {
    /// For each trial its head and its metrics; a metric without a value is not-a-number.
    pub numbers: Vec<f64>,
    /// For each trial first attempts, retries and accepted, one list after the other.
    pub counts: Vec<u32>,
}

/// Packs results.
#[must_use]
pub fn pack(results: &[TrialResult]) -> Payload {
    let mut payload = Payload::default();
    for TrialResult { id, metrics, series } in results {
        let seed = [(id.seed >> 32) as u32, id.seed as u32].map(f64::from);
        let points = series.retries.len() as f64;
        payload.numbers.extend([id.policy.into(), seed[0], seed[1], series.windows_per_point.into(), points]);
        payload.numbers.extend(metrics_to_flat(metrics));
        for counts in [&series.first_attempts, &series.retries, &series.accepted] {
            payload.counts.extend(counts);
        }
    }
    payload
}

/// Unpacks what [`pack`] packed; `None` if the arrays do not fit together.
#[must_use]
pub fn unpack(payload: &Payload) -> Option<Vec<TrialResult>> {
    let trials = payload.numbers.chunks_exact(HEAD + METRICS);
    if !trials.remainder().is_empty() {
        return None;
    }
    let mut counts = payload.counts.as_slice();
    let mut results = Vec::with_capacity(trials.len());
    for numbers in trials {
        let (head, metrics) = numbers.split_at(HEAD);
        let whole = |value: f64| (value.fract() == 0.0 && value >= 0.0).then_some(value as u32);
        let points = whole(head[4])? as usize;
        let mut take = || {
            let (taken, rest) = counts.split_at_checked(points)?;
            counts = rest;
            Some(taken.to_vec())
        };
        let series = Series {
            windows_per_point: whole(head[3])?,
            first_attempts: take()?,
            retries: take()?,
            accepted: take()?,
        };
        let seed = (u64::from(whole(head[1])?) << 32) | u64::from(whole(head[2])?);
        let id = TrialId { policy: whole(head[0])?, seed };
        results.push(TrialResult { id, metrics: metrics_from_flat(metrics.first_chunk()?), series });
    }
    counts.is_empty().then_some(results)
}

fn metrics_to_flat(m: &TrialMetrics) -> [f64; METRICS] {
    let optional = |value: Option<f64>| value.unwrap_or(f64::NAN);
    [
        m.successes.into(),
        m.failures.into(),
        m.unfinished.into(),
        m.attempts.into(),
        m.collisions.into(),
        m.peak_retries_per_window.into(),
        m.peak_attempts_per_window.into(),
        optional(m.peak_after.map(f64::from)),
        m.amplification,
        optional(m.first_success_ticks),
        optional(m.median_success_ticks),
        optional(m.p95_success_ticks),
        optional(m.last_success_ticks),
        optional(m.drain_ticks),
        m.arrival_ticks,
        m.simulated_ticks,
    ]
}

fn metrics_from_flat(flat: &[f64; METRICS]) -> TrialMetrics {
    let optional = |value: f64| (!value.is_nan()).then_some(value);
    TrialMetrics {
        successes: flat[0] as u32,
        failures: flat[1] as u32,
        unfinished: flat[2] as u32,
        attempts: flat[3] as u32,
        collisions: flat[4] as u32,
        peak_retries_per_window: flat[5] as u32,
        peak_attempts_per_window: flat[6] as u32,
        peak_after: optional(flat[7]).map(|peak| peak as u32),
        amplification: flat[8],
        first_success_ticks: optional(flat[9]),
        median_success_ticks: optional(flat[10]),
        p95_success_ticks: optional(flat[11]),
        last_success_ticks: optional(flat[12]),
        drain_ticks: optional(flat[13]),
        arrival_ticks: flat[14],
        simulated_ticks: flat[15],
    }
}
