//! The share chart: how much of the crowd was served over time, one line a policy.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::herd_course::Courses;
use super::herd_view::SeriesView;
use super::ink::Point;
use super::series_frame::{LABEL_PX, draw_cursor, draw_drag, draw_marker, draw_time_axis};
use super::series_style::dash_pattern;
use super::share_labels::draw_labels;
use super::{Ink, PlotError, TimeAxis};

const HEIGHT_PX: f64 = 210.0;
const TOP_PX: f64 = 24.0;
const BOTTOM_PX: f64 = 28.0;
/// The shares that are marked: half and p95.
pub const MARKED_SHARES: [f64; 2] = [0.5, 0.95];

/// Height in CSS pixels of the share chart.
#[must_use]
pub fn share_height() -> f64 {
    HEIGHT_PX
}

/// The share chart's geometry in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareLayout {
    /// Time, the same as the herd chart's at the same width.
    pub time: TimeAxis,
    /// y of everybody served.
    pub top: f64,
    /// y of nobody served.
    pub bottom: f64,
}

impl ShareLayout {
    /// The geometry of a drawing of `width` × `height` CSS pixels.
    #[must_use]
    pub fn new(courses: &Courses, view: &SeriesView, (width, height): (f64, f64)) -> Self {
        let bottom = libm::round(height - BOTTOM_PX).max(TOP_PX + 1.0);
        Self { time: TimeAxis::new(courses, view, width), top: TOP_PX, bottom }
    }

    /// Height of a share between 0 and 1.
    #[must_use]
    pub fn y(&self, share: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * share.clamp(0.0, 1.0)
    }

    /// A policy's curve within the zoom up to the trial's end: a corner at every pixel, exact at both.
    #[must_use]
    pub fn curve(&self, courses: &Courses, policy: usize) -> Vec<Point> {
        let end = courses.course_end(policy).min(self.time.to);
        if end <= self.time.from {
            return Vec::new();
        }
        let point = |tick: f64| (self.time.x(tick), self.y(courses.share_at(policy, tick)));
        let pixels = (0..=self.time.columns()).map(|at| self.time.left + at as f64);
        let ticks = pixels.map(|x| self.time.tick_at(x)).take_while(|tick| *tick < end);
        let mut curve: Vec<Point> = ticks.map(point).collect();
        curve.push(point(end));
        without_straight_runs(curve)
    }
}

/// Leaves out the points inside level stretches, which need no corner.
fn without_straight_runs(curve: Vec<Point>) -> Vec<Point> {
    let level = |at: usize| curve[at - 1].1 == curve[at].1 && curve[at].1 == curve[at + 1].1;
    let needed = |at: &usize| *at == 0 || *at + 1 == curve.len() || !level(*at);
    (0..curve.len()).filter(needed).map(|at| curve[at]).collect()
}

/// Draws the share chart over the whole of `ink`, whose height is as a rule [`share_height`]. Markers
/// stand where half and 95 % of the clients were served and where the trial ends; after that the share
/// goes on as a thin line. With room at the right, each line's end is labelled.
///
/// # Errors
/// When the backend cannot draw.
pub fn draw_share<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    courses: &Courses,
    view: &SeriesView,
) -> Result<(), PlotError> {
    ink.clear()?;
    let layout = ShareLayout::new(courses, view, ink.size());
    draw_outage(ink, courses, &layout)?;
    draw_time_axis(ink, &layout.time, layout.top, layout.bottom)?;
    draw_shares(ink, &layout)?;
    for policy in view.shown(courses) {
        draw_curve(ink, courses, &layout, policy)?;
    }
    // Markers last, so that no line hides the mark of another.
    for policy in view.shown(courses) {
        draw_marks(ink, courses, &layout, policy)?;
    }
    draw_labels(ink, courses, view, &layout)?;
    draw_cursor(ink, courses, view, &layout.time, layout.top, layout.bottom)?;
    draw_drag(ink, view, &layout.time, layout.top, layout.bottom)
}

fn draw_outage<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    courses: &Courses,
    layout: &ShareLayout,
) -> Result<(), PlotError> {
    let Some(outage) = courses.service.outage else { return Ok(()) };
    let (from, until) = (outage.from_tick as f64, outage.until_tick as f64);
    let span = layout.time.span_px(from, until, layout.top, layout.bottom);
    span.map_or(Ok(()), |(a, b)| ink.fill(a, b, ink.palette.muted.mix(0.16)))
}

/// The shares at the left, with dotted guides at the marked ones.
fn draw_shares<DB: DrawingBackend>(ink: &Ink<'_, DB>, layout: &ShareLayout) -> Result<(), PlotError> {
    let (left, right) = (layout.time.left, layout.time.right);
    ink.line(&[(left, layout.top), (right, layout.top)], ink.palette.grid.mix(1.0), 1.0)?;
    for share in MARKED_SHARES {
        let y = layout.y(share);
        ink.dashed((left, y), (right, y), ink.palette.muted.mix(0.9), 1.0, 2.0, 3.0)?;
    }
    // The two at the top lie closer than their labels are high, so these stand a little apart.
    for (share, aside) in [(0.0, 0.0), (0.5, 0.0), (0.95, 2.0), (1.0, -3.5)] {
        let (label, at) = (format!("{:.0} %", share * 100.0), (left - 6.0, layout.y(share) + aside));
        ink.text(&label, at, LABEL_PX, ink.palette.muted, (HPos::Right, VPos::Center))?;
    }
    let anchor = (HPos::Right, VPos::Center);
    ink.text("share of clients served", (right, layout.top - 12.0), LABEL_PX, ink.palette.muted, anchor)
}

fn draw_curve<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    courses: &Courses,
    layout: &ShareLayout,
    policy: usize,
) -> Result<(), PlotError> {
    let style = courses.policies[policy].style;
    let color = ink.palette.series[style % ink.palette.series.len()];
    let curve = layout.curve(courses, policy);
    if curve.len() > 1 {
        ink.dashes(&curve, color.mix(1.0), 2.0, dash_pattern(style))?;
    }
    let end = courses.course_end(policy);
    if end < layout.time.to {
        let y = layout.y(courses.share_at(policy, end));
        let from = layout.time.x(end.max(layout.time.from));
        ink.line(&[(from, y), (layout.time.right, y)], color.mix(0.6), 1.0)?;
    }
    Ok(())
}

fn draw_marks<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    courses: &Courses,
    layout: &ShareLayout,
    policy: usize,
) -> Result<(), PlotError> {
    let end = courses.course_end(policy);
    let reached = MARKED_SHARES.into_iter().filter_map(|share| courses.reaches(policy, share));
    for tick in reached.chain(Some(end)).filter(|tick| layout.time.contains(*tick)) {
        let at = (layout.time.x(tick), layout.y(courses.share_at(policy, tick)));
        draw_marker(ink, courses.policies[policy].style, at)?;
    }
    Ok(())
}
