//! The plan: when each retry can start.

use super::server_delay::Heard;
use super::wait::Waits;
use super::{Draw, Fit, PlanInput, RetryLimit};
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
    pub(super) fn raised_to(self, floor: &Exact) -> Self {
        Self::new(self.earliest.max(floor.clone()), self.latest.max(floor.clone()))
    }

    fn plus(self, other: &Self) -> Self {
        Self::new(self.earliest + &other.earliest, self.latest + &other.latest)
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
    /// The policy's least wait raised it.
    Least,
    /// The special rule of the first retry.
    First,
    /// Retry-After raised or replaced it.
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
            Self::Least => "least wait",
            Self::First => "first-retry rule",
            Self::Floor => "Retry-After",
        }
    }
}

/// One retry of a plan. All durations in ms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of the retry, from 1.
    pub retry: u32,
    /// Baseline delay: the growth of the policy, under a cap that acts on it.
    pub baseline: Exact,
    /// Whether the cap lowered the baseline.
    pub baseline_capped: bool,
    /// What jitter acts on: the baseline, raised by a Retry-After that acts on it.
    pub raised_baseline: Exact,
    /// What is drawn for this wait.
    pub draw: Draw,
    /// Range of the draw, before rounding.
    pub drawn: Range,
    /// Range after rounding, before a cap on waits and the least wait.
    pub rounded: Range,
    /// The client's own wait range, before Retry-After.
    pub jittered: Range,
    /// What the client makes of the Retry-After it was sent; `None`: none was sent.
    pub heard: Option<Heard>,
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

/// Why there are fewer retries than the limit allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stop {
    /// The baseline of the next retry would pass a cap that ends the retries.
    CapReached,
    /// A Retry-After is above the limit at which the client gives up.
    RetryAfterOverLimit,
}

impl Stop {
    /// The word in JSON.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::CapReached => "cap_reached",
            Self::RetryAfterOverLimit => "retry_after_over_limit",
        }
    }

    /// Why the retries end, in words.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::CapReached => "the next baseline would pass the cap, which ends the retries",
            Self::RetryAfterOverLimit => {
                "the next Retry-After is above the limit at which the client gives up"
            }
        }
    }
}

/// What one client's retries can do. All durations in ms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// One row a retry, in order.
    pub rows: Vec<Row>,
    /// Most requests there can be, the initial one included; `None` when retries are unlimited.
    pub max_requests: Option<u64>,
    /// Why there are fewer rows than retries, where that is so.
    pub stop: Option<Stop>,
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
    /// Retry n starts after n requests and n waits: start = Σ requests + Σ waits 1…n.
    #[must_use]
    pub fn new(input: &PlanInput) -> Self {
        let PlanInput { policy, conditions, .. } = input;
        let request = conditions.request_range();
        let deadline = conditions.deadline.map(|deadline| Exact::from_steps(deadline.0, 3));
        let least = Exact::from_steps(policy.min.0, 3);
        let count = match policy.retries {
            RetryLimit::AtMost(n) => n,
            RetryLimit::Unlimited => Self::ROWS_IF_UNLIMITED,
        };

        let nothing = Range::new(Exact::zero(), Exact::zero());
        let mut total_wait = nothing.clone();
        let mut start = nothing;
        let mut rows = Vec::new();
        let mut stop = None;
        let mut waits = Waits::new(policy);
        for retry in 1..=count {
            let rule = &policy.retry_after;
            let heard = conditions.retry_after_of(retry).map(|sent| rule.heard(&sent));
            if heard == Some(Heard::GivesUp) {
                stop = Some(Stop::RetryAfterOverLimit);
                break;
            }
            let Some(own) = waits.next(heard.as_ref().and_then(|heard| rule.under_baseline(heard))) else {
                stop = Some(Stop::CapReached);
                break;
            };
            let by = (own.earliest_by, own.latest_by);
            let (wait, (earliest_by, latest_by)) = match &heard {
                Some(Heard::Obeyed { ms, .. }) => rule.meets(&own.range, by, ms, &least),
                _ => (own.range.clone(), by),
            };
            total_wait = total_wait.plus(&wait);
            start = start.plus(&wait).plus(&request);
            rows.push(Row {
                retry,
                baseline: own.baseline.ms,
                baseline_capped: own.baseline.capped,
                raised_baseline: own.raised_baseline,
                draw: own.draw,
                drawn: own.drawn,
                rounded: own.rounded,
                jittered: own.range,
                heard,
                wait,
                start: start.clone(),
                earliest_by,
                latest_by,
                deadline: deadline.as_ref().map(|deadline| DeadlineClass::of(&start, deadline)),
            });
        }
        let max_requests = match policy.retries {
            RetryLimit::Unlimited if stop.is_none() => None,
            _ => Some(rows.len() as u64 + 1),
        };
        let last_end = start.plus(&request);
        let fit = Fit::new(&rows, &total_wait, deadline.as_ref());
        Self { rows, max_requests, stop, total_wait, last_end, fit }
    }
}
