//! Dividing trials among workers.

use serde::{Deserialize, Serialize};

use crate::sim::{Scenario, TrialId};

/// Neighbouring trials of one policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialRange {
    /// Index of the policy.
    pub policy: u32,
    /// First seed.
    pub first: u64,
    /// Last seed, included.
    pub last: u64,
}

impl TrialRange {
    /// The trials of some ranges, in order.
    #[must_use]
    pub fn trials(ranges: &[Self]) -> Vec<TrialId> {
        let of = |range: &Self| {
            let policy = range.policy;
            (range.first..=range.last).map(move |seed| TrialId { policy, seed })
        };
        ranges.iter().flat_map(of).collect()
    }
}

/// Every trial of a scenario in exactly one of `workers` shares, a part of every policy in each as far as
/// there are seeds: policies differ far more in cost than seeds do.
#[must_use]
pub fn shares(scenario: &Scenario, workers: u32) -> Vec<Vec<TrialRange>> {
    let workers = u64::from(workers.max(1));
    let mut shares: Vec<Vec<TrialRange>> = vec![Vec::new(); workers as usize];
    let trials = scenario.seeds.trials();
    let mut next = 0;
    for policy in 0..scenario.policies.len() as u32 {
        let mut first = scenario.seeds.first;
        for part in 0..workers.min(trials) {
            // The first `trials % parts` parts take one more.
            let parts = workers.min(trials);
            let count = trials / parts + u64::from(part < trials % parts);
            shares[next].push(TrialRange { policy, first, last: first + (count - 1) });
            first = first.wrapping_add(count);
            next = (next + 1) % shares.len();
        }
    }
    shares.retain(|share| !share.is_empty());
    shares
}
