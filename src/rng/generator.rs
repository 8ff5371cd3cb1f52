//! The generators a scenario can name.

use serde::{Deserialize, Serialize};

/// A named generator. The name, the seed and the order of draws fix a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Generator {
    /// [`Mulberry32`](super::Mulberry32): the fixed-window study. Seeds of 32 bits.
    Mulberry32,
    /// [`Pcg64`](super::Pcg64) as NumPy's `default_rng`: the tick study.
    Pcg64,
    /// [`Lcg64`](super::Lcg64): the outage study.
    Lcg64,
    /// [`Xoshiro256`](super::Xoshiro256) (xoshiro256++): own scenarios.
    Xoshiro256,
}

impl Generator {
    /// All generators, in the order they are offered.
    pub const ALL: [Self; 4] = [Self::Xoshiro256, Self::Mulberry32, Self::Pcg64, Self::Lcg64];

    /// The name in links, reports and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mulberry32 => "mulberry32",
            Self::Pcg64 => "pcg64",
            Self::Lcg64 => "lcg64",
            Self::Xoshiro256 => "xoshiro256",
        }
    }

    /// The generator of that [`name`](Self::name), if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|g| g.name() == name)
    }

    /// Bits of a seed: 32 for Mulberry32, 64 for the others.
    #[must_use]
    pub const fn seed_bits(self) -> u32 {
        match self {
            Self::Mulberry32 => 32,
            _ => 64,
        }
    }

    /// The largest seed.
    #[must_use]
    pub const fn max_seed(self) -> u64 {
        u64::MAX >> (64 - self.seed_bits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_match_serde() {
        for generator in Generator::ALL {
            assert_eq!(Generator::from_name(generator.name()), Some(generator));
            let json = serde_json::to_string(&generator).unwrap();
            assert_eq!(json, format!("\"{}\"", generator.name()));
        }
        assert_eq!(Generator::Mulberry32.max_seed(), u64::from(u32::MAX));
        assert_eq!(Generator::Pcg64.max_seed(), u64::MAX);
    }
}
