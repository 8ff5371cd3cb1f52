//! How long all waits, and all requests with them, can take.

use retryscope::math::human_ms;
use retryscope::policy::{Jitter, Plan};

use super::Check;
use super::answer::{Answer, exact};
use super::input::{With, constant, growing, link};

pub const CHECKS: &[Check] = &[
    ("att-faros", faros),
    ("att-retry-axios", |answer| {
        let plan = answer.plan("", &constant(0, 5).request(12_000));
        assert_eq!(plan.last_end.latest, answer.number("/worst_total_ms"));
    }),
    ("first-wandb", wandb),
    ("golden-s3-example", |answer| {
        for jitter in [Jitter::None, Jitter::Full, Jitter::Equal] {
            let key = jitter.key();
            answer.plan(
                &format!("/{key}"),
                &link(&format!("base=500&multiplier=2&cap=30000&retries=3&jitter={key}")),
            );
        }
    }),
    ("grow-velero", |answer| {
        answer.plan("", &link("base=10&multiplier=5&cap=60000&retries=7"));
    }),
];

fn faros(answer: &Answer) {
    for (request_ms, total_s) in [60_000, 120_000].into_iter().zip(answer.numbers("/worst_total_s")) {
        let plan = answer.plan("", &constant(0, 3).request(request_ms));
        assert_eq!(plan.last_end.latest, total_s.times(1000));
    }
}

/// That library waits 0 before retry 1 and from there on as this model does from its first: 15 of 16 waits.
fn wandb(answer: &Answer) {
    let plan = Plan::new(&link("base=2s&multiplier=2&cap=120s&retries=15"));
    let mut waits = vec![exact(&0.into())];
    waits.extend(plan.rows.iter().map(|row| row.wait.latest.clone()));
    let expected: Vec<_> = answer.numbers("/waits_s").iter().map(|s| s.times(1000)).collect();
    assert_eq!(waits, expected);
    assert_eq!(plan.total_wait.latest, answer.number("/total_s").times(1000));
    assert_eq!(human_ms(&plan.total_wait.latest), answer.text("/human"));
    let uncapped = Plan::new(&growing(2000, 2, 15));
    assert_eq!(uncapped.total_wait.latest, answer.number("/uncapped_from_2s_total_s").times(1000));
}
