//! Arrivals and acceptances over time, for one trial and as a band over many.

use serde::{Deserialize, Serialize};

use super::summary::median_of_sorted;

/// Counts per point of time. A point covers `windows_per_point` windows of the
/// service, the first one starting at tick 0.
///
/// The three lists have the same length: up to the last window with an
/// arrival, or up to the horizon when clients are still pending there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    /// Windows summed in one point: 1 unless the trial is longer than the
    /// scenario's bound of points, then the power of two that fits.
    pub windows_per_point: u32,
    /// First attempts that arrived.
    pub first_attempts: Vec<u32>,
    /// Retries that arrived.
    pub retries: Vec<u32>,
    /// Attempts accepted.
    pub accepted: Vec<u32>,
}

impl Series {
    /// First attempts and retries together.
    #[must_use]
    pub fn arrivals(&self) -> Vec<u32> {
        let pairs = self.first_attempts.iter().zip(&self.retries);
        pairs.map(|(first, retry)| first + retry).collect()
    }

    /// The same counts in points of `windows` windows; `windows` must be a
    /// multiple of the present [`windows_per_point`](Self::windows_per_point).
    #[must_use]
    pub fn coarsened(&self, windows: u32) -> Self {
        let factor = (windows / self.windows_per_point.max(1)).max(1) as usize;
        let sum = |counts: &[u32]| counts.chunks(factor).map(|c| c.iter().sum()).collect();
        Self {
            windows_per_point: windows,
            first_attempts: sum(&self.first_attempts),
            retries: sum(&self.retries),
            accepted: sum(&self.accepted),
        }
    }
}

/// Collects the windows of one trial in ascending order.
#[derive(Debug)]
pub(super) struct SeriesBuilder {
    max_points: usize,
    series: Series,
}

impl SeriesBuilder {
    /// At most `max_points` (at least 2) points.
    pub(super) fn new(max_points: usize) -> Self {
        Self { max_points: max_points.max(2), series: Series { windows_per_point: 1, ..Series::default() } }
    }

    /// Adds counts to a window, creating the points up to it.
    pub(super) fn add(&mut self, window: u64, first: u32, retries: u32, accepted: u32) {
        let point = self.reach(window);
        self.series.first_attempts[point] += first;
        self.series.retries[point] += retries;
        self.series.accepted[point] += accepted;
    }

    /// Makes the series reach `window`; its point's index.
    pub(super) fn reach(&mut self, window: u64) -> usize {
        while window / u64::from(self.series.windows_per_point) >= self.max_points as u64 {
            self.series = self.series.coarsened(self.series.windows_per_point * 2);
        }
        let point = (window / u64::from(self.series.windows_per_point)) as usize;
        if point >= self.series.retries.len() {
            self.series.first_attempts.resize(point + 1, 0);
            self.series.retries.resize(point + 1, 0);
            self.series.accepted.resize(point + 1, 0);
        }
        point
    }

    /// The series so far; the builder is ready for another trial and keeps its
    /// memory.
    pub(super) fn take(&mut self) -> Series {
        let series = self.series.clone();
        self.series.windows_per_point = 1;
        self.series.first_attempts.clear();
        self.series.retries.clear();
        self.series.accepted.clear();
        series
    }
}

/// One quantity over time over several trials. A trial that has ended counts
/// as 0 from then on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Band {
    /// Least value of each point.
    pub min: Vec<u32>,
    /// Median of each point, the mean of the middle two for an even count.
    pub median: Vec<f64>,
    /// Greatest value of each point.
    pub max: Vec<u32>,
}

/// The bands of all three quantities.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bands {
    /// Windows summed in one point: the coarsest of the trials'.
    pub windows_per_point: u32,
    /// First attempts and retries together.
    pub arrivals: Band,
    /// Retries that arrived.
    pub retries: Band,
    /// Attempts accepted.
    pub accepted: Band,
}

impl Bands {
    /// The bands over the series of some trials, in any order.
    #[must_use]
    pub fn of<'a>(trials: impl IntoIterator<Item = &'a Series>) -> Self {
        let trials: Vec<&Series> = trials.into_iter().collect();
        let windows = trials.iter().map(|s| s.windows_per_point).max();
        let windows = windows.unwrap_or(1).max(1);
        let points = trials.iter().map(|s| {
            let factor = (windows / s.windows_per_point.max(1)).max(1) as usize;
            s.retries.len().div_ceil(factor)
        });
        let points = points.max().unwrap_or(0);
        // One quantity at a time, and one point at a time over all trials, so
        // that the bands need no second copy of the series.
        let band = |count: &dyn Fn(&Series, usize) -> u32| {
            let mut band = Band::default();
            let mut values = Vec::with_capacity(trials.len());
            for point in 0..points {
                values.clear();
                values.extend(trials.iter().map(|series| {
                    let factor = (windows / series.windows_per_point.max(1)).max(1) as usize;
                    let end = ((point + 1) * factor).min(series.retries.len());
                    (point * factor..end).map(|at| count(series, at)).sum::<u32>()
                }));
                values.sort_unstable();
                band.min.push(values[0]);
                band.max.push(values[values.len() - 1]);
                band.median.push(median_of_sorted(values.len(), |at| f64::from(values[at])));
            }
            band
        };
        Self {
            windows_per_point: windows,
            arrivals: band(&|s, at| s.first_attempts[at] + s.retries[at]),
            retries: band(&|s, at| s.retries[at]),
            accepted: band(&|s, at| s.accepted[at]),
        }
    }
}
