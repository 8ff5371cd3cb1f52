//! Reading the range of seeds.

use super::ScenarioKind;
use super::build::generator;
use crate::math::group_digits;
use crate::rng::Generator;
use crate::sim::SeedRange;
use crate::sim::limits::MAX_TRIALS;
use crate::units::Problem;

/// Reads "first-last" or one seed.
pub(super) fn read(text: &str, generator: Generator) -> Result<SeedRange, Problem> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Problem::Missing);
    }
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let seed = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let not_a_range = || Problem::Other("is not a seed or a range of seeds".to_owned());
        if !digits {
            return Err(not_a_range());
        }
        // Only a number beyond 64 bits fails here.
        let seed = text.parse::<u64>().map_err(|_| Problem::TooLarge)?;
        if seed > generator.max_seed() { Err(Problem::TooLarge) } else { Ok(seed) }
    };
    let range = SeedRange { first: seed(first.trim())?, last: seed(last.trim())? };
    if range.last < range.first {
        return Err(Problem::Other("runs backwards".to_owned()));
    }
    if range.trials() > MAX_TRIALS {
        return Err(Problem::Other(format!(
            "is {} seeds, too many",
            group_digits(&range.trials().to_string())
        )));
    }
    Ok(range)
}

impl ScenarioKind {
    /// The allowed seeds of a kind of scenario in words, with every generator it offers.
    #[must_use]
    pub fn seeds_allowed(self) -> String {
        let narrow = match self {
            Self::Own => {
                format!(" ({} with mulberry32)", group_digits(&Generator::Mulberry32.max_seed().to_string()))
            }
            _ => String::new(),
        };
        format!("{}{narrow}", allowed(generator(self, None)))
    }
}

/// The allowed seeds in words.
pub(super) fn allowed(generator: Generator) -> String {
    format!(
        "first-last or one seed, each 0 to {}, at most {} seeds",
        group_digits(&generator.max_seed().to_string()),
        group_digits(&MAX_TRIALS.to_string()),
    )
}
