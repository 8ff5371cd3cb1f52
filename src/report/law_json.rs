//! The law of a wait or a start in JSON.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::number_f64;
use crate::distribution::Summary;

/// Significant digits given: two beyond those that hold for every family.
const DIGITS: usize = 6;

/// `mean_ms`, `sd_ms`, a field `p…_ms` for each percentile, and one more number or null.
pub(super) struct LawReport(Vec<(String, Option<f64>)>);

impl LawReport {
    pub(super) fn new(percents: &[f64], summary: &Summary, name: &str, more: Option<f64>) -> Self {
        let moments = [("mean_ms".to_owned(), summary.mean_ms), ("sd_ms".to_owned(), summary.sd_ms)];
        let percentiles = percents.iter().zip(&summary.percentiles_ms);
        let percentiles = percentiles.map(|(percent, value)| (format!("p{percent}_ms"), *value));
        let fields = moments.into_iter().chain(percentiles).map(|(name, value)| (name, Some(value)));
        Self(fields.chain([(name.to_owned(), more)]).collect())
    }
}

impl Serialize for LawReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, &value.map(|value| number_f64(rounded(value))))?;
        }
        map.end()
    }
}

/// To [`DIGITS`] significant digits.
fn rounded(value: f64) -> f64 {
    format!("{value:.*e}", DIGITS - 1).parse().unwrap_or(value)
}
