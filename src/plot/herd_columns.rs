//! Series thinned to the pixels of the plot.
//!
//! Each column is one CSS pixel wide. Where several points fall into one, the one with the most
//! arrivals is drawn, so that no peak is ever lost; a point wider than a pixel fills all its columns.

use std::ops::Range;

use super::TimeAxis;
use super::herd_course::{Course, CourseBand};

/// The points that fall into each column of the plot, for points of `point_ticks`; no column holds an
/// index of `len` or more, and those after the last point are empty.
pub(super) fn column_points(axis: &TimeAxis, point_ticks: f64, len: usize) -> Vec<Range<usize>> {
    let columns = axis.columns();
    // A point belongs to the column nearest to its start, so neighbours share a rounded edge.
    let starts = |edge: usize| {
        if edge == columns {
            return libm::ceil(axis.to / point_ticks) as usize;
        }
        libm::ceil(axis.tick_at(axis.left + edge as f64 - 0.5) / point_ticks - 1e-9).max(0.0) as usize
    };
    let mut from = libm::floor(axis.from / point_ticks + 1e-9).max(0.0) as usize;
    let column = |edge: usize| {
        let until = starts(edge + 1);
        // Nothing starts here: the point before goes on.
        let points = if until > from { from..until } else { from.saturating_sub(1)..from };
        from = until.max(from);
        points.start.min(len)..points.end.min(len)
    };
    (0..columns).map(column).collect()
}

/// One column of the herd chart, in attempts per window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Column {
    /// First attempts that arrived.
    pub first: f64,
    /// First attempts and retries that arrived.
    pub arrivals: f64,
    /// Attempts accepted.
    pub accepted: f64,
}

/// The columns of a trial.
pub(super) fn trial_columns(axis: &TimeAxis, course: &Course, point_ticks: f64) -> Vec<Column> {
    let windows = f64::from(course.windows());
    let len = course.series.accepted.len();
    let column = |points: Range<usize>| {
        let most = points.max_by_key(|point| course.arrivals(*point));
        most.map_or_else(Column::default, |point| Column {
            first: f64::from(course.series.first_attempts[point]) / windows,
            arrivals: course.arrivals(point) as f64 / windows,
            accepted: f64::from(course.series.accepted[point]) / windows,
        })
    };
    column_points(axis, point_ticks, len).into_iter().map(column).collect()
}

/// One column of a band, in attempts per window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct BandColumn {
    /// Least of the points' least.
    pub min: f64,
    /// Greatest of the points' medians.
    pub median: f64,
    /// Greatest of the points' greatest.
    pub max: f64,
}

/// The columns of a band over trials.
pub(super) fn band_columns(axis: &TimeAxis, band: &CourseBand, point_ticks: f64) -> Vec<BandColumn> {
    let windows = f64::from(band.windows_per_point.max(1));
    let arrivals = &band.arrivals;
    let column = |points: Range<usize>| BandColumn {
        min: f64::from(arrivals.min[points.clone()].iter().min().copied().unwrap_or(0)) / windows,
        median: arrivals.median[points.clone()].iter().fold(0.0, |a: f64, b| a.max(*b)) / windows,
        max: f64::from(arrivals.max[points].iter().max().copied().unwrap_or(0)) / windows,
    };
    column_points(axis, point_ticks, arrivals.max.len()).into_iter().map(column).collect()
}
