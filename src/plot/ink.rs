//! Colours and strokes of a drawing.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::PlotError;

/// The colours of every chart; the page fills them from the same tokens as its CSS.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// Background.
    pub surface: RGBColor,
    /// Text and strong lines.
    pub ink: RGBColor,
    /// Labels and ticks.
    pub muted: RGBColor,
    /// Grid lines.
    pub grid: RGBColor,
    /// Selection and focus.
    pub accent: RGBColor,
    /// In time.
    pub within: RGBColor,
    /// May miss the deadline; also a limit line.
    pub may_miss: RGBColor,
    /// Misses the deadline; also what is rejected.
    pub misses: RGBColor,
    /// Series colours, safe to tell apart for colour-blind readers.
    pub series: [RGBColor; 8],
}

/// A drawing surface with its palette and pixel ratio. Coordinates are CSS pixels.
pub struct Ink<'a, DB: DrawingBackend> {
    area: &'a DrawingArea<DB, Shift>,
    /// The colours to draw with.
    pub palette: &'a Palette,
    /// Device pixels in one CSS pixel.
    pub ratio: f64,
}

/// A point in CSS pixels.
pub type Point = (f64, f64);

impl<'a, DB: DrawingBackend> Ink<'a, DB> {
    /// Wraps an area whose size is CSS pixels times `ratio`.
    pub fn new(area: &'a DrawingArea<DB, Shift>, palette: &'a Palette, ratio: f64) -> Self {
        Self { area, palette, ratio }
    }

    /// Size of the surface in CSS pixels.
    #[must_use]
    pub fn size(&self) -> Point {
        let (width, height) = self.area.dim_in_pixel();
        (f64::from(width) / self.ratio, f64::from(height) / self.ratio)
    }

    /// Fills everything with the background.
    pub fn clear(&self) -> Result<(), PlotError> {
        Ok(self.area.fill(&self.palette.surface)?)
    }

    /// A filled rectangle between two corners.
    pub fn fill(&self, from: Point, to: Point, color: RGBAColor) -> Result<(), PlotError> {
        Ok(self.area.draw(&Rectangle::new([self.px(from), self.px(to)], color.filled()))?)
    }

    /// The outline of a rectangle.
    pub fn outline(&self, from: Point, to: Point, color: RGBAColor, width: f64) -> Result<(), PlotError> {
        let style = color.stroke_width(self.stroke(width));
        Ok(self.area.draw(&Rectangle::new([self.px(from), self.px(to)], style))?)
    }

    /// A polyline.
    pub fn line(&self, points: &[Point], color: RGBAColor, width: f64) -> Result<(), PlotError> {
        let points: Vec<_> = points.iter().map(|p| self.px(*p)).collect();
        Ok(self.area.draw(&PathElement::new(points, color.stroke_width(self.stroke(width))))?)
    }

    /// A straight dashed line; `on` and `off` in CSS pixels.
    pub fn dashed(
        &self,
        from: Point,
        to: Point,
        color: RGBAColor,
        width: f64,
        on: f64,
        off: f64,
    ) -> Result<(), PlotError> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = libm::hypot(dx, dy);
        let at = |d: f64| (from.0 + dx * d / length, from.1 + dy * d / length);
        let mut done = 0.0;
        while done < length {
            self.line(&[at(done), at((done + on).min(length))], color, width)?;
            done += on + off;
        }
        Ok(())
    }

    /// A filled polygon; its corners in order.
    pub fn polygon(&self, corners: &[Point], color: RGBAColor) -> Result<(), PlotError> {
        let corners: Vec<_> = corners.iter().map(|p| self.px(*p)).collect();
        Ok(self.area.draw(&Polygon::new(corners, color))?)
    }

    /// A polyline in dashes that run on around its corners; `pattern` holds the lengths of strokes
    /// and gaps in turn, in CSS pixels, and an empty one means a solid line.
    pub fn dashes(
        &self,
        points: &[Point],
        color: RGBAColor,
        width: f64,
        pattern: &[f64],
    ) -> Result<(), PlotError> {
        if pattern.is_empty() {
            return self.line(points, color, width);
        }
        for stroke in super::series_style::cut_dashes(points, pattern) {
            self.line(&stroke, color, width)?;
        }
        Ok(())
    }

    /// Text at a point; `anchor` says which part of the text lies there.
    pub fn text(
        &self,
        text: &str,
        at: Point,
        size: f64,
        color: RGBColor,
        anchor: (HPos, VPos),
    ) -> Result<(), PlotError> {
        let style = TextStyle::from(("system-ui, sans-serif", size * self.ratio).into_font())
            .color(&color)
            .pos(Pos::new(anchor.0, anchor.1));
        Ok(self.area.draw(&Text::new(text.to_owned(), self.px(at), style))?)
    }

    /// The width of a text in CSS pixels; an estimate where the backend cannot measure.
    #[must_use]
    pub fn text_width(&self, text: &str, size: f64) -> f64 {
        let style = TextStyle::from(("system-ui, sans-serif", size * self.ratio).into_font());
        match self.area.estimate_text_size(text, &style) {
            Ok((width, _)) => f64::from(width) / self.ratio,
            Err(_) => text.chars().count() as f64 * size * 0.6,
        }
    }

    fn px(&self, (x, y): Point) -> (i32, i32) {
        // Saturating: a coordinate far outside is cut by the backend, never wrapped.
        (libm::round(x * self.ratio) as i32, libm::round(y * self.ratio) as i32)
    }

    fn stroke(&self, width: f64) -> u32 {
        libm::round(width * self.ratio).max(1.0) as u32
    }
}
