//! The plan: when each retry can start.

use super::{Fit, PlanInput, RetryLimit};
use crate::math::Exact;

/// An earliest and a latest value, both possible, in ms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least value.
    pub earliest: Exact,
    /// The greatest value; never below `earliest`.
    pub latest: Exact,
}

impl Range {
    /// A range from its ends.
    #[must_use]
    pub fn new(earliest: Exact, latest: Exact) -> Self {
        Self { earliest, latest }
    }

    /// Whether there is only one possible value.
    #[must_use]
    pub fn is_point(&self) -> bool {
        self.earliest == self.latest
    }

    /// Both ends raised to `floor`: min and max of max(wait, floor).
    #[must_use]
    fn raised_to(self, floor: &Exact) -> Self {
        Self::new(self.earliest.max(floor.clone()), self.latest.max(floor.clone()))
    }

    fn plus(self, other: &Self) -> Self {
        Self::new(self.earliest + &other.earliest, self.latest + &other.latest)
    }

    fn plus_point(&self, ms: &Exact) -> Self {
        Self::new(self.earliest.clone() + ms, self.latest.clone() + ms)
    }
}

/// Where the possible starts of a retry lie relative to the deadline. It classifies starts,
/// not whether the retry happens, completes or succeeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeadlineClass {
    /// Even the latest start is at or before the deadline.
    Within,
    /// The earliest start is at or before the deadline, the latest is not.
    MayMiss,
    /// Even the earliest start is after the deadline.
    Misses,
}

impl DeadlineClass {
    /// The class of a start range; a start exactly at the deadline is in time.
    #[must_use]
    pub fn of(start: &Range, deadline_ms: &Exact) -> Self {
        if start.latest <= *deadline_ms {
            Self::Within
        } else if start.earliest <= *deadline_ms {
            Self::MayMiss
        } else {
            Self::Misses
        }
    }

    /// The word in JSON.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Within => "within",
            Self::MayMiss => "may_miss",
            Self::Misses => "misses",
        }
    }

    /// The word for people.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Within => "in time",
            Self::MayMiss => "may miss",
            Self::Misses => "misses",
        }
    }

    /// A symbol beside the word, so that colour never stands alone.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Within => "✓",
            Self::MayMiss => "◐",
            Self::Misses => "✕",
        }
    }
}

/// Which rule decided one end of a wait range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binding {
    /// The growth formula itself.
    Growth,
    /// The jitter family.
    Jitter,
    /// The cap lowered it.
    Cap,
    /// Retry-After raised it.
    Floor,
}

impl Binding {
    /// The word for people.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Growth => "growth",
            Self::Jitter => "jitter",
            Self::Cap => "cap",
            Self::Floor => "Retry-After",
        }
    }
}

/// One retry of a plan. All durations in ms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of the retry, from 1.
    pub retry: u32,
    /// Baseline delay: min(cap, base·multiplier^(n−1)).
    pub baseline: Exact,
    /// Whether the cap lowered the baseline.
    pub baseline_capped: bool,
    /// Wait range after jitter, before Retry-After.
    pub jittered: Range,
    /// Wait range after Retry-After.
    pub wait: Range,
    /// Earliest and latest start, from the start of the call.
    pub start: Range,
    /// Which rule decided the earliest wait.
    pub earliest_by: Binding,
    /// Which rule decided the latest wait.
    pub latest_by: Binding,
    /// Where the starts lie relative to the deadline; `None` without a deadline.
    pub deadline: Option<DeadlineClass>,
}

/// What one client's retries can do. All durations in ms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// One row a retry, in order.
    pub rows: Vec<Row>,
    /// Most requests there can be, the initial one included; `None` when retries are unlimited.
    pub max_requests: Option<u64>,
    /// Sum of all waits.
    pub total_wait: Range,
    /// End of the last request.
    pub last_end: Range,
    /// What would make every retry start in time.
    pub fit: Fit,
}

impl Plan {
    /// How many rows a plan of unlimited retries shows.
    pub const ROWS_IF_UNLIMITED: u32 = 30;

    /// Plans every retry of the policy; of unlimited retries the first [`Self::ROWS_IF_UNLIMITED`].
    ///
    /// Retry n starts after n requests and n waits: start = n·request + Σ waits 1…n.
    /// Retry-After is a floor under every wait, also above the cap.
    #[must_use]
    pub fn new(input: &PlanInput) -> Self {
        let conditions = &input.conditions;
        let request = Exact::from_steps(conditions.request.0, 3);
        let floor = conditions.retry_after.map(|seconds| Exact::from_steps(seconds.0, 0).times(1000));
        let deadline = conditions.deadline.map(|deadline| Exact::from_steps(deadline.0, 3));
        let (count, max_requests) = match input.policy.retries {
            RetryLimit::AtMost(n) => (n, Some(u64::from(n) + 1)),
            RetryLimit::Unlimited => (Self::ROWS_IF_UNLIMITED, None),
        };

        let nothing = Range::new(Exact::zero(), Exact::zero());
        let mut total_wait = nothing.clone();
        let mut start = nothing;
        let mut rows = Vec::new();
        let waits = input.policy.jitter.waits(&input.policy.backoff);
        for (retry, (baseline, jittered)) in (1..=count).zip(waits) {
            let wait = match &floor {
                Some(floor) => jittered.range.clone().raised_to(floor),
                None => jittered.range.clone(),
            };
            let by = |end: &Exact, before: &Exact, rule| if end > before { Binding::Floor } else { rule };
            let earliest_by = by(&wait.earliest, &jittered.range.earliest, jittered.earliest_by);
            let latest_by = by(&wait.latest, &jittered.range.latest, jittered.latest_by);
            total_wait = total_wait.plus(&wait);
            start = start.plus(&wait).plus_point(&request);
            rows.push(Row {
                retry,
                baseline: baseline.ms,
                baseline_capped: baseline.capped,
                jittered: jittered.range,
                wait,
                start: start.clone(),
                earliest_by,
                latest_by,
                deadline: deadline.as_ref().map(|deadline| DeadlineClass::of(&start, deadline)),
            });
        }
        let last_end = start.plus_point(&request);
        let fit = Fit::new(&rows, &total_wait, deadline.as_ref());
        Self { rows, max_requests, total_wait, last_end, fit }
    }
}
