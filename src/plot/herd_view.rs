//! Which part of the courses is looked at, and how.

use super::herd_course::Courses;
use super::{CountScale, TimeScale};

/// A view of the courses, the same for both charts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeriesView {
    /// First and last tick shown; `None` for everything.
    pub zoom: Option<(f64, f64)>,
    /// Scale of time.
    pub time: TimeScale,
    /// Scale of the arrivals.
    pub counts: CountScale,
    /// Whether each policy shows; those beyond the list do.
    pub visible: Vec<bool>,
    /// Tick of the cross-hair.
    pub cursor: Option<f64>,
    /// Ticks between which a reader is about to zoom, in any order.
    pub drag: Option<(f64, f64)>,
}

impl SeriesView {
    /// First and last tick shown: within the courses, and at least a window apart.
    #[must_use]
    pub fn range(&self, courses: &Courses) -> (f64, f64) {
        let end = courses.end_tick();
        let (a, b) = self.zoom.unwrap_or((0.0, end));
        if !(a.is_finite() && b.is_finite()) {
            return (0.0, end);
        }
        let least = courses.ticks_of(1).min(end);
        let from = a.min(b).clamp(0.0, end - least);
        (from, a.max(b).clamp(from + least, end))
    }

    /// Whether a policy shows.
    #[must_use]
    pub fn shows(&self, policy: usize) -> bool {
        self.visible.get(policy).copied().unwrap_or(true)
    }

    /// The policies that show, in order.
    pub fn shown<'a>(&'a self, courses: &Courses) -> impl Iterator<Item = usize> + 'a {
        (0..courses.policies.len()).filter(|policy| self.shows(*policy))
    }

    /// Sets the zoom to the part between two ticks, in any order.
    pub fn zoom_to(&mut self, courses: &Courses, from: f64, to: f64) {
        self.zoom = Some((from, to));
        let range = self.range(courses);
        self.zoom = (range != (0.0, courses.end_tick())).then_some(range);
    }

    /// Zooms by `factor` (below 1 comes closer) and keeps `tick` where it is on a linear axis.
    pub fn zoom_by(&mut self, courses: &Courses, factor: f64, tick: f64) {
        let (from, to) = self.range(courses);
        let tick = tick.clamp(from, to);
        self.zoom_to(courses, tick - (tick - from) * factor, tick + (to - tick) * factor);
    }

    /// Moves the cross-hair by `steps` points of the finest policy that shows, onto the middle of a
    /// point within the zoom; without a cross-hair it comes from before the first point. With
    /// `i64::MIN` and `i64::MAX` it goes to the first and the last point.
    pub fn step_cursor(&mut self, courses: &Courses, steps: i64) {
        let ticks = self.shown(courses).map(|policy| courses.point_ticks(policy));
        let ticks = ticks.fold(f64::INFINITY, f64::min);
        if !ticks.is_finite() {
            return;
        }
        let (from, to) = self.range(courses);
        let (first, last) = (libm::floor(from / ticks), (libm::ceil(to / ticks) - 1.0).max(0.0));
        let point = self.cursor.map_or(first - 1.0, |cursor| libm::floor(cursor / ticks)) + steps as f64;
        let middle = (point.clamp(first, last.max(first)) + 0.5) * ticks;
        self.cursor = Some(middle.clamp(from, to));
    }
}
