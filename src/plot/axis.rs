//! Time axes: where a time lies and which times are labelled.

use crate::math::{Exact, group_digits, human_ms};

/// How time is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TimeScale {
    /// Equal times, equal lengths.
    #[default]
    Linear,
    /// Logarithmic, with zero at the left end: position = ln(1 + t / unit), unit = 1/1000 of the span
    /// but at least 1 ms, so that early retries stay apart and zero stays on the axis.
    Log,
}

impl TimeScale {
    /// Position of `ms` between 0 and 1 on an axis from 0 to `span_ms`.
    #[must_use]
    pub fn position(self, ms: f64, span_ms: f64) -> f64 {
        match self {
            Self::Linear => ms / span_ms,
            Self::Log => {
                let unit = log_unit(span_ms);
                libm::log1p(ms / unit) / libm::log1p(span_ms / unit)
            }
        }
    }

    /// The time in ms at a position: the inverse of [`position`](Self::position).
    #[must_use]
    pub fn at(self, position: f64, span_ms: f64) -> f64 {
        match self {
            Self::Linear => position * span_ms,
            Self::Log => {
                let unit = log_unit(span_ms);
                unit * libm::expm1(position * libm::log1p(span_ms / unit))
            }
        }
    }
}

fn log_unit(span_ms: f64) -> f64 {
    (span_ms / 1000.0).max(1.0)
}

/// Round times in ms, about `wanted` of them, from 0 to `span_ms`, each with its label.
#[must_use]
pub fn ticks(scale: TimeScale, span_ms: f64, wanted: usize) -> Vec<(f64, String)> {
    let label = |ms: f64| (ms, tick_label(ms));
    match scale {
        TimeScale::Linear => {
            let step = round_step(span_ms / wanted.max(1) as f64);
            let count = libm::floor(span_ms / step + 1e-9) as usize;
            (0..=count).map(|i| label(i as f64 * step)).collect()
        }
        TimeScale::Log => {
            let mut times = vec![0.0];
            let mut decade = libm::pow(10.0, libm::floor(libm::log10(log_unit(span_ms))));
            while decade <= span_ms {
                times.push(decade);
                decade *= 10.0;
            }
            // Labels of the lowest decades crowd at zero; keep the upper ones.
            let excess = times.len().saturating_sub(wanted.max(2));
            times.drain(1..=excess);
            times.into_iter().map(label).collect()
        }
    }
}

/// Round times within a zoomed part of an axis from 0 to `span`, each with its label. Times are ms,
/// labelled with units, when `clock`; otherwise plain counts. Never finer than 1.
pub(super) fn ticks_between(
    scale: TimeScale,
    (from, to): (f64, f64),
    span: f64,
    wanted: usize,
    clock: bool,
) -> Vec<(f64, String)> {
    let label = |at: f64| (at, if clock { tick_label(at) } else { group_digits(&format!("{at:.0}")) });
    if scale == TimeScale::Log {
        // The decades first, then what lies between them, as long as there are too few.
        for factors in [&[1.0][..], &[1.0, 2.0, 5.0]] {
            let times = decades(from, to, span, factors, clock);
            if times.len() >= 3 {
                return times.into_iter().map(label).collect();
            }
        }
    }
    let per_label = ((to - from) / wanted.max(1) as f64).max(1.0);
    let step = if clock { round_step(per_label) } else { decimal_step(per_label) };
    let (first, last) = (libm::ceil(from / step - 1e-9), libm::floor(to / step + 1e-9));
    (first as u64..=last.max(0.0) as u64).map(|i| label(i as f64 * step)).collect()
}

/// Zero and `factors` times the decades above the logarithmic unit, as far as they lie between `from`
/// and `to`. Decades are powers of ten; on a clock, from a minute on, about ten times the one before.
fn decades(from: f64, to: f64, span: f64, factors: &[f64], clock: bool) -> Vec<f64> {
    const CLOCK_MS: [f64; 5] = [60_000.0, 600_000.0, 3_600_000.0, 36_000_000.0, 86_400_000.0];
    let next = |decade: f64| {
        let later = || CLOCK_MS.into_iter().find(|later| *later > decade);
        let round = if clock && decade >= 10_000.0 { later() } else { None };
        round.unwrap_or(decade * 10.0)
    };
    let unit = log_unit(span);
    let mut decade = 1.0;
    let mut times = vec![0.0];
    while decade <= to {
        if decade >= unit {
            times.extend(factors.iter().map(|factor| factor * decade));
        }
        decade = next(decade);
    }
    times.retain(|at| (from..=to).contains(at));
    times
}

/// The least round step that is at least `ms`: 1, 2 or 5 times a power of ten up to 10 s, then clock units.
fn round_step(ms: f64) -> f64 {
    const CLOCK_S: [f64; 17] = [
        15.0, 30.0, 60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0, 10_800.0, 21_600.0, 43_200.0,
        86_400.0, 172_800.0, 432_000.0, 864_000.0,
    ];
    if ms > 10_000.0
        && let Some(step) = CLOCK_S.iter().map(|s| s * 1000.0).find(|step| *step >= ms)
    {
        return step;
    }
    decimal_step(ms)
}

/// The least of 1, 2 and 5 times a power of ten that is at least `least`.
pub(super) fn decimal_step(least: f64) -> f64 {
    let power = libm::pow(10.0, libm::floor(libm::log10(least.max(1e-3))));
    [1.0, 2.0, 5.0, 10.0]
        .iter()
        .map(|m| m * power)
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(power * 10.0)
}

fn tick_label(ms: f64) -> String {
    if ms == 0.0 {
        return "0".to_owned();
    }
    // Ticks are round numbers; microseconds hold them exactly.
    human_ms(&Exact::from_steps(libm::round(ms * 1000.0) as u64, 3))
}
