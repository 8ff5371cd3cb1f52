//! xoshiro256++, the generator of own scenarios.

use std::convert::Infallible;

use rand::{SeedableRng, TryRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Source;

/// Blackman and Vigna's xoshiro256++, seeded from 64 bits through SplitMix64
/// as its authors recommend: fast on 64-bit and wasm targets, and without the
/// short period of [`Mulberry32`](super::Mulberry32).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xoshiro256(Xoshiro256PlusPlus);

impl TryRng for Xoshiro256 {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    #[inline(always)]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(dst)
    }
}

impl Source for Xoshiro256 {
    fn seeded(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    /// The authors' SplitMix64 and xoshiro256++, written out.
    #[test]
    fn agrees_with_the_published_algorithm() {
        let mut x = 42_u64;
        let mut splitmix = || {
            x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        let mut s = [splitmix(), splitmix(), splitmix(), splitmix()];
        let mut rng = Xoshiro256::seeded(42);
        for _ in 0..100 {
            let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
            let t = s[1] << 17;
            s[2] ^= s[0];
            s[3] ^= s[1];
            s[1] ^= s[2];
            s[0] ^= s[3];
            s[2] ^= t;
            s[3] = s[3].rotate_left(45);
            assert_eq!(rng.next_u64(), result);
        }
    }
}
