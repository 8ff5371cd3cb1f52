//! Headers as they were really sent, each read against the case's reference.

use retryscope::math::{Exact, human_ms};
use retryscope::policy::limits::RETRY_AFTER;
use retryscope::policy::retry_after::{Hint, Reading, Times, read, read_time};
use serde_json::Value;

use super::Check;
use super::answer::{Answer, exact};

pub const PARSE: &[Check] = &[
    ("ra-2.0", |answer| {
        check(answer, &sent("2.0"));
    }),
    ("ra-date-parseint", |answer| {
        check(answer, &sent("Thu, 01 Jan 2026 00:01:00 GMT"));
    }),
    ("ra-fraction-0.503", |answer| {
        check(answer, &sent("0.503"));
    }),
    ("ra-fraction-1.5", |answer| {
        let reading = sent("1.5");
        check(answer, &reading);
        let whole = Hint::Fraction { whole_seconds: Some(answer.count("/lenient_whole_seconds")) };
        assert_eq!(reading.hints, [whole]);
    }),
    ("ra-malformed-nan", |answer| {
        check(answer, &sent("soon"));
    }),
    ("ra-ms-as-seconds", |answer| {
        let reading = sent("555");
        check(answer, &reading);
        let ms = reading.floor_ms().expect("a wait");
        assert_eq!(human_ms(ms), answer.text("/human"));
        let [hint @ Hint::LooksLikeMilliseconds { .. }] = &reading.hints[..] else {
            panic!("{:?}", reading.hints)
        };
        let said = hint.text().to_lowercase();
        for word in answer.text("/hint").split([';', ' ']).filter(|word| !word.is_empty()) {
            assert!(said.contains(word), "{word} in {said}");
        }
    }),
    ("ra-negative", |answer| {
        check(answer, &sent("-3"));
    }),
    ("ra-number-as-year", |answer| {
        check(answer, &sent("120"));
    }),
    ("ra-seconds-as-ms", |answer| {
        check(answer, &sent("60"));
    }),
    ("ra-trailing", |answer| {
        check(answer, &sent("1000abc"));
    }),
];

pub const HUGE: &[Check] = &[
    ("ra-12-days", |answer| {
        let reading = sent("999999");
        check(answer, &reading);
        let days = reading.floor_ms().expect("a wait").to_f64() / 86_400_000.0;
        assert_eq!(format!("{days:.3}"), answer.at("/days").to_string());
    }),
    ("ra-year-317", |answer| {
        let reading = sent("9999999999");
        check(answer, &reading);
        let ms = reading.floor_ms().expect("a wait");
        let years = ms.to_f64() / (365.25 * 86_400_000.0);
        assert_eq!(format!("{years:.1}"), answer.at("/years").to_string());
        let over_plan = *ms > Exact::from_steps(RETRY_AFTER.max, 0).times(1000);
        assert_eq!(Some(over_plan), answer.at("/over_s3_limit_86400_s").as_bool());
        let over_timer = reading.hints.contains(&Hint::BeyondTimer);
        assert_eq!(Some(over_timer), answer.at("/over_32bit_timer").as_bool());
    }),
];

/// The case has times of one day; which day does not matter.
pub const SKEW: &[Check] = &[("ra-clock-skew", |answer| {
    let at = |time: &str| format!("Thu, 01 Jan 2026 {time} GMT");
    let header = format!("Date: {}\nRetry-After: {}", at("05:33:23"), at("05:34:00"));
    let client = read_time(&at("05:40:00"), None);
    let reading = read(&header, Times { date: None, now: client });
    assert_eq!(reading.floor_ms(), Some(&answer.number("/answer_floor_ms")));
    assert_eq!(reading.floor_ms(), Some(&answer.number("/by_date_header_s").times(1000)));
    let [Hint::ClockSkew { ahead_ms, by_local_ms }] = &reading.hints[..] else {
        panic!("{:?}", reading.hints)
    };
    let past_s = answer.at("/by_client_clock_s").as_i64().expect("a whole number").unsigned_abs();
    assert_eq!(*by_local_ms, Exact::zero() - Exact::from_steps(past_s, 0).times(1000));
    assert_eq!(*ahead_ms, exact(&397_000.into()), "05:40:00 is 6 min 37 s after 05:33:23");
})];

/// A value read against the reference that all cases share.
fn sent(header: &str) -> Reading {
    let date = read_time("2026-01-01T00:00:00Z", None);
    assert!(date.is_some());
    read(header, Times { date, now: None })
}

/// Whatever the case says of the verdicts. One that does not part them speaks of both.
fn check(answer: &Answer, reading: &Reading) {
    let case = |pointer: &str| answer.has(pointer).then(|| answer.at(pointer));
    let floor = |value: &Value| (!value.is_null()).then(|| exact(value));
    if let Some(valid) = case("/valid") {
        assert_eq!(
            [Some(reading.strict.valid), Some(reading.lenient.valid)],
            [valid.as_bool(); 2],
            "{}",
            answer.id
        );
    }
    if let Some(valid) = case("/strict/valid") {
        assert_eq!(Some(reading.strict.valid), valid.as_bool(), "{}", answer.id);
        assert_eq!(reading.strict.floor_ms, None, "{}", answer.id);
    }
    if let Some(ms) = case("/floor_ms") {
        assert_eq!(reading.floor_ms(), floor(ms).as_ref(), "{}", answer.id);
        assert_eq!(reading.strict.floor_ms, floor(ms), "{}", answer.id);
    }
    if let Some(ms) = case("/lenient_floor_ms") {
        assert!(reading.lenient.valid, "{}", answer.id);
        assert_eq!(reading.floor_ms(), floor(ms).as_ref(), "{}", answer.id);
    }
    if case("/form").is_some() {
        assert_eq!(reading.form.key(), answer.text("/form"), "{}", answer.id);
    }
}
