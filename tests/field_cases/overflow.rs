//! Powers beyond every machine number: a cap saturates, and without one the number is exact.
//!
//! Where a case names the retry at which an integer or a double gives up, the exact plan is
//! compared with that type's greatest value.

use retryscope::math::Exact;
use retryscope::policy::{Plan, PlanInput};

use super::Check;
use super::answer::{Answer, exact};
use super::input::{With, constant, growing, link};

pub const CHECKS: &[Check] = &[
    ("ovf-date", |answer| {
        // 5^16 s = 5 s · 5^15: the wait of retry 16.
        let wait = wait(&growing(5000, 5, 16), 16);
        assert_eq!(wait, answer.number("/wait_s").times(1000));
        // In Julian years, to one decimal.
        let years = wait.to_f64() / (365.25 * 86_400_000.0);
        assert_eq!(format!("{years:.1}"), answer.at("/years").to_string());
    }),
    ("ovf-go-36", |answer| {
        let capped = Plan::new(&growing(100, 2, 37).cap(1000));
        let first: Vec<Exact> = capped.rows.iter().take(5).map(|row| row.wait.latest.clone()).collect();
        assert_eq!(first, answer.numbers("/waits_ms_first_5"));
        assert_eq!(capped.rows[36].wait.latest, answer.number("/wait_ms_at_37"));
        let in_ns = first_above(&growing(100, 2, 60), &integer(i64::MAX as u64), 1_000_000);
        let key = "/first_n_where_base*2^(n-1)_overflows_int64_ns";
        assert_eq!(in_ns, answer.count(key));
    }),
    ("ovf-jpillora", |answer| {
        // Attempts 0 to 100 there are retries 1 to 101 here.
        let plan = Plan::new(&growing(100, 2, 101).cap(60_000));
        let waits: Vec<Exact> = plan.rows.iter().map(|row| row.wait.latest.clone()).collect();
        let expected = answer.numbers("/waits_ms_0_to_11");
        assert_eq!(waits[..expected.len()], expected);
        let rest = answer.number("/wait_ms_for_any_attempt_ge_10");
        assert!(waits[10..].iter().all(|wait| *wait == rest));
    }),
    ("ovf-python-float", python_float),
    ("ovf-retry4j", retry4j),
    ("ovf-settimeout-infinity", |answer| {
        let limit = answer.number("/timer_limit_ms");
        let over = first_above(&growing(1000, 2, 30), &limit, 1);
        assert_eq!(over, answer.count("/first_retry_over_limit"));
        assert_eq!(wait(&growing(1000, 2, 30), 23), answer.number("/wait_ms_at_23"));
        // The warning's 24.855 days are the timer's limit. Waits of the form never come near: the
        // greatest are a cap of an hour and a Retry-After of a day.
        let days = limit.to_f64() / 86_400_000.0;
        assert!(answer.text("/warning").contains(&format!("{days:.3} days")));
        let most = "base=600000&multiplier=10&cap=3600000&retries=30&retry_after=86400";
        assert!(Plan::new(&link(most)).rows.iter().all(|row| row.wait.latest < limit));
    }),
    ("ovf-settimeout-which-retry", |answer| {
        for multiplier in [2, 10] {
            let input = growing(1000, multiplier, 30);
            let over = first_above(&input, &integer(i32::MAX as u64), 1);
            assert_eq!(over, answer.count(&format!("/factor_{multiplier}/first_retry_over")));
            assert_eq!(wait(&input, over), answer.number(&format!("/factor_{multiplier}/wait_ms")));
        }
    }),
    ("ovf-shift-int32", |answer| {
        // Retry 32 counted from zero is retry 33; a shift by k is the wait of retry k + 1.
        assert_eq!(wait(&growing(1, 2, 33).cap(20_000), 33), answer.number("/wait_ms"));
        let over = first_above(&growing(1, 2, 40), &integer(i32::MAX as u64), 1);
        assert_eq!(over - 1, answer.count("/first_bad_shift"));
    }),
    ("ovf-tenacity-zero", |answer| {
        let mut input = constant(0, 1025).cap(60_000);
        input.policy.backoff.multiplier = growing(0, 2, 0).policy.backoff.multiplier;
        assert_eq!(wait(&input, 1025), answer.number("/wait_s").times(1000));
    }),
];

fn integer(n: u64) -> Exact {
    exact(&n.into())
}

/// The latest wait of a retry.
fn wait(input: &PlanInput, retry: u64) -> Exact {
    let plan = Plan::new(input);
    plan.rows[usize::try_from(retry).unwrap() - 1].wait.latest.clone()
}

/// The first retry whose wait, in units of which a millisecond has `per_ms`, is above `limit`.
fn first_above(input: &PlanInput, limit: &Exact, per_ms: u64) -> u64 {
    let plan = Plan::new(input);
    let row = plan.rows.iter().find(|row| row.wait.latest.times(per_ms) > *limit);
    row.expect("grows above the limit").retry.into()
}

/// Both growths are far beyond a double at the asked retry; the cap decides all the same.
fn python_float(answer: &Answer) {
    // All 309 digits of the greatest double; a power fails where it is above.
    let greatest = Exact::parse_plain(&format!("{:.0}", f64::MAX)).expect("plain digits");
    for (multiplier, retry, name) in [(100, 200, "mult_100"), (2, 1076, "mult_2")] {
        let capped = growing(1000, multiplier, retry).cap(5000);
        assert_eq!(wait(&capped, retry.into()).to_string(), answer.number("/wait_s").times(1000).to_string());
        // base 1 ms: the wait of retry k + 1 is multiplier^k ms.
        let over = first_above(&growing(1, multiplier, retry), &greatest, 1);
        assert_eq!(over - 1, answer.count(&format!("/first_failing_exponent/{name}")));
    }
}

/// Uncapped growth is exact in the plan. Showing it as "beyond any timer" is for a form that has no
/// cap, which this one's never is: at most an hour.
fn retry4j(answer: &Answer) {
    let input = growing(100, 2, 80);
    assert_eq!(wait(&input, 1), answer.number("/retry_1_ms"));
    assert_eq!(wait(&input, 5), answer.number("/retry_5_ms"));
    // "… = 6.04e25 ms; …": three digits of it.
    let digits = wait(&input, 80).to_string();
    let scientific = format!("{}.{}e{} ms", &digits[..1], &digits[1..3], digits.len() - 1);
    assert!(answer.text("/retry_80").contains(&scientific), "{scientific}");
}
