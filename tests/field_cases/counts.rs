//! Retries against attempts, contradictory fields, and fractions of a millisecond.

use retryscope::link::{Query, decode_plan};
use retryscope::policy::{Jitter, Plan, notes};

use super::Check;
use super::answer::{Answer, pair};
use super::input::{With, constant, link};

pub const ATTEMPTS: &[Check] = &[
    ("att-analytics", |answer| {
        answer.plan("", &link("retries=1"));
    }),
    ("att-bull-default", |answer| {
        // One attempt is no retry.
        let plan = answer.plan("", &link("base=1000&retries=0"));
        assert_eq!(plan.rows.len(), answer.at("/waits").as_array().expect("a list").len());
    }),
    ("att-istio", |answer| {
        answer.plan("", &link("retries=2"));
    }),
    ("att-node-retry", |answer| {
        let plan = answer.plan("", &link("retries=5"));
        assert_eq!(plan.rows.len() as u64, answer.count("/waits"));
    }),
];

pub const NUMBERS: &[Check] = &[("golden-s3-half-ms", |answer| {
    answer.plan("", &link("base=1&multiplier=1&cap=1000&retries=1&jitter=equal"));
})];

pub const VALIDATION: &[Check] = &[
    ("cap-careerops", |answer| {
        // The width of the jitter is d, and the cap is below it.
        range(answer, "base=250&cap=100&retries=1&jitter=full");
    }),
    ("cap-servicetalk", |answer| {
        // Both ends of the jitter are above the cap: with the delay itself, and with a least wait of 80.
        range(answer, "base=100&cap=50&retries=1&jitter=none");
        range(answer, "base=80&cap=50&retries=1&jitter=decorrelated");
    }),
    ("val-beats-zero", |answer| {
        for jitter in Jitter::PLAIN {
            answer.plan("", &constant(0, 2).jitter(jitter));
        }
        // The types allow it; the calculator's form asks for at least 1 ms.
        let decoded = decode_plan(&Query::parse("base=0&retries=2"));
        assert_eq!(decoded.violations.len(), 1);
        assert_eq!(decoded.violations[0].key, "base");
    }),
    ("val-min-gt-max", |answer| {
        let input = link("base=10000&cap=1000&retries=2");
        let plan = answer.plan("/s3", &input);
        // "base is above cap: every wait equals the cap"
        let notes = notes(&input, &plan);
        let warning = answer.text("/warning");
        assert!(warning.starts_with("base is above cap") && warning.ends_with("the cap"));
        assert_eq!(notes.len(), 1);
        assert_eq!(notes[0].code, "base_above_cap");
        for number in ["10 s", "1 s"] {
            assert!(notes[0].text.contains(number), "{number} in {}", notes[0].text);
        }
    }),
];

/// The wait of retry 1 is the case's range.
fn range(answer: &Answer, text: &str) {
    let plan = Plan::new(&link(text));
    let expected: Vec<String> = answer.numbers("/range_ms").iter().map(ToString::to_string).collect();
    assert_eq!(pair(&plan.rows[0].wait), expected, "{}: {text}", answer.id);
}
