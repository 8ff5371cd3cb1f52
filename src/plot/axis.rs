//! Time axes: where a time lies and which times are labelled.

use crate::math::{Exact, human_ms};

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

/// The least round step that is at least `ms`: 1, 2 or 5 times a power of ten below a minute, then clock units.
fn round_step(ms: f64) -> f64 {
    const CLOCK_S: [f64; 15] = [
        60.0, 120.0, 300.0, 600.0, 900.0, 1800.0, 3600.0, 7200.0, 10_800.0, 21_600.0, 43_200.0, 86_400.0,
        172_800.0, 432_000.0, 864_000.0,
    ];
    if ms > 30_000.0 {
        if let Some(step) = CLOCK_S.iter().map(|s| s * 1000.0).find(|step| *step >= ms) {
            return step;
        }
    }
    let power = libm::pow(10.0, libm::floor(libm::log10(ms.max(1e-3))));
    [1.0, 2.0, 5.0, 10.0]
        .iter()
        .map(|m| m * power)
        .find(|step| *step >= ms * (1.0 - 1e-9))
        .unwrap_or(power * 10.0)
}

fn tick_label(ms: f64) -> String {
    if ms == 0.0 {
        return "0".to_owned();
    }
    // Ticks are round numbers; microseconds hold them exactly.
    human_ms(&Exact::from_steps(libm::round(ms * 1000.0) as u64, 3))
}
