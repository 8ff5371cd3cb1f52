//! The curve of Polly v8's decorrelated jitter (source: Polly, `RetryHelper.DecorrelatedJitterBackoffV2`).
//!
//! The curve is transcendental, so it is the one place of a plan that is not exact: it is computed in double
//! precision with `libm`, which gives the same bits on every target, and rounded to 0.000001 ms.

use crate::math::Exact;

/// How fast the curve leaves zero.
const P_FACTOR: f64 = 4.0;
/// What the curve is divided by, so that the median of the first wait is near the base.
pub const DIVISOR: f64 = 1.4;

/// f(t) = factor^t·tanh(√(4t)); 0 for t ≤ 0.
#[must_use]
pub fn curve(factor: f64, t: f64) -> f64 {
    if t <= 0.0 { 0.0 } else { libm::pow(factor, t) * libm::tanh(libm::sqrt(P_FACTOR * t)) }
}

/// The wait between two points of the curve, in units of the base; never below 0.
#[must_use]
pub fn wait_in_bases(factor: f64, before: f64, now: f64) -> f64 {
    ((curve(factor, now) - curve(factor, before)) / DIVISOR).max(0.0)
}

/// The least and greatest wait of retry n in ms: 0, and (f(n) − f(n−2))/1.4·base, for t lies in [n−1, n)
/// and the t before it in [n−2, n−1). Infinite curves (a thousand retries) have no finite end: `None`.
pub(super) fn latest_ms(base_ms: &Exact, factor: &Exact, retry: u32) -> Option<Exact> {
    let n = f64::from(retry);
    Exact::from_f64(wait_in_bases(factor.to_f64(), n - 2.0, n) * base_ms.to_f64())
}
