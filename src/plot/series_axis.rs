//! The time axis that the herd and the share chart have in common.

use super::TimeScale;
use super::axis::ticks_between;
use super::herd_course::Courses;
use super::herd_view::SeriesView;
use super::ink::Point;
use crate::math::group_digits;

/// Room at the right for labels at the ends of lines, on drawings at least [`WIDE_PX`] wide.
const LABEL_MARGIN_PX: f64 = 116.0;
const NARROW_MARGIN_PX: f64 = 14.0;
const WIDE_PX: f64 = 640.0;
/// About the width of a digit of a tick label.
const DIGIT_PX: f64 = 6.8;
/// Least distance between two labels of the axis: from middle to middle, and between their edges.
const LABEL_STEP_PX: f64 = 50.0;
const LABEL_GAP_PX: f64 = 14.0;

/// Ticks from left to right. Lengths are CSS pixels; both edges are whole.
///
/// Depends on the courses, the view and the width alone, so two charts of one width line up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeAxis {
    /// Left edge of the plot.
    pub left: f64,
    /// Right edge of the plot, at least 1 px from the left one.
    pub right: f64,
    /// Tick at the left edge.
    pub from: f64,
    /// Tick at the right edge, greater than `from`.
    pub to: f64,
    /// Ticks of the whole courses; the logarithmic scale depends on them, not on the zoom.
    span: f64,
    scale: TimeScale,
    /// Milliseconds in a tick; 1 for abstract ticks.
    unit: f64,
    is_abstract: bool,
}

impl TimeAxis {
    /// The axis of a drawing `width` CSS pixels wide.
    #[must_use]
    pub fn new(courses: &Courses, view: &SeriesView, width: f64) -> Self {
        let digits = group_digits(&format!("{:.0}", courses.peak())).len();
        let left = libm::ceil((digits as f64 * DIGIT_PX + 14.0).max(42.0));
        let margin = if width >= WIDE_PX { LABEL_MARGIN_PX } else { NARROW_MARGIN_PX };
        let (from, to) = view.range(courses);
        let milliseconds = courses.tick.milliseconds();
        Self {
            left,
            right: libm::floor(width - margin).max(left + 1.0),
            from,
            to,
            span: courses.end_tick(),
            scale: view.time,
            unit: f64::from(milliseconds.unwrap_or(1)),
            is_abstract: milliseconds.is_none(),
        }
    }

    /// Where `tick` lies; outside the plot for a tick outside the zoom.
    #[must_use]
    pub fn x(&self, tick: f64) -> f64 {
        let (low, high) = (self.position(self.from), self.position(self.to));
        self.left + (self.right - self.left) * (self.position(tick) - low) / (high - low)
    }

    /// The tick at `x_px`, kept within the zoom.
    #[must_use]
    pub fn tick_at(&self, x_px: f64) -> f64 {
        let (low, high) = (self.position(self.from), self.position(self.to));
        // Exactly the edges, whatever the logarithm rounds to.
        if x_px <= self.left {
            return self.from;
        }
        if x_px >= self.right {
            return self.to;
        }
        let share = (x_px - self.left) / (self.right - self.left);
        let span = self.span * self.unit;
        let tick = self.scale.at(low + (high - low) * share, span) / self.unit;
        tick.clamp(self.from, self.to)
    }

    /// Whether `tick` lies within the zoom.
    #[must_use]
    pub fn contains(&self, tick: f64) -> bool {
        (self.from..=self.to).contains(&tick)
    }

    /// Width of the plot in whole CSS pixels, at least 1.
    #[must_use]
    pub fn columns(&self) -> usize {
        (self.right - self.left) as usize
    }

    /// The labelled times within the zoom: tick and label, from left to right, as many as fit. Labels
    /// may still crowd on a logarithmic axis; the drawing leaves out those that would touch.
    #[must_use]
    pub fn labels(&self) -> Vec<(f64, String)> {
        let most = libm::floor((self.right - self.left) / LABEL_STEP_PX).max(1.0) as usize;
        let fitting = (1..=most).rev().map(|wanted| self.labels_of(wanted)).find(|labels| self.fit(labels));
        fitting.unwrap_or_else(|| self.labels_of(1))
    }

    fn fit(&self, labels: &[(f64, String)]) -> bool {
        let half = |label: &str| label.chars().count() as f64 * DIGIT_PX / 2.0;
        labels.windows(2).all(|pair| {
            let room = self.x(pair[1].0) - self.x(pair[0].0);
            half(&pair[0].1) + half(&pair[1].1) + LABEL_GAP_PX <= room
        })
    }

    fn labels_of(&self, wanted: usize) -> Vec<(f64, String)> {
        let (from, to) = (self.from * self.unit, self.to * self.unit);
        let times = ticks_between(self.scale, (from, to), self.span * self.unit, wanted, !self.is_abstract);
        let mut labels: Vec<_> = times.into_iter().map(|(at, label)| (at / self.unit, label)).collect();
        if self.is_abstract
            && let Some((_, last)) = labels.last_mut()
        {
            last.push_str(" ticks");
        }
        labels
    }

    /// Both corners of the part of the plot between two ticks, cut at the zoom and at least 1 px wide;
    /// `None` when no part of it shows.
    #[must_use]
    pub(super) fn span_px(&self, from: f64, until: f64, top: f64, bottom: f64) -> Option<(Point, Point)> {
        if until <= self.from || from >= self.to || until <= from {
            return None;
        }
        let left = self.x(from.max(self.from));
        let right = self.x(until.min(self.to)).max(left + 1.0);
        Some(((left, top), (right, bottom)))
    }

    fn position(&self, tick: f64) -> f64 {
        self.scale.position(tick * self.unit, self.span * self.unit)
    }
}
