//! A metric over the trials of a policy.

use serde::{Deserialize, Serialize};

use super::metrics::{Metric, TrialMetrics};

/// Median, extremes, mean and spread of one metric over those trials that
/// have a value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The mean of the middle two for an even count.
    pub median: f64,
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
    /// Arithmetic mean.
    pub mean: f64,
    /// Sample standard deviation (divided by n − 1); 0 for one value.
    pub sd: f64,
    /// Trials that have a value.
    pub trials: u32,
}

impl Summary {
    /// The summary of some values, `None` for none. The order of the values
    /// does not matter: they are added in ascending order.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = values.into_iter().collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let n = sorted.len() as f64;
        // A common value is returned as it is, without the rounding of a sum.
        let mean = if min == max { min } else { sorted.iter().sum::<f64>() / n };
        let squares: f64 = sorted.iter().map(|x| (x - mean) * (x - mean)).sum();
        let sd = if sorted.len() > 1 { (squares / (n - 1.0)).sqrt() } else { 0.0 };
        Some(Self {
            median: median_of_sorted(sorted.len(), |at| sorted[at]),
            min,
            max,
            mean,
            sd,
            trials: sorted.len() as u32,
        })
    }

    /// The summary of `metric` over `trials`; `None` when no trial has a value.
    #[must_use]
    pub fn of_metric<'a>(metric: Metric, trials: impl IntoIterator<Item = &'a TrialMetrics>) -> Option<Self> {
        Self::of(trials.into_iter().filter_map(|trial| metric.of(trial)))
    }
}

/// The median of `count` ≥ 1 ascending values, the mean of the middle two for
/// an even count.
pub(super) fn median_of_sorted(count: usize, value: impl Fn(usize) -> f64) -> f64 {
    let middle = count / 2;
    if count % 2 == 1 { value(middle) } else { (value(middle - 1) + value(middle)) / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_known_values() {
        let summary = Summary::of([4.0, 1.0, 3.0, 2.0]).unwrap();
        assert_eq!((summary.median, summary.min, summary.max), (2.5, 1.0, 4.0));
        assert_eq!(summary.mean, 2.5);
        // Σ(x − 2.5)² = 5, over 3
        assert_eq!(summary.sd, (5.0_f64 / 3.0).sqrt());
        assert_eq!(Summary::of([7.0]).unwrap().sd, 0.0);
        assert_eq!(Summary::of([]), None);
    }
}
