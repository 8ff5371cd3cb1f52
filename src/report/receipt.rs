//! The receipt of a run: what fixes its result, and a fingerprint of that.

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::link::encode_study;
use crate::study::StudyInput;

/// What one needs to repeat a run and to tell that it is the same one.
///
/// Elapsed time is never part of it: two runs of one scenario have equal receipts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Receipt {
    /// The canonical link, which holds every parameter.
    pub link: String,
    /// SHA-256 of the canonical link in UTF-8, in lower-case hexadecimal.
    pub scenario_sha256: String,
    /// First and last seed.
    pub seeds: [u64; 2],
    /// The generator's name.
    pub generator: &'static str,
    /// The version of Retryscope.
    pub app_version: &'static str,
}

impl Receipt {
    /// The receipt of a scenario.
    #[must_use]
    pub fn of(input: &StudyInput) -> Self {
        let link = encode_study(input);
        let digest = Sha256::digest(link.as_bytes());
        Self {
            scenario_sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
            seeds: [input.seeds.first, input.seeds.last],
            generator: input.scenario.generator.name(),
            app_version: env!("CARGO_PKG_VERSION"),
            link,
        }
    }

    /// The receipt as lines of text.
    #[must_use]
    pub fn text(&self) -> String {
        format!(
            "scenario   {}\nsha256     {}\nseeds      {}-{}\ngenerator  {}\nversion    {}\n",
            self.link, self.scenario_sha256, self.seeds[0], self.seeds[1], self.generator, self.app_version,
        )
    }

    /// The receipt as JSON.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self)
            .unwrap_or_else(|error| unreachable!("strings and integers always serialise: {error}"))
    }
}
