//! Names at the right ends of the share chart's lines.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::herd_course::Courses;
use super::herd_view::SeriesView;
use super::series_frame::{LABEL_PX, draw_marker};
use super::share::ShareLayout;
use super::{Ink, PlotError};

/// Least distance between two labels, from middle to middle, in CSS pixels.
const LINE_PX: f64 = 15.0;
/// From the plot to a label's marker, crossed by a leader.
const LEADER_PX: f64 = 16.0;
/// From a label's marker to its name.
const NAME_PX: f64 = 9.0;

/// Labels every line's end when all the names fit into the right margin; otherwise none, since a part
/// of them would read as all there is. The page's legend names them too.
pub(super) fn draw_labels<DB: DrawingBackend>(
    ink: &Ink<'_, DB>,
    courses: &Courses,
    view: &SeriesView,
    layout: &ShareLayout,
) -> Result<(), PlotError> {
    let share = |policy: usize| courses.share_at(policy, layout.time.to);
    let mut policies: Vec<usize> = view.shown(courses).collect();
    // From the top: the greatest share first, and among equals the one that was there first.
    policies.sort_by(|a, b| {
        let by_share = share(*b).total_cmp(&share(*a));
        by_share.then_with(|| courses.course_end(*a).total_cmp(&courses.course_end(*b)))
    });
    let right = layout.time.right;
    let room = ink.size().0 - right - LEADER_PX - NAME_PX - 4.0;
    let fits = |policy: &usize| ink.text_width(&courses.policies[*policy].name, LABEL_PX) <= room;
    let wanted: Vec<f64> = policies.iter().map(|policy| layout.y(share(*policy))).collect();
    let Some(heights) = spread(&wanted, LINE_PX, layout.top, layout.bottom) else { return Ok(()) };
    if !policies.iter().all(fits) {
        return Ok(());
    }
    for ((policy, from), y) in policies.into_iter().zip(wanted).zip(heights) {
        let course = &courses.policies[policy];
        let color = ink.palette.series[course.style % ink.palette.series.len()];
        ink.line(&[(right + 1.0, from), (right + LEADER_PX - 4.0, y)], color.mix(0.8), 1.0)?;
        draw_marker(ink, course.style, (right + LEADER_PX, y))?;
        let at = (right + LEADER_PX + NAME_PX, y);
        ink.text(&course.name, at, LABEL_PX, ink.palette.ink, (HPos::Left, VPos::Center))?;
    }
    Ok(())
}

/// Heights near the wanted ones (ascending), at least `gap` apart and between `top` and `bottom`;
/// `None` when so many do not fit.
fn spread(wanted: &[f64], gap: f64, top: f64, bottom: f64) -> Option<Vec<f64>> {
    let last = wanted.len().saturating_sub(1) as f64;
    if last * gap > bottom - top {
        return None;
    }
    let mut heights: Vec<f64> = Vec::with_capacity(wanted.len());
    for y in wanted {
        let least = heights.last().map_or(top, |above| above + gap);
        heights.push(y.max(least));
    }
    // Those pushed out below move up again; there is room for all.
    let mut most = bottom;
    for height in heights.iter_mut().rev() {
        *height = height.min(most);
        most = *height - gap;
    }
    Some(heights)
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn labels_keep_their_distance_and_the_plot() {
        assert_eq!(spread(&[10.0, 10.0, 12.0, 90.0], 15.0, 10.0, 100.0).unwrap(), [10.0, 25.0, 40.0, 90.0]);
        assert_eq!(spread(&[95.0, 99.0], 15.0, 10.0, 100.0).unwrap(), [85.0, 100.0]);
        assert_eq!(spread(&[0.0; 3], 60.0, 0.0, 100.0), None);
        assert_eq!(spread(&[], 15.0, 0.0, 100.0).unwrap(), [0.0; 0]);
    }
}
