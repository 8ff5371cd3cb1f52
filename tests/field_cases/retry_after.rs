//! Retry-After as a floor under every wait.

use retryscope::policy::{Jitter, Plan};

use super::Check;
use super::input::{With, constant, growing, link};

pub const CHECKS: &[Check] = &[
    ("golden-s3-floor-above-cap", |answer| {
        answer.plan("", &link("base=500&multiplier=2&cap=1000&retries=3&jitter=full&retry_after=2"));
    }),
    ("ra-jitter-undercut", |answer| {
        // Jitter of ±10 % is none of the families here; full jitter up to the same 1.1 s undercuts even more.
        let plan = Plan::new(&constant(1100, 1).jitter(Jitter::Full).retry_after(1));
        let wait = &plan.rows[0].wait;
        assert_eq!([wait.earliest.clone(), wait.latest.clone()], *answer.numbers("/correct_range_ms"));
    }),
    ("ra-min-max-order", |answer| {
        let plan = Plan::new(&link("base=1s&cap=10s&retries=1&retry_after=30"));
        let wait = &plan.rows[0].wait;
        assert!(wait.is_point());
        assert_eq!(wait.latest, answer.number("/floor_model_wait_ms"));
    }),
    ("ra-polly-interleave", |answer| {
        let waits = |plan: Plan| plan.rows.into_iter().map(|row| row.wait.latest).collect::<Vec<_>>();
        let without = growing(100, 2, 7);
        assert_eq!(waits(Plan::new(&without)), answer.numbers("/waits_without"));
        let floored = Plan::new(&without.retry_after(5));
        assert_eq!(waits(floored), answer.numbers("/with_floor_5s_on_every_retry"));
    }),
];
