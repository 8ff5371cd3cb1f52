//! Where the panels of the herd chart lie.

use super::herd_course::Courses;
use super::herd_view::SeriesView;
use super::{CountAxis, TimeAxis};

/// Height of one panel with its title.
pub(super) const PANEL_PX: f64 = 110.0;
/// The part of a panel above its plot: the policy's name.
pub(super) const TITLE_PX: f64 = 20.0;
/// Above all panels: what is counted, and the outage's name.
pub(super) const HEADER_PX: f64 = 20.0;
/// Below all panels: the labels of the time axis.
pub(super) const FOOTER_PX: f64 = 28.0;

/// Height in CSS pixels of a herd chart of so many policies; at least one panel's.
#[must_use]
pub fn herd_height(policies: usize) -> f64 {
    HEADER_PX + FOOTER_PX + PANEL_PX * policies.max(1) as f64
}

/// The plot of one policy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HerdPanel {
    /// Index of the policy.
    pub policy: usize,
    /// y where the panel begins with its title.
    pub title_top: f64,
    /// The counts; the same scale in every panel.
    pub counts: CountAxis,
}

/// The herd chart's geometry in CSS pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct HerdLayout {
    /// Time, the same as the share chart's at the same width.
    pub time: TimeAxis,
    /// The policies that show, from top to bottom.
    pub panels: Vec<HerdPanel>,
    /// Top of the first panel's plot.
    pub top: f64,
    /// Bottom of the last panel's plot.
    pub bottom: f64,
}

impl HerdLayout {
    /// The geometry of a drawing of `width` × `height` CSS pixels, as a rule of [`herd_height`]; panels
    /// share another height evenly. All counts reach up to the peak within the zoom.
    #[must_use]
    pub fn new(courses: &Courses, view: &SeriesView, (width, height): (f64, f64)) -> Self {
        let time = TimeAxis::new(courses, view, width);
        let policies: Vec<usize> = view.shown(courses).collect();
        let max = courses.peak_within(policies.iter().copied(), time.from, time.to).max(1.0);
        let panel_px = ((height - HEADER_PX - FOOTER_PX) / policies.len().max(1) as f64).max(TITLE_PX + 2.0);
        let panel = |(row, policy)| {
            let title_top = libm::round(HEADER_PX + panel_px * row as f64);
            let bottom = libm::round(HEADER_PX + panel_px * (row + 1) as f64);
            let counts = CountAxis { top: title_top + TITLE_PX, bottom, max, scale: view.counts };
            HerdPanel { policy, title_top, counts }
        };
        let panels: Vec<HerdPanel> = policies.into_iter().enumerate().map(panel).collect();
        let bottom = panels.last().map_or(height - FOOTER_PX, |panel| panel.counts.bottom);
        Self { time, panels, top: HEADER_PX, bottom }
    }

    /// The policy whose panel lies at a height; `None` outside all panels.
    #[must_use]
    pub fn policy_at(&self, y_px: f64) -> Option<usize> {
        let panel = self.panels.iter().find(|p| (p.title_top..=p.counts.bottom).contains(&y_px));
        panel.map(|panel| panel.policy)
    }
}
