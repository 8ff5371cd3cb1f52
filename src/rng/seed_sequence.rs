//! NumPy's `SeedSequence`: how `default_rng(seed)` spreads a seed over a state.

const INIT_A: u32 = 0x43b0_d7e5;
const MULT_A: u32 = 0x931e_8875;
const INIT_B: u32 = 0x8b51_f9dd;
const MULT_B: u32 = 0x58f3_8ded;
const MIX_L: u32 = 0xca01_f9dd;
const MIX_R: u32 = 0x4973_f715;
const XSHIFT: u32 = 16;
const POOL: usize = 4;

/// The mixed entropy pool of one seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedSequence {
    pool: [u32; POOL],
}

impl SeedSequence {
    /// Mixes `seed` as NumPy does: its 32-bit words, least significant first
    /// and without leading zeros, into a pool of four.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        // A 64-bit seed has at most two words, so the step for words beyond
        // the pool never applies; absent words hash as zero.
        let mut hash = Hash { constant: INIT_A };
        let mut pool = [seed as u32, (seed >> 32) as u32, 0, 0];
        for word in &mut pool {
            *word = hash.next(*word, MULT_A);
        }
        for source in 0..POOL {
            for target in 0..POOL {
                if source != target {
                    pool[target] = mix(pool[target], hash.next(pool[source], MULT_A));
                }
            }
        }
        Self { pool }
    }

    /// The first four 64-bit words of state, as `generate_state(4, uint64)`.
    #[must_use]
    pub fn words(&self) -> [u64; 4] {
        let mut hash = Hash { constant: INIT_B };
        let mut at = 0;
        let mut half = || {
            let word = hash.next(self.pool[at % POOL], MULT_B);
            at += 1;
            u64::from(word)
        };
        std::array::from_fn(|_| {
            let low = half();
            low | (half() << 32)
        })
    }
}

/// A word hash whose constant runs on from word to word.
struct Hash {
    constant: u32,
}

impl Hash {
    fn next(&mut self, word: u32, multiplier: u32) -> u32 {
        let word = word ^ self.constant;
        self.constant = self.constant.wrapping_mul(multiplier);
        let word = word.wrapping_mul(self.constant);
        word ^ (word >> XSHIFT)
    }
}

fn mix(x: u32, y: u32) -> u32 {
    let mixed = MIX_L.wrapping_mul(x).wrapping_sub(MIX_R.wrapping_mul(y));
    mixed ^ (mixed >> XSHIFT)
}
