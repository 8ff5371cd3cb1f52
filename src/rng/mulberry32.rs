//! Mulberry32, the generator of the fixed-window study.

use std::convert::Infallible;

use rand::TryRng;

use super::{Source, Span};

/// Tommy Ettinger's Mulberry32: 32 bits of state, the seed being the state.
///
/// `state += 0x6D2B79F5; t = (state ^ state>>15)·(1 | state);
/// t = (t + (t ^ t>>7)·(61 | t)) ^ t; output = t ^ t>>14`, all wrapping.
/// Its unit draw is output / 2³² (32 bits, not 53).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mulberry32 {
    state: u32,
}

impl Mulberry32 {
    /// A generator whose state is `seed`.
    #[must_use]
    pub fn new(seed: u32) -> Self {
        Self { state: seed }
    }

    #[inline(always)]
    fn step(&mut self) -> u32 {
        self.state = self.state.wrapping_add(0x6D2B_79F5);
        let s = self.state;
        let t = (s ^ (s >> 15)).wrapping_mul(1 | s);
        let t = t.wrapping_add((t ^ (t >> 7)).wrapping_mul(61 | t)) ^ t;
        t ^ (t >> 14)
    }
}

impl TryRng for Mulberry32 {
    type Error = Infallible;

    #[inline(always)]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.step())
    }

    /// Two 32-bit outputs, the first in the low half.
    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        rand::rand_core::utils::next_u64_via_u32(self)
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        rand::rand_core::utils::fill_bytes_via_next_word(dst, || self.try_next_u32())
    }
}

impl Source for Mulberry32 {
    /// Uses the low 32 bits of `seed`; a checked scenario has no others.
    fn seeded(seed: u64) -> Self {
        Self::new(seed as u32)
    }

    #[inline(always)]
    fn unit(&mut self) -> f64 {
        f64::from(self.step()) / 4_294_967_296.0
    }

    #[inline(always)]
    fn below(&mut self, span: Span) -> u32 {
        match span.whole() {
            Some(whole) => ((u64::from(self.step()) * u64::from(whole)) >> 32) as u32,
            None => (self.unit() * span.real()) as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The two routes of `below` agree where the integer one is taken.
    #[test]
    fn integer_route_equals_the_double_formula() {
        for whole in [1_u32, 2, 3, 251, 4001, 1_048_577, 2_097_151, 2_097_152] {
            let span = Span::new(f64::from(whole));
            assert_eq!(span.whole(), Some(whole));
            let mut draws = Mulberry32::new(whole);
            let edges = (1..whole.min(2000)).flat_map(|k| {
                // the 32-bit words around each step of the floor
                let x = ((u64::from(k) << 32) / u64::from(whole)) as u32;
                [x.wrapping_sub(1), x, x.wrapping_add(1)]
            });
            let some: Vec<u32> = (0..2000).map(|_| draws.step()).collect();
            for x in edges.chain(some).chain([0, u32::MAX]) {
                let double = (f64::from(x) / 4_294_967_296.0 * f64::from(whole)).floor();
                let integer = (u64::from(x) * u64::from(whole)) >> 32;
                assert_eq!(double, integer as f64, "x {x} span {whole}");
            }
        }
        assert_eq!(Span::new(2_097_153.0).whole(), None);
        assert_eq!(Span::new(4000.5).whole(), None);
    }

    /// Values printed by the JavaScript original for seed 1.
    #[test]
    fn first_outputs() {
        let mut rng = Mulberry32::new(1);
        let first: Vec<u32> = (0..3).map(|_| rng.step()).collect();
        assert_eq!(first, [2_693_262_067, 11_749_833, 2_265_367_787]);
    }
}
