//! How raw bits become the numbers a simulation draws.

use rand::Rng;

/// 2⁻⁵³: the spacing of the unit draws made from 53 bits.
const ULP_53: f64 = 1.0 / 9_007_199_254_740_992.0;

/// Spans up to this size may be drawn in integers from 32 bits: x·span stays
/// below 2⁵³, so the product in double precision is exact and its floor is the
/// integer product shifted right by 32.
const EXACT_SPAN: f64 = 2_097_152.0;

/// The number of values of an integer draw: `floor(u·span)`, u in [0, 1).
///
/// It keeps the span as a double, the way the formula is stated, and as an
/// integer when the integer route is known to give the same value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    real: f64,
    whole: u32,
}

impl Span {
    /// A span of `real` values. `real` must be finite, at least 1 and at most
    /// 2³²; it need not be whole.
    #[must_use]
    pub fn new(real: f64) -> Self {
        debug_assert!((1.0..=4_294_967_296.0).contains(&real));
        let exact = real <= EXACT_SPAN && real == f64::from(real as u32);
        Self { real, whole: if exact { real as u32 } else { 0 } }
    }

    /// The span as a double.
    #[must_use]
    pub fn real(self) -> f64 {
        self.real
    }

    /// The span as an integer, when `floor(x/2³²·span) = x·span >> 32` for
    /// every 32-bit x.
    #[must_use]
    #[inline(always)]
    pub fn whole(self) -> Option<u32> {
        (self.whole != 0).then_some(self.whole)
    }
}

/// A generator as the simulation uses it.
///
/// The provided methods suit a generator of 64-bit words. Implementors whose
/// published definition draws otherwise override [`unit`](Source::unit) and,
/// for speed only, [`below`](Source::below).
pub trait Source: Rng + Clone {
    /// The generator in its state after seeding with `seed`.
    fn seeded(seed: u64) -> Self;

    /// A double in [0, 1): by default the upper 53 bits of the next 64-bit
    /// word times 2⁻⁵³ (NumPy's `next_double`). Always one draw.
    #[inline(always)]
    fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * ULP_53
    }

    /// `floor(u·span)` with u = [`unit`](Source::unit). Always one draw.
    #[inline(always)]
    fn below(&mut self, span: Span) -> u32 {
        (self.unit() * span.real()) as u32
    }
}
