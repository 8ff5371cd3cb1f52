//! The 64-bit linear congruential generator of the outage study.

use std::convert::Infallible;

use rand::TryRng;

use super::Source;

/// s ← s·6364136223846793005 + 1442695040888963407 mod 2⁶⁴, output = s.
///
/// The seed is the state, and each draw first steps. The low bits of such a
/// generator are weak; unit draws use the upper 53, 32-bit draws the upper 32.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lcg64 {
    state: u64,
}

impl Lcg64 {
    /// A generator whose state is `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }
}

impl TryRng for Lcg64 {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.try_next_u64().map(|x| (x >> 32) as u32)
    }

    #[inline(always)]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Ok(self.state)
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        rand::rand_core::utils::fill_bytes_via_next_word(dst, || self.try_next_u64())
    }
}

impl Source for Lcg64 {
    fn seeded(seed: u64) -> Self {
        Self::new(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    /// 99·a + c mod 2⁶⁴, worked out with Python's integers.
    #[test]
    fn first_state_of_seed_99() {
        let expected = (99_u128 * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % (1_u128 << 64);
        assert_eq!(u128::from(Lcg64::new(99).next_u64()), expected);
    }
}
