//! Points at which a law is kept.

/// Above this ratio of range to typical distance from the low end, knots lie denser near that end.
const EVEN_UP_TO: f64 = 6.0;

/// `count` + 1 ascending knots from `lo` to `hi`. `typical` is a distance from `lo` within which a good part of
/// the law lies: where the range is many times that, the gaps grow in proportion to the distance from `lo`, so
/// that short and long times are both resolved to the same relative precision.
pub(super) fn knots(lo: f64, hi: f64, typical: f64, count: usize) -> Vec<f64> {
    let range = hi - lo;
    let part = |k: usize| k as f64 / count as f64;
    let scale = typical.max(range * 1e-12);
    let mut knots: Vec<f64> = if range <= EVEN_UP_TO * scale {
        (0..=count).map(|k| lo + range * part(k)).collect()
    } else {
        let stretch = libm::log1p(range / scale);
        (0..=count).map(|k| lo + scale * libm::expm1(stretch * part(k))).collect()
    };
    if let Some(last) = knots.last_mut() {
        *last = hi;
    }
    knots
}

/// Adds `factor` times the distribution function `cdf` at the knots `old`, moved by `by`, at the knots `new`.
pub(super) fn add_moved(to: &mut [f64], (old, cdf): (&[f64], &[f64]), new: &[f64], by: f64, factor: f64) {
    let mut above = 0;
    for (value, knot) in to.iter_mut().zip(new) {
        let x = knot - by;
        while old.get(above).is_some_and(|old| *old <= x) {
            above += 1;
        }
        *value += factor
            * match (above.checked_sub(1), old.get(above)) {
                (None, _) => 0.0,
                (Some(k), None) => cdf[k],
                (Some(k), Some(next)) => cdf[k] + (x - old[k]) / (next - old[k]) * (cdf[k + 1] - cdf[k]),
            };
    }
}

/// Adds `factor` times the distribution function `cdf` at the knots `old`, whose integral at them is `areas`, moved
/// by everything from `by.0` to `by.1` alike, at the knots `new`.
pub(super) fn add_smeared(
    to: &mut [f64],
    (old, cdf, areas): (&[f64], &[f64], &[f64]),
    new: &[f64],
    by: (f64, f64),
    factor: f64,
) {
    let (mut low, mut high) = (0, 0);
    let area = |above: &mut usize, x: f64| {
        while old.get(*above).is_some_and(|old| *old <= x) {
            *above += 1;
        }
        let Some(k) = above.checked_sub(1) else { return 0.0 };
        let past = x - old[k];
        let slope = old.get(k + 1).map_or(0.0, |next| (cdf[k + 1] - cdf[k]) / (next - old[k]));
        areas[k] + past * (cdf[k] + past * slope / 2.0)
    };
    let density = factor / (by.1 - by.0);
    for (value, knot) in to.iter_mut().zip(new) {
        *value += density * (area(&mut high, knot - by.0) - area(&mut low, knot - by.1)).max(0.0);
    }
}

/// The integral of a distribution function up to each knot.
pub(super) fn areas(knots: &[f64], cdf: &[f64]) -> Vec<f64> {
    let mut area = 0.0;
    let steps = knots.windows(2).zip(cdf.windows(2));
    let further = steps.map(|(x, f)| {
        area += (x[1] - x[0]) * f64::midpoint(f[0], f[1]);
        area
    });
    std::iter::once(0.0).chain(further).take(knots.len()).collect()
}

/// Adds a mass spread evenly from `lo` to `hi`, `lo < hi`.
pub(super) fn add_ramp(to: &mut [f64], knots: &[f64], (lo, hi): (f64, f64), mass: f64) {
    for (value, knot) in to.iter_mut().zip(knots) {
        *value += mass * ((knot - lo) / (hi - lo)).clamp(0.0, 1.0);
    }
}
