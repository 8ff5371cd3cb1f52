//! The herd chart: arrivals per window over time, one panel a policy.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::herd_columns::{band_columns, trial_columns};
use super::herd_course::{Course, Courses};
use super::herd_layout::{HerdLayout, HerdPanel};
use super::herd_paint::{Steps, hatch};
use super::herd_view::SeriesView;
use super::series_frame::{
    LABEL_PX, cut_to_width, draw_cursor, draw_drag, draw_sample, draw_time_axis, halo_text,
};
use super::{Ink, PlotError};
use crate::math::{Exact, group_digits, human_ms};

/// Thickness of the edge on top of rejected attempts.
const EDGE_PX: f64 = 1.5;

/// Draws the herd chart over the whole of `ink`, whose height is as a rule
/// [`herd_height`](super::herd_height). From the bottom up a column shows first attempts (lighter), then
/// retries; what lies above the accepted count was rejected: hatched, tinted and edged. With several points in a pixel the one with
/// the most arrivals is drawn.
///
/// # Errors
/// When the backend cannot draw.
pub fn draw_herd<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    courses: &Courses,
    view: &SeriesView,
) -> Result<(), PlotError> {
    ink.clear()?;
    let layout = HerdLayout::new(courses, view, ink.size());
    draw_outage(ink, courses, &layout)?;
    draw_header(ink, courses, &layout)?;
    draw_time_axis(ink, &layout.time, layout.top, layout.bottom)?;
    for panel in &layout.panels {
        draw_counts(ink, &layout, panel)?;
        let course = &courses.policies[panel.policy];
        draw_columns(ink, courses, &layout, panel, course)?;
        draw_band(ink, courses, &layout, panel, course)?;
        draw_capacity(ink, courses, &layout, panel)?;
        draw_title(ink, &layout, panel, course)?;
    }
    draw_cursor(ink, courses, view, &layout.time, layout.top, layout.bottom)?;
    draw_drag(ink, view, &layout.time, layout.top, layout.bottom)
}

fn draw_outage<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    courses: &Courses,
    layout: &HerdLayout,
) -> Result<(), PlotError> {
    let Some(outage) = courses.service.outage else { return Ok(()) };
    let (from, until) = (outage.from_tick as f64, outage.until_tick as f64);
    let Some((top_left, bottom_right)) = layout.time.span_px(from, until, 0.0, layout.bottom) else {
        return Ok(());
    };
    ink.fill(top_left, bottom_right, ink.palette.muted.mix(0.16))?;
    for (tick, x) in [(from, top_left.0), (until, bottom_right.0)] {
        if layout.time.contains(tick) && tick > 0.0 {
            ink.dashed((x, 0.0), (x, layout.bottom), ink.palette.muted.mix(0.9), 1.0, 3.0, 3.0)?;
        }
    }
    let anchor = (HPos::Left, VPos::Center);
    ink.text("outage", (top_left.0 + 4.0, layout.top / 2.0), LABEL_PX, ink.palette.ink, anchor)
}

/// What is counted, at the right above the panels, where it does not touch the outage's name.
fn draw_header<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    courses: &Courses,
    layout: &HerdLayout,
) -> Result<(), PlotError> {
    let window = courses.service.window_ticks;
    let milliseconds = courses.tick.milliseconds().map(|ms| u64::from(ms) * u64::from(window));
    let text = match (milliseconds, window) {
        (Some(1), _) => "attempts per millisecond".to_owned(),
        (Some(1000), _) => "attempts per second".to_owned(),
        (Some(ms), _) => format!("attempts per {}", human_ms(&Exact::from_steps(ms, 0))),
        (None, 1) => "attempts per tick".to_owned(),
        (None, ticks) => format!("attempts per {} ticks", group_digits(&ticks.to_string())),
    };
    let named = courses
        .service
        .outage
        .and_then(|outage| layout.time.span_px(outage.from_tick as f64, outage.until_tick as f64, 0.0, 0.0));
    let (width, right) = (ink.text_width(&text, LABEL_PX), layout.time.right);
    let taken = named.map(|((left, _), _)| (left, left + 8.0 + ink.text_width("outage", LABEL_PX)));
    if taken.is_some_and(|(from, until)| right - width < until && right > from) {
        return Ok(());
    }
    let anchor = (HPos::Right, VPos::Center);
    ink.text(&text, (right, layout.top / 2.0), LABEL_PX, ink.palette.muted, anchor)
}

fn draw_counts<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    layout: &HerdLayout,
    panel: &HerdPanel,
) -> Result<(), PlotError> {
    let (left, right) = (layout.time.left, layout.time.right);
    for (count, label) in panel.counts.labels() {
        let y = panel.counts.y(count);
        let color = if count == 0.0 { ink.palette.muted.mix(0.8) } else { ink.palette.grid.mix(1.0) };
        ink.line(&[(left, y), (right, y)], color, 1.0)?;
        ink.text(&label, (left - 6.0, y), LABEL_PX, ink.palette.muted, (HPos::Right, VPos::Center))?;
    }
    Ok(())
}

