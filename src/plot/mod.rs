//! Charts, drawn through plotters on any [`DrawingBackend`](plotters::prelude::DrawingBackend):
//! a canvas in the page, SVG text in tests and exports.
//!
//! Every size is in CSS pixels times [`Ink::ratio`], so that one drawing is sharp at any device
//! pixel ratio. Nothing here computes a result: charts show the values the tables show.

mod axis;
mod herd;
mod herd_columns;
mod herd_course;
mod herd_layout;
mod herd_paint;
mod herd_view;
mod ink;
mod series_axis;
mod series_axis_count;
mod series_frame;
mod series_style;
mod share;
mod share_labels;
mod timeline;

pub use axis::{TimeScale, ticks};
pub use herd::draw_herd;
pub use herd_course::{Course, CourseBand, Courses, Reading};
pub use herd_layout::{HerdLayout, HerdPanel, herd_height};
pub use herd_view::SeriesView;
pub use ink::{Ink, Palette};
pub use series_axis::TimeAxis;
pub use series_axis_count::{CountAxis, CountScale};
pub use series_style::{dash_pattern, marker_shape};
pub use share::{MARKED_SHARES, ShareLayout, draw_share, share_height};
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
