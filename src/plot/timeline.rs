//! The plan timeline: one bar a retry, from its earliest to its latest start.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Ink, Palette, PlotError, TimeScale, ticks};
use crate::distribution::RetryLaws;
use crate::math::{Exact, human_ms};
use crate::policy::{Binding, DeadlineClass, Plan, PlanInput};

const ROW_PX: f64 = 22.0;
const TOP_PX: f64 = 22.0;
const BOTTOM_PX: f64 = 26.0;
const LEFT_PX: f64 = 34.0;
const RIGHT_PX: f64 = 18.0;
const LABEL_PX: f64 = 12.0;

/// Height in CSS pixels of the timeline of `retries` retries; the initial request has a row too.
#[must_use]
pub fn timeline_height(retries: usize) -> f64 {
    TOP_PX + BOTTOM_PX + ROW_PX * (retries + 1) as f64
}

/// One retry, in ms as drawn.
#[derive(Clone, Debug, PartialEq)]
struct Bar {
    earliest: f64,
    latest: f64,
    /// The part of the wait before `earliest` that Retry-After forces; 0 without one.
    floor: f64,
    class: Option<DeadlineClass>,
    /// The share of starts in equal parts of the range; empty where it is not known.
    shares: Vec<f64>,
}

/// Everything the drawing needs, from the same plan as the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Timeline {
    bars: Vec<Bar>,
    request: f64,
    deadline: Option<(f64, String)>,
    span: f64,
}

impl Timeline {
    /// The timeline of a plan.
    #[must_use]
    pub fn new(input: &PlanInput, plan: &Plan) -> Self {
        let bars: Vec<Bar> = plan
            .rows
            .iter()
            .map(|row| Bar {
                earliest: row.start.earliest.to_f64(),
                latest: row.start.latest.to_f64(),
                floor: if row.earliest_by == Binding::Floor { row.wait.earliest.to_f64() } else { 0.0 },
                class: row.deadline,
                shares: Vec::new(),
            })
            .collect();
        let last_end = plan.last_end.latest.to_f64();
        let deadline = input.conditions.deadline.map(|deadline| {
            let exact = Exact::from_steps(deadline.0, 3);
            (exact.to_f64(), human_ms(&exact))
        });
        // A deadline far beyond everything would squeeze the bars to nothing; it is then named, not drawn.
        let reach = deadline.as_ref().map_or(0.0, |(ms, _)| *ms);
        let span = if reach <= last_end * 4.0 { last_end.max(reach) } else { last_end };
        let span = if span > 0.0 { span } else { 1.0 };
        Self { bars, request: input.conditions.request.0 as f64 / 1000.0, deadline, span }
    }

    /// The same timeline with each bar shaded by how likely its starts are. Rows without a law stay even.
    #[must_use]
    pub fn shaded(mut self, laws: &[RetryLaws]) -> Self {
        for (bar, laws) in self.bars.iter_mut().zip(laws) {
            bar.shares = laws.start.as_ref().map(|start| start.shares.clone()).unwrap_or_default();
        }
        self
    }

    /// The retry whose row lies at a height of the drawing, from 1; `None` outside all rows.
    #[must_use]
    pub fn retry_at(&self, y_px: f64) -> Option<u32> {
        let row = libm::floor((y_px - TOP_PX) / ROW_PX);
        let inside = row >= 1.0 && row <= self.bars.len() as f64;
        inside.then_some(row as u32)
    }

    /// Draws onto `ink`, with `selected` marked.
    ///
    /// # Errors
    /// When the backend cannot draw.
    pub fn draw<DB: DrawingBackend>(
        &self,
        ink: &Ink<'_, DB>,
        scale: TimeScale,
        selected: Option<u32>,
    ) -> Result<(), PlotError> {
        ink.clear()?;
        let (width, height) = ink.size();
        let plot = Area {
            left: LEFT_PX,
            right: width - RIGHT_PX,
            bottom: height - BOTTOM_PX,
            span: self.span,
            scale,
        };
        self.draw_axis(ink, &plot)?;
        if let Some(retry) = selected.filter(|retry| (*retry as usize) <= self.bars.len()) {
            let top = TOP_PX + ROW_PX * f64::from(retry);
            ink.fill((0.0, top), (width, top + ROW_PX), ink.palette.accent.mix(0.12))?;
        }
        self.draw_row(
            ink,
            &plot,
            0,
            "1st",
            &Bar { earliest: 0.0, latest: 0.0, floor: 0.0, class: None, shares: Vec::new() },
        )?;
        for (index, bar) in self.bars.iter().enumerate() {
            self.draw_row(ink, &plot, index + 1, &(index + 1).to_string(), bar)?;
        }
        self.draw_deadline(ink, &plot)
    }

    fn draw_axis<DB: DrawingBackend>(&self, ink: &Ink<'_, DB>, plot: &Area) -> Result<(), PlotError> {
        let wanted = ((plot.right - plot.left) / 90.0).max(2.0) as usize;
        let mut free_from = f64::NEG_INFINITY;
        for (ms, label) in ticks(plot.scale, self.span, wanted) {
            let x = plot.x(ms);
            ink.line(&[(x, TOP_PX), (x, plot.bottom)], ink.palette.grid.mix(1.0), 1.0)?;
            let half = ink.text_width(&label, LABEL_PX) / 2.0;
            let center = x.clamp(half + 2.0, plot.right + RIGHT_PX - half - 2.0);
            // A label that would touch its neighbour is left out; its grid line stays.
            if center - half > free_from {
                let anchor = (HPos::Center, VPos::Top);
                ink.text(&label, (center, plot.bottom + 7.0), LABEL_PX, ink.palette.muted, anchor)?;
                free_from = center + half + 8.0;
            }
        }
        ink.line(&[(plot.left, plot.bottom), (plot.right, plot.bottom)], ink.palette.muted.mix(0.8), 1.0)
    }

