//! Charts, drawn through plotters on any [`DrawingBackend`](plotters::prelude::DrawingBackend):
//! a canvas in the page, SVG text in tests and exports.
//!
//! Every size is in CSS pixels times [`Ink::ratio`], so that one drawing is sharp at any device
//! pixel ratio. Nothing here computes a result: charts show the values the tables show.

mod axis;
mod ink;
mod timeline;

pub use axis::{TimeScale, ticks};
pub use ink::{Ink, Palette};
pub use timeline::{Timeline, timeline_height};

/// An error of the drawing backend, as text, since backends have error types of their own.
#[derive(Debug, thiserror::Error)]
#[error("drawing failed: {0}")]
pub struct PlotError(pub String);

impl<E: std::error::Error + Send + Sync> From<plotters::drawing::DrawingAreaErrorKind<E>> for PlotError {
    fn from(error: plotters::drawing::DrawingAreaErrorKind<E>) -> Self {
        Self(error.to_string())
    }
}
