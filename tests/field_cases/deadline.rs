//! Where retries start relative to a limit on the whole call.

use retryscope::policy::{DeadlineClass, Jitter, Plan, Range};
use retryscope::units::Micros;

use super::Check;
use super::answer::{Answer, exact};
use super::input::{With, constant, growing, link};

pub const CHECKS: &[Check] = &[
    ("att-istio-timeout", istio_timeout),
    ("dl-axios-104", axios_104),
    ("dl-axios-24", axios_24),
    ("dl-cenkalti-ra", |answer| {
        answer.plan("", &link("retries=1&retry_after=1800&deadline=900000"));
    }),
    ("dl-ihrwein", |answer| {
        answer.plan("", &link("base=5000&multiplier=1&retries=4&deadline=15000"));
    }),
    ("dl-kafka-delivery", kafka_delivery),
    ("dl-midnight", |answer| {
        answer.plan("", &link("base=1000&retries=3&request=80&deadline=5000"));
    }),
    ("dl-otel-python", |answer| {
        answer.plan("", &link("base=2s&cap=64s&retries=6&request=10s&deadline=30s"));
    }),
    ("dl-polly-512", polly_512),
    ("dl-polly-830", polly_830),
    ("dl-temporal-6545", |answer| {
        answer.plan("", &link("base=2000&multiplier=1&retries=2&request=100&deadline=3000"));
    }),
    ("dl-velox", velox),
    ("golden-s3-deadline-inclusive", |answer| {
        answer.plan(
            "",
            &link("base=500&multiplier=2&cap=30000&retries=3&jitter=full&request=100&deadline=1700"),
        );
    }),
];

/// Three attempts of 3 s in a limit of 8 s. A fourth request is planned to show that it would start too late.
fn istio_timeout(answer: &Answer) {
    let (timeout, per_try) = (8000, 3000);
    let plan = Plan::new(&constant(0, 3).request(per_try).deadline(timeout));
    let ms = |n: u64| exact(&n.into());
    let mut starts = vec![ms(0)];
    starts.extend(plan.rows.iter().map(|row| row.start.latest.clone()));
    assert_eq!(starts, answer.numbers("/request_starts_ms"));

    let in_full = starts.iter().filter(|start| (*start).clone() + ms(per_try) <= ms(timeout)).count();
    assert_eq!(in_full as u64, answer.count("/fits_in_full"));
    assert_eq!(ms(timeout) - starts[2].clone(), answer.number("/third_cut_after_ms"));
    let fourth_starts = plan.rows[2].deadline != Some(DeadlineClass::Misses);
    assert_eq!(Some(fourth_starts), answer.at("/fourth_starts").as_bool());
}

/// Jitter of 0 to 20 % above d is none of the families here; its two ends are, as plans without jitter.
fn axios_104(answer: &Answer) {
    let least = Plan::new(&link("base=200&retries=6"));
    let most = Plan::new(&link("base=240&retries=6"));
    let ends = |a: &Range, b: &Range| Range::new(a.earliest.clone(), b.latest.clone());
    let rows = || least.rows.iter().zip(&most.rows);
    let waits: Vec<Range> = rows().map(|(a, b)| ends(&a.wait, &b.wait)).collect();
    let starts: Vec<Range> = rows().map(|(a, b)| ends(&a.start, &b.start)).collect();
    let deadline = exact(&1000.into());
    let classes: Vec<&str> = starts.iter().map(|start| DeadlineClass::of(start, &deadline).key()).collect();
    assert_eq!(waits, answer.ranges("/waits_ms"));
    assert_eq!(starts, answer.ranges("/retry_start_ms"));
    assert_eq!(*answer.at("/deadline_class"), serde_json::json!(classes));
    let [shortest, longest] = answer.numbers("/total_wait_ms").try_into().expect("two ends");
    assert_eq!(ends(&least.total_wait, &most.total_wait), Range::new(shortest, longest));
    assert_eq!(least.max_requests, Some(answer.count("/max_requests")));
}

/// The first request uses the whole budget. Retry 1 starts exactly at the deadline, so its *start* is
/// in time; no time is left for it, which the class does not speak of.
fn axios_24(answer: &Answer) {
    let limit = exact(&3000.into());
    let plan = Plan::new(&constant(0, 2).request(3000).deadline(3000));
    assert_eq!(limit.clone() - plan.rows[0].start.latest.clone(), answer.number("/remaining_ms_after_first"));
    assert_eq!(plan.rows[0].deadline, Some(DeadlineClass::Within));
    let with_time = 1 + plan.rows.iter().filter(|row| row.start.latest < limit).count();
    assert_eq!(with_time as u64, answer.count("/requests_with_time"));
    assert_eq!(plan.last_end.latest, answer.number("/per_try_reset_total_ms"));
}

/// A limit shorter than the first request: no jitter can start retry 1 in time. At that length, some can.
fn kafka_delivery(answer: &Answer) {
    let class = answer.text("/constraint").rsplit(' ').next();
    for jitter in Jitter::PLAIN {
        let mut input = constant(100, 1).jitter(jitter).request(2000).deadline(2000);
        let at_it = Plan::new(&input).rows[0].deadline;
        assert_eq!(at_it == Some(DeadlineClass::MayMiss), jitter == Jitter::Full);
        input.conditions.deadline = Some(Micros(2_000_000 - 1));
        assert_eq!(Plan::new(&input).rows[0].deadline.map(DeadlineClass::key), class);
    }
}

fn polly_512(answer: &Answer) {
    answer.plan("/request_0ms", &link("base=2000&retries=3&deadline=3000"));
    answer.plan("/request_1000ms", &link("base=2000&retries=3&request=1000&deadline=3000"));
    let plan = Plan::new(&link("base=2000&retries=3&request=1001&deadline=3000"));
    assert_eq!(
        plan.rows[0].deadline.map(DeadlineClass::key),
        Some(answer.text("/request_1001ms_first_class"))
    );
}

/// The longest tries that all *end* in 30 s: the end of the last request reaches the limit exactly.
fn polly_830(answer: &Answer) {
    let longest = answer.count("/per_try_ms_max");
    let limit = exact(&30_000.into());
    let plan = Plan::new(&constant(0, 2).request(longest).deadline(30_000));
    assert_eq!(plan.last_end.latest, limit);
    assert!(Plan::new(&constant(0, 2).request(longest + 1)).last_end.latest > limit);
    assert_eq!(plan.max_requests, Some(answer.count("/requests")));
    // All *starting* in time leaves room for longer tries, as the last need not end: 30 s in two.
    assert_eq!(plan.fit.max_request, Some(exact(&15_000.into())));
}

/// Requests of 2 s make the starts of the example. The limit is not given: any from 3 s to below 7 s
/// has these classes, while waits alone would put retry 2 within most of them.
fn velox(answer: &Answer) {
    let input = growing(1000, 2, 3).request(2000);
    answer.plan("/example", &input.clone().deadline(3000));
    answer.plan("/example", &input.deadline(6999));
    let waits_only = Plan::new(&growing(1000, 2, 3).deadline(6999));
    assert_eq!(waits_only.rows[2].start.latest, answer.number("/waits_only_total_ms"));
    assert_eq!(waits_only.rows[1].deadline, Some(DeadlineClass::Within));
}
