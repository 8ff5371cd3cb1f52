//! Many trial results in two arrays of numbers.

use crate::sim::TrialResult;

/// Results as they travel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Payload {
    /// For each trial the lengths of its two parts, then its numbers.
    pub numbers: Vec<f64>,
    /// The counts of all trials, one after the other.
    pub counts: Vec<u32>,
}

/// Packs results.
#[must_use]
pub fn pack(results: &[TrialResult]) -> Payload {
    let mut payload = Payload::default();
    for result in results {
        let (numbers, counts) = result.to_parts();
        payload.numbers.extend([numbers.len() as f64, counts.len() as f64]);
        payload.numbers.extend(numbers);
        payload.counts.extend(counts);
    }
    payload
}

/// Unpacks what [`pack`] packed; `None` if the arrays do not fit together.
#[must_use]
pub fn unpack(payload: &Payload) -> Option<Vec<TrialResult>> {
    let mut numbers = payload.numbers.as_slice();
    let mut counts = payload.counts.as_slice();
    let mut results = Vec::new();
    while let Some((&[number_len, count_len], rest)) = numbers.split_first_chunk() {
        // Negative or not-a-number lengths become 0 and fail below.
        let (of_trial, rest) = rest.split_at_checked(number_len as usize)?;
        let (of_series, rest_counts) = counts.split_at_checked(count_len as usize)?;
        results.push(TrialResult::from_parts(of_trial, of_series)?);
        (numbers, counts) = (rest, rest_counts);
    }
    (numbers.is_empty() && counts.is_empty()).then_some(results)
}
