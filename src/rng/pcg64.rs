//! NumPy's `default_rng`: PCG64 seeded through [`SeedSequence`].

use std::convert::Infallible;

use rand::TryRng;
use rand_pcg::Lcg128Xsl64;

use super::{SeedSequence, Source};

/// PCG XSL-RR 128/64 (step, then output) with NumPy's seeding and its buffered
/// 32-bit draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pcg64 {
    words: Lcg128Xsl64,
    /// The upper half of the last 64-bit output, kept for the next 32-bit
    /// draw. 64-bit draws neither use nor drop it.
    upper: Option<u32>,
}

impl Pcg64 {
    /// The generator of `numpy.random.default_rng(seed)`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let [w0, w1, w2, w3] = SeedSequence::new(seed).words().map(u128::from);
        Self { words: Lcg128Xsl64::new((w0 << 64) | w1, (w2 << 64) | w3), upper: None }
    }
}

impl TryRng for Pcg64 {
    type Error = Infallible;

    /// The low half of a 64-bit output, or the kept upper half of the last.
    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        if let Some(upper) = self.upper.take() {
            return Ok(upper);
        }
        let word = self.words.try_next_u64()?;
        self.upper = Some((word >> 32) as u32);
        Ok(word as u32)
    }

    #[inline(always)]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.words.try_next_u64()
    }

    fn try_fill_bytes(&mut self, dst: &mut [u8]) -> Result<(), Infallible> {
        self.words.try_fill_bytes(dst)
    }
}

impl Source for Pcg64 {
    fn seeded(seed: u64) -> Self {
        Self::new(seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    /// `default_rng(seed).bit_generator.random_raw(3)` under NumPy 2.4.6.
    #[test]
    fn outputs_of_numpy() {
        for (seed, raw) in NUMPY_RAW {
            let mut rng = Pcg64::new(seed);
            assert_eq!([rng.next_u64(), rng.next_u64(), rng.next_u64()], raw);
        }
    }

    const NUMPY_RAW: [(u64, [u64; 3]); 4] = [
        (0, [11_749_869_230_777_074_271, 4_976_686_463_289_251_617, 755_828_109_848_996_024]),
        (29, [923_203_653_786_040_113, 9_339_997_860_559_882_290, 9_578_177_258_940_213_053]),
        (
            12_345_678_901_234_567_890,
            [77_935_276_331_132_168, 12_033_622_772_062_331_548, 11_213_416_055_601_313_548],
        ),
        (4_294_967_296, [16_412_783_775_159_424_549, 10_277_383_025_879_800_780, 14_774_146_505_460_541_886]),
    ];

    #[test]
    fn halves_come_low_first_and_survive_a_whole_draw() {
        let word = Pcg64::new(7).next_u64();
        let mut rng = Pcg64::new(7);
        assert_eq!(rng.next_u32(), word as u32);
        rng.next_u64();
        assert_eq!(rng.next_u32(), (word >> 32) as u32);
    }
}
