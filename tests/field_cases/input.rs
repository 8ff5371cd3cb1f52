//! Inputs of the cases: what the form accepts comes from a link, anything more general from the types.

use retryscope::link::{Query, decode_plan};
use retryscope::policy::{Backoff, Cap, Conditions, Jitter, PlanInput, Policy, RetryLimit};
use retryscope::units::{Factor, Micros, Seconds};

/// The input a link means; it must be one the form accepts.
pub fn link(text: &str) -> PlanInput {
    let decoded = decode_plan(&Query::parse(text));
    decoded.input.unwrap_or_else(|| panic!("{text}: {:?}", decoded.violations))
}

/// base·multiplier^(n−1), whole ms, no jitter, no cap, no conditions: outside the form's limits where a case is.
pub fn growing(base_ms: u64, multiplier: u64, retries: u32) -> PlanInput {
    PlanInput {
        policy: Policy::plain(
            Backoff::exponential(Micros::from_ms(base_ms), Factor::whole(multiplier), None),
            Jitter::None,
            RetryLimit::AtMost(retries),
        ),
        conditions: Conditions::default(),
        client: None,
    }
}

/// The same wait before every retry.
pub fn constant(wait_ms: u64, retries: u32) -> PlanInput {
    growing(wait_ms, 1, retries)
}

/// Changes to an input, in whole ms or s.
pub trait With {
    fn cap(self, ms: u64) -> Self;
    fn jitter(self, jitter: Jitter) -> Self;
    fn request(self, ms: u64) -> Self;
    fn deadline(self, ms: u64) -> Self;
    fn retry_after(self, s: u64) -> Self;
}

impl With for PlanInput {
    fn cap(mut self, ms: u64) -> Self {
        self.policy.backoff.cap = Cap::plain(Some(Micros::from_ms(ms)));
        self
    }

    fn jitter(mut self, jitter: Jitter) -> Self {
        self.policy.jitter = jitter;
        self
    }

    fn request(mut self, ms: u64) -> Self {
        self.conditions.request = Micros::from_ms(ms);
        self
    }

    fn deadline(mut self, ms: u64) -> Self {
        self.conditions.deadline = Some(Micros::from_ms(ms));
        self
    }

    fn retry_after(mut self, s: u64) -> Self {
        self.conditions.retry_after = Some(Seconds(s));
        self
    }
}
