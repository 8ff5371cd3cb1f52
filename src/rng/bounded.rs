//! Integers of a range, drawn as NumPy draws them.

use rand::Rng;

/// An integer in `0..=max` by Lemire's method on 32-bit draws (NumPy's
/// `random_bounded_uint64` for ranges below 2³²). `max` 0 draws nothing;
/// otherwise one draw, and another for each rejection.
#[inline]
pub fn bounded<R: Rng>(rng: &mut R, max: u32) -> u32 {
    if max == 0 {
        return 0;
    }
    if max == u32::MAX {
        return rng.next_u32();
    }
    let span = max + 1;
    let mut product = u64::from(rng.next_u32()) * u64::from(span);
    if (product as u32) < span {
        // (2³² − 1 − max) mod span low words would make some results likelier.
        let unfair = (u32::MAX - max) % span;
        while (product as u32) < unfair {
            product = u64::from(rng.next_u32()) * u64::from(span);
        }
    }
    (product >> 32) as u32
}