fn draw_columns<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    courses: &Courses,
    layout: &HerdLayout,
    panel: &HerdPanel,
    course: &Course,
) -> Result<(), PlotError> {
    let columns = trial_columns(&layout.time, course, courses.point_ticks(panel.policy));
    let y = |count: f64| panel.counts.y(count);
    let steps = |low: &dyn Fn(usize) -> f64, high: &dyn Fn(usize) -> f64| {
        Steps::new(layout.time.left, (0..columns.len()).map(|at| (y(low(at)), y(high(at)))))
    };
    let color = color_of(ink, course);
    let first = steps(&|_| 0.0, &|at| columns[at].first);
    let retries = steps(&|at| columns[at].first, &|at| columns[at].arrivals);
    let rejected = steps(&|at| columns[at].accepted.min(columns[at].arrivals), &|at| columns[at].arrivals);
    first.fill(ink, color.mix(0.42))?;
    retries.fill(ink, color.mix(1.0))?;
    // Cut out of the bars rather than drawn in a hue, so that the bars keep their policy's colour.
    hatch(ink, &rejected, (panel.counts.top, panel.counts.bottom), ink.palette.surface.mix(0.8))?;
    rejected.fill(ink, ink.palette.misses.mix(0.14))?;
    // A strip, not a line: a line's upright parts would cover columns of a pixel.
    rejected.top_strip(EDGE_PX).fill(ink, ink.palette.misses.mix(1.0))
}

fn draw_band<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    courses: &Courses,
    layout: &HerdLayout,
    panel: &HerdPanel,
    course: &Course,
) -> Result<(), PlotError> {
    let Some(band) = &course.band else { return Ok(()) };
    let columns = band_columns(&layout.time, band, courses.ticks_of(band.windows_per_point));
    let y = |count: f64| panel.counts.y(count);
    let range = Steps::new(layout.time.left, columns.iter().map(|c| (y(c.min), y(c.max))));
    range.fill(ink, ink.palette.ink.mix(0.16))?;
    range.upper_line(ink, ink.palette.ink.mix(0.35), 1.0)?;
    let median = Steps::new(layout.time.left, columns.iter().map(|c| (y(0.0), y(c.median))));
    median.upper_line(ink, ink.palette.ink.mix(1.0), 1.0)
}

/// The capacity line; its label stands in the right margin where it fits, else on the line's end.
fn draw_capacity<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    courses: &Courses,
    layout: &HerdLayout,
    panel: &HerdPanel,
) -> Result<(), PlotError> {
    let capacity = f64::from(courses.service.capacity);
    let (left, right) = (layout.time.left, layout.time.right);
    let y = panel.counts.y(capacity);
    ink.line(&[(left, y), (right, y)], ink.palette.ink.mix(1.0), 1.5)?;
    let label = format!("capacity {}", group_digits(&courses.service.capacity.to_string()));
    let room = ink.size().0 - right - 8.0;
    if ink.text_width(&label, LABEL_PX) <= room {
        let anchor = (HPos::Left, VPos::Center);
        return ink.text(&label, (right + 5.0, y), LABEL_PX, ink.palette.ink, anchor);
    }
    let above = (y - 9.0).max(panel.counts.top + 8.0);
    halo_text(ink, &label, (right - 3.0, above), HPos::Right)
}

fn draw_title<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    layout: &HerdLayout,
    panel: &HerdPanel,
    course: &Course,
) -> Result<(), PlotError> {
    let y = panel.title_top + 11.0;
    let x = draw_sample(ink, course.style, (layout.time.left, y))?;
    let anchor = (HPos::Left, VPos::Center);
    let name = cut_to_width(ink, &course.name, LABEL_PX + 1.0, layout.time.right - x - 6.0);
    ink.text(&name, (x + 6.0, y), LABEL_PX + 1.0, ink.palette.ink, anchor)?;
    if course.windows() == 1 {
        return Ok(());
    }
    let note = format!("each step the mean of {} windows", group_digits(&course.windows().to_string()));
    let taken = x + 6.0 + ink.text_width(&name, LABEL_PX + 1.0) + 12.0;
    if layout.time.right - ink.text_width(&note, LABEL_PX) < taken {
        return Ok(());
    }
    ink.text(&note, (layout.time.right, y), LABEL_PX, ink.palette.muted, (HPos::Right, VPos::Center))
}

fn color_of<DB: DrawingBackend>(ink: &Ink<'_, DB>, course: &Course) -> RGBColor {
    ink.palette.series[course.style % ink.palette.series.len()]
}
