//! How a policy looks in every chart and legend, so that it is known without its colour.

use super::ink::Point;

/// Dash patterns in CSS pixels: strokes and gaps in turn; the first is solid.
const DASHES: [&[f64]; 8] = [
    &[],
    &[7.0, 3.0],
    &[2.0, 3.0],
    &[10.0, 3.0, 2.0, 3.0],
    &[14.0, 4.0],
    &[5.0, 2.0, 2.0, 2.0, 2.0, 2.0],
    &[4.0, 4.0],
    &[10.0, 2.0, 4.0, 2.0],
];

const CIRCLE: [Point; 12] = [
    (1.0, 0.0),
    (0.866, 0.5),
    (0.5, 0.866),
    (0.0, 1.0),
    (-0.5, 0.866),
    (-0.866, 0.5),
    (-1.0, 0.0),
    (-0.866, -0.5),
    (-0.5, -0.866),
    (0.0, -1.0),
    (0.5, -0.866),
    (0.866, -0.5),
];
const SQUARE: [Point; 4] = [(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)];
const UP: [Point; 3] = [(0.0, -1.1), (1.05, 0.8), (-1.05, 0.8)];
const DIAMOND: [Point; 4] = [(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)];
const DOWN: [Point; 3] = [(0.0, 1.1), (1.05, -0.8), (-1.05, -0.8)];
const PLUS: [Point; 12] = [
    (-0.35, -1.1),
    (0.35, -1.1),
    (0.35, -0.35),
    (1.1, -0.35),
    (1.1, 0.35),
    (0.35, 0.35),
    (0.35, 1.1),
    (-0.35, 1.1),
    (-0.35, 0.35),
    (-1.1, 0.35),
    (-1.1, -0.35),
    (-0.35, -0.35),
];
const CROSS: [Point; 12] = [
    (0.0, -0.5),
    (0.6, -1.1),
    (1.1, -0.6),
    (0.5, 0.0),
    (1.1, 0.6),
    (0.6, 1.1),
    (0.0, 0.5),
    (-0.6, 1.1),
    (-1.1, 0.6),
    (-0.5, 0.0),
    (-1.1, -0.6),
    (-0.6, -1.1),
];
const PENTAGON: [Point; 5] = [(0.0, -1.1), (1.05, -0.34), (0.65, 0.9), (-0.65, 0.9), (-1.05, -0.34)];

/// The dash pattern of a style (0 to 7, then again): strokes and gaps in turn in CSS pixels, empty
/// for a solid line; the form `stroke-dasharray` has.
#[must_use]
pub fn dash_pattern(style: usize) -> &'static [f64] {
    DASHES[style % DASHES.len()]
}

/// The corners of a style's marker, of radius about 1 around the origin, y downwards.
#[must_use]
pub fn marker_shape(style: usize) -> &'static [Point] {
    const SHAPES: [&[Point]; 8] = [&CIRCLE, &SQUARE, &UP, &DIAMOND, &DOWN, &PLUS, &CROSS, &PENTAGON];
    SHAPES[style % SHAPES.len()]
}

/// The strokes of a dashed polyline, each a polyline of its own.
pub(super) fn cut_dashes(points: &[Point], pattern: &[f64]) -> Vec<Vec<Point>> {
    let mut strokes = Vec::new();
    let Some(&first) = points.first() else { return strokes };
    let (mut part, mut left, mut stroke) = (0, pattern[0], vec![first]);
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let length = libm::hypot(to.0 - from.0, to.1 - from.1);
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let at = (from.0 + (to.0 - from.0) * done / length, from.1 + (to.1 - from.1) * done / length);
            if part % 2 == 0 {
                stroke.push(at);
                strokes.push(std::mem::take(&mut stroke));
            } else {
                stroke = vec![at];
            }
            part = (part + 1) % pattern.len();
            left = pattern[part];
        }
        left -= length - done;
        if part % 2 == 0 {
            stroke.push(to);
        }
    }
    if stroke.len() > 1 {
        strokes.push(stroke);
    }
    strokes
}