    fn draw_row<DB: DrawingBackend>(
        &self,
        ink: &Ink<'_, DB>,
        plot: &Area,
        row: usize,
        name: &str,
        bar: &Bar,
    ) -> Result<(), PlotError> {
        let palette = ink.palette;
        let top = TOP_PX + ROW_PX * row as f64 + 4.0;
        let bottom = top + ROW_PX - 8.0;
        let middle = (top + bottom) / 2.0;
        let lost = bar.class == Some(DeadlineClass::Misses);
        let color = class_color(palette, bar.class);
        let strength = if lost { 0.55 } else { 1.0 };
        ink.text(name, (plot.left - 8.0, middle), LABEL_PX, palette.muted, (HPos::Right, VPos::Center))?;

        let (from, to) = (plot.x(bar.earliest), plot.x(bar.latest));
        if bar.floor > 0.0 {
            hatch(
                ink,
                (plot.x((bar.earliest - bar.floor).max(0.0)), top),
                (from, bottom),
                palette.muted.mix(0.7),
            )?;
        }
        if to - from >= 1.0 {
            shade(ink, plot, (top, bottom), bar, color, strength)?;
            ink.outline((from, top), (to, bottom), color.mix(strength), 1.0)?;
        } else {
            // A single possible start is a mark, not a bar of no width.
            ink.fill((from - 1.5, top - 1.0), (from + 1.5, bottom + 1.0), color.mix(strength))?;
        }
        if self.request > 0.0 {
            let end = plot.x(bar.latest + self.request);
            ink.fill(
                (to, middle - 3.0),
                (end.max(to + 1.0), middle + 3.0),
                palette.ink.mix(0.75 * strength),
            )?;
        }
        Ok(())
    }

    fn draw_deadline<DB: DrawingBackend>(&self, ink: &Ink<'_, DB>, plot: &Area) -> Result<(), PlotError> {
        let Some((ms, words)) = &self.deadline else { return Ok(()) };
        let color = ink.palette.misses;
        if *ms > self.span {
            let label = format!("deadline {words} →");
            return ink.text(&label, (plot.right, 4.0), LABEL_PX, color, (HPos::Right, VPos::Top));
        }
        let x = plot.x(*ms);
        ink.line(&[(x, TOP_PX - 4.0), (x, plot.bottom)], color.mix(1.0), 2.0)?;
        let label = format!("deadline {words}");
        let half = ink.text_width(&label, LABEL_PX) / 2.0;
        let center = x.clamp(half + 2.0, (plot.right + RIGHT_PX - half - 2.0).max(half + 2.0));
        ink.text(&label, (center, 3.0), LABEL_PX, color, (HPos::Center, VPos::Top))
    }
}

/// The colour of a deadline class; without a deadline, the accent.
fn class_color(palette: &Palette, class: Option<DeadlineClass>) -> RGBColor {
    match class {
        None => palette.accent,
        Some(DeadlineClass::Within) => palette.within,
        Some(DeadlineClass::MayMiss) => palette.may_miss,
        Some(DeadlineClass::Misses) => palette.misses,
    }
}

/// Fills a bar, evenly or by the density of its starts.
fn shade<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    plot: &Area,
    (top, bottom): (f64, f64),
    bar: &Bar,
    color: RGBColor,
    strength: f64,
) -> Result<(), PlotError> {
    let most = bar.shares.iter().copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return ink.fill(
            (plot.x(bar.earliest), top),
            (plot.x(bar.latest), bottom),
            color.mix(0.35 * strength),
        );
    }
    let step = (bar.latest - bar.earliest) / bar.shares.len() as f64;
    let edge = |k: usize| plot.x(bar.earliest + step * k as f64);
    for (k, share) in bar.shares.iter().enumerate() {
        // By the root, so that one very likely time does not make all others look impossible.
        let depth = 0.06 + 0.64 * libm::sqrt(share / most);
        ink.fill((edge(k), top), (edge(k + 1), bottom), color.mix(depth * strength))?;
    }
    Ok(())
}

/// Diagonal strokes over a rectangle.
fn hatch<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    from: (f64, f64),
    to: (f64, f64),
    color: RGBAColor,
) -> Result<(), PlotError> {
    let height = to.1 - from.1;
    ink.outline(from, to, color, 1.0)?;
    let mut x = from.0 - height;
    while x < to.0 {
        let start = x.max(from.0);
        let end = (x + height).min(to.0);
        if end > start {
            ink.line(&[(start, to.1 - (start - x)), (end, to.1 - (end - x))], color, 1.0)?;
        }
        x += 6.0;
    }
    Ok(())
}

/// Where the plot lies and how times map into it.
struct Area {
    left: f64,
    right: f64,
    bottom: f64,
    span: f64,
    scale: TimeScale,
}

impl Area {
    fn x(&self, ms: f64) -> f64 {
        self.left + (self.right - self.left) * self.scale.position(ms.min(self.span), self.span)
    }
}
