//! What surrounds a policy in one call.

use super::Range;
use crate::math::Exact;
use crate::units::{Micros, Seconds};

/// The surroundings of one call.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Conditions {
    /// Time every request takes at least, the failed ones too.
    pub request: Micros,
    /// Time every request takes at most; `None`: always `request`.
    pub request_most: Option<Micros>,
    /// Limit on one attempt: a request that would take longer is cut off here; `None`: no limit.
    pub attempt_timeout: Option<Micros>,
    /// Retry-After that every failed response carries; `None`: none was sent.
    pub retry_after: Option<Seconds>,
    /// Retry-After before retry 1, 2 … where they differ; `None` in it: none was sent there.
    /// Later retries have `retry_after`.
    pub retry_afters: Vec<Option<Seconds>>,
    /// Limit on the whole call from its start; `None`: no limit.
    pub deadline: Option<Micros>,
}

impl Conditions {
    /// How long one request lasts, at least and at most, in ms.
    #[must_use]
    pub fn request_range(&self) -> Range {
        let most = self.request_most.unwrap_or(self.request);
        let cut = |duration: Micros| {
            let lasted = self.attempt_timeout.map_or(duration, |timeout| duration.min(timeout));
            Exact::from_steps(lasted.0, 3)
        };
        Range::new(cut(self.request), cut(most))
    }

    /// The Retry-After before a retry, in ms; `None`: none was sent.
    #[must_use]
    pub fn retry_after_of(&self, retry: u32) -> Option<Exact> {
        let listed = self.retry_afters.get(retry.saturating_sub(1) as usize);
        let sent = listed.copied().unwrap_or(self.retry_after);
        sent.map(|seconds| Exact::from_steps(seconds.0, 0).times(1000))
    }
}
