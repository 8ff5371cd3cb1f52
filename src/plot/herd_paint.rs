//! Areas between two stepped edges, filled, edged and hatched.

use plotters::prelude::*;

use super::ink::Point;
use super::{Ink, PlotError};

/// Distance between hatch strokes in CSS pixels.
const HATCH_PX: f64 = 5.0;

/// The area between a lower and an upper edge, both stepped at whole pixels.
pub(super) struct Steps {
    left: f64,
    /// Lower and upper y of each pixel column.
    columns: Vec<(f64, f64)>,
}

impl Steps {
    /// An area whose first column begins at `left`; columns hold their lower and upper y.
    pub fn new(left: f64, columns: impl Iterator<Item = (f64, f64)>) -> Self {
        Self { left, columns: columns.collect() }
    }

    /// The uppermost `thickness` pixels of the area, or less where it is lower.
    pub fn top_strip(&self, thickness: f64) -> Self {
        let columns = self.columns.iter().map(|(low, high)| (low.min(high + thickness), *high));
        Self { left: self.left, columns: columns.collect() }
    }

    /// Fills the area.
    pub fn fill<DB: DrawingBackend>(&self, ink: &Ink<'_, DB>, color: RGBAColor) -> Result<(), PlotError> {
        // One polygon per stretch that has a height: a single one would run along the baseline.
        for stretch in self.stretches() {
            let mut corners = self.edge(stretch.clone(), |column| column.1);
            let mut back = self.edge(stretch, |column| column.0);
            back.reverse();
            corners.append(&mut back);
            ink.polygon(&corners, color)?;
        }
        Ok(())
    }

    /// Draws the upper edge, where it lies above the lower one.
    pub fn upper_line<DB: DrawingBackend>(
        &self,
        ink: &Ink<'_, DB>,
        color: RGBAColor,
        width: f64,
    ) -> Result<(), PlotError> {
        for stretch in self.stretches() {
            ink.line(&self.edge(stretch, |column| column.1), color, width)?;
        }
        Ok(())
    }

    /// The stretches of neighbouring columns that have a height.
    fn stretches(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let has_height = |at: &usize| self.columns[*at].0 > self.columns[*at].1;
        let mut at = 0;
        std::iter::from_fn(move || {
            let start = (at..self.columns.len()).find(has_height)?;
            at = (start..self.columns.len()).find(|at| !has_height(at)).unwrap_or(self.columns.len());
            Some(start..at)
        })
    }

    /// An edge as a polyline with corners only where its height changes.
    fn edge(&self, stretch: std::ops::Range<usize>, y: impl Fn(&(f64, f64)) -> f64) -> Vec<Point> {
        let mut points: Vec<Point> = Vec::new();
        for (column, x) in self.columns[stretch.clone()].iter().zip(stretch.start..) {
            let (x, y) = (self.left + x as f64, y(column));
            if let Some(last) = points.last().copied() {
                if last.1 == y {
                    continue;
                }
                points.push((x, last.1));
            }
            points.push((x, y));
        }
        if let Some(last) = points.last().copied() {
            points.push((self.left + stretch.end as f64, last.1));
        }
        points
    }
}

/// Diagonal strokes over an area between the heights `top` and `bottom`; each stroke is cut where it
/// leaves the area, so that a pattern runs on over columns of any width.
pub(super) fn hatch<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    area: &Steps,
    (top, bottom): (f64, f64),
    color: RGBAColor,
) -> Result<(), PlotError> {
    let width = area.columns.len() as f64;
    let mut start = -(bottom - top);
    while start < width {
        // A stroke climbs one pixel a column from the bottom at column `start`.
        let mut stroke: Option<(Point, Point)> = None;
        let columns = start.max(0.0) as usize..(start + bottom - top).clamp(0.0, width) as usize;
        for column in columns {
            let (low, high) = area.columns[column];
            let enters = bottom - (column as f64 - start);
            let (from, to) = (enters.min(low), (enters - 1.0).max(high));
            if from <= to {
                draw_stroke(ink, stroke.take(), color)?;
                continue;
            }
            let at = |y: f64| (area.left + start + bottom - y, y);
            match &mut stroke {
                Some((_, end)) if end.1 == from => *end = at(to),
                _ => {
                    draw_stroke(ink, stroke.take(), color)?;
                    stroke = Some((at(from), at(to)));
                }
            }
        }
        draw_stroke(ink, stroke, color)?;
        start += HATCH_PX;
    }
    Ok(())
}

fn draw_stroke<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    stroke: Option<(Point, Point)>,
    color: RGBAColor,
) -> Result<(), PlotError> {
    stroke.map_or(Ok(()), |(from, to)| ink.line(&[from, to], color, 1.0))
}
