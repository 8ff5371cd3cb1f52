//! What the herd and the share chart draw alike: time axis, cross-hair, selection, line samples.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::herd_course::Courses;
use super::herd_view::SeriesView;
use super::ink::Point;
use super::series_style::{dash_pattern, marker_shape};
use super::{Ink, PlotError, TimeAxis};

/// Size of labels in CSS pixels.
pub(super) const LABEL_PX: f64 = 12.0;
/// Length of a line sample in CSS pixels.
const SAMPLE_PX: f64 = 26.0;

/// Grid lines from `top` to `bottom` and the labels below, those that would touch left out.
pub(super) fn draw_time_axis<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    axis: &TimeAxis,
    top: f64,
    bottom: f64,
) -> Result<(), PlotError> {
    let width = ink.size().0;
    let mut labels = axis.labels();
    // From the right: on a logarithmic axis the labels crowd at the left, and the last one has the unit.
    labels.reverse();
    let mut free_until = f64::INFINITY;
    for (tick, label) in labels {
        let x = axis.x(tick);
        ink.line(&[(x, top), (x, bottom)], ink.palette.grid.mix(1.0), 1.0)?;
        let half = ink.text_width(&label, LABEL_PX) / 2.0;
        let center = x.min(width - half - 2.0).max(half + 2.0);
        if center + half < free_until {
            let anchor = (HPos::Center, VPos::Top);
            ink.text(&label, (center, bottom + 8.0), LABEL_PX, ink.palette.muted, anchor)?;
            free_until = center - half - 10.0;
        }
    }
    ink.line(&[(axis.left, bottom), (axis.right, bottom)], ink.palette.muted.mix(0.8), 1.0)
}

/// The cross-hair: the point of the finest policy that shows, shaded, and a line at the cursor.
pub(super) fn draw_cursor<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    courses: &Courses,
    view: &SeriesView,
    axis: &TimeAxis,
    top: f64,
    bottom: f64,
) -> Result<(), PlotError> {
    let Some(cursor) = view.cursor.filter(|tick| axis.contains(*tick)) else { return Ok(()) };
    let ticks = view.shown(courses).map(|policy| courses.point_ticks(policy));
    let ticks = ticks.fold(f64::INFINITY, f64::min);
    if ticks.is_finite() {
        let from = libm::floor(cursor / ticks) * ticks;
        if let Some((top_left, bottom_right)) = axis.span_px(from, from + ticks, top, bottom) {
            ink.fill(top_left, bottom_right, ink.palette.accent.mix(0.18))?;
        }
    }
    let x = axis.x(cursor);
    ink.line(&[(x, top), (x, bottom)], ink.palette.accent.mix(1.0), 1.0)
}

/// The part a reader is about to zoom into.
pub(super) fn draw_drag<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    view: &SeriesView,
    axis: &TimeAxis,
    top: f64,
    bottom: f64,
) -> Result<(), PlotError> {
    let Some((a, b)) = view.drag else { return Ok(()) };
    let Some((top_left, bottom_right)) = axis.span_px(a.min(b), a.max(b), top, bottom) else { return Ok(()) };
    ink.fill(top_left, bottom_right, ink.palette.accent.mix(0.16))?;
    ink.outline(top_left, bottom_right, ink.palette.accent.mix(1.0), 1.0)
}

/// A short line with a style's colour, dash and marker, from `at` to the right; its right end.
pub(super) fn draw_sample<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    style: usize,
    at: Point,
) -> Result<f64, PlotError> {
    let color = ink.palette.series[style % ink.palette.series.len()];
    let end = at.0 + SAMPLE_PX;
    ink.dashes(&[at, (end, at.1)], color.mix(1.0), 2.0, dash_pattern(style))?;
    draw_marker(ink, style, (at.0 + SAMPLE_PX / 2.0, at.1))?;
    Ok(end)
}

/// A style's marker, set off from what lies below it.
pub(super) fn draw_marker<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    style: usize,
    at: Point,
) -> Result<(), PlotError> {
    let shape = |radius: f64| -> Vec<Point> {
        marker_shape(style).iter().map(|(x, y)| (at.0 + x * radius, at.1 + y * radius)).collect()
    };
    ink.polygon(&shape(6.0), ink.palette.surface.mix(1.0))?;
    let color = ink.palette.series[style % ink.palette.series.len()];
    ink.polygon(&shape(4.5), color.mix(1.0))
}

/// `text`, shortened with an ellipsis where it is wider than `room` CSS pixels.
pub(super) fn cut_to_width<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    text: &str,
    size: f64,
    room: f64,
) -> String {
    let mut kept = text.to_owned();
    let mut shown = kept.clone();
    while ink.text_width(&shown, size) > room && kept.pop().is_some() {
        shown = format!("{}…", kept.trim_end());
    }
    shown
}

/// A label that stays legible over marks: the background shows through around it.
pub(super) fn halo_text<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    text: &str,
    at: Point,
    side: HPos,
) -> Result<(), PlotError> {
    let width = ink.text_width(text, LABEL_PX);
    let left = match side {
        HPos::Left => at.0,
        HPos::Center => at.0 - width / 2.0,
        HPos::Right => at.0 - width,
    };
    let corners = ((left - 2.0, at.1 - 7.0), (left + width + 2.0, at.1 + 7.0));
    ink.fill(corners.0, corners.1, ink.palette.surface.mix(0.82))?;
    ink.text(text, at, LABEL_PX, ink.palette.ink, (side, VPos::Center))
}
