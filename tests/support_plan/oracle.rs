//! A second calculation of the plan, in rational numbers, written from the model's formulas.
//!
//! It shares no arithmetic with the package: fractions instead of decimals, whole powers instead
//! of a running product, the recurrence of decorrelated jitter instead of its closed form.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use retryscope::policy::{Jitter, PlanInput, RetryLimit};

/// A fraction of any size.
pub type Ratio = BigRational;

/// `numerator / denominator`.
pub fn ratio(numerator: u64, denominator: u64) -> Ratio {
    Ratio::new(numerator.into(), denominator.into())
}

/// What the model says about one input; all times in ms.
pub struct Expected {
    pub baselines: Vec<Ratio>,
    pub waits: Vec<[Ratio; 2]>,
    pub starts: Vec<[Ratio; 2]>,
    pub classes: Vec<Option<&'static str>>,
    pub total_wait: [Ratio; 2],
    pub last_end: [Ratio; 2],
    pub max_requests: u64,
    pub always_in_time: Option<u32>,
    pub can_be_in_time: Option<u32>,
    pub max_request: Option<Ratio>,
    pub min_deadline: Ratio,
}

impl Expected {
    /// The plan of `input`.
    pub fn of(input: &PlanInput) -> Self {
        let RetryLimit::AtMost(retries) = input.policy.retries else { panic!("the oracle needs a limit") };
        let backoff = &input.policy.backoff;
        let base = ratio(backoff.base.0, 1000);
        let multiplier = ratio(backoff.multiplier.0, 1_000_000);
        let cap = backoff.cap.limit.map(|cap| ratio(cap.0, 1000));
        let capped = |value: Ratio| cap.clone().map_or(value.clone(), |cap| cap.min(value));
        let request = ratio(input.conditions.request.0, 1000);
        let floor = ratio(input.conditions.retry_after.map_or(0, |s| s.0), 1) * ratio(1000, 1);
        let deadline = input.conditions.deadline.map(|d| ratio(d.0, 1000));

        let baselines: Vec<Ratio> =
            (0..retries).map(|n| capped(base.clone() * multiplier.pow(n as i32))).collect();
        let mut greatest_previous = base.clone();
        let waits: Vec<[Ratio; 2]> = baselines
            .iter()
            .map(|d| match input.policy.jitter {
                Jitter::None => [d.clone(), d.clone()],
                Jitter::Full => [Ratio::zero(), d.clone()],
                Jitter::Equal => [d / ratio(2, 1), d.clone()],
                Jitter::Decorrelated => {
                    // A wait is min(cap, U(base, 3·previous)); three times a wait below base is no range.
                    let top = (ratio(3, 1) * greatest_previous.clone()).max(base.clone());
                    greatest_previous = capped(top);
                    [capped(base.clone()), greatest_previous.clone()]
                }
                other => panic!("no part of the plain calculator: {other:?}"),
            })
            .map(|ends| ends.map(|end| end.max(floor.clone())))
            .collect();

        let sum = |end: usize, n: usize| waits[..n].iter().map(|wait| wait[end].clone()).sum::<Ratio>();
        let count = waits.len();
        let after = |n: usize, requests: usize| {
            [0, 1].map(|end| ratio(requests as u64, 1) * request.clone() + sum(end, n))
        };
        let starts: Vec<[Ratio; 2]> = (1..=count).map(|n| after(n, n)).collect();
        let in_time =
            |end: usize, start: &[Ratio; 2]| deadline.as_ref().is_some_and(|limit| start[end] <= *limit);
        let classes = starts
            .iter()
            .map(|start| {
                deadline.as_ref()?;
                Some(match (in_time(0, start), in_time(1, start)) {
                    (_, true) => "within",
                    (true, false) => "may_miss",
                    (false, false) => "misses",
                })
            })
            .collect();
        let starts_in_time = |end: usize| {
            deadline.as_ref().map(|_| starts.iter().filter(|start| in_time(end, start)).count() as u32)
        };
        let max_request = deadline.as_ref().filter(|_| count > 0).and_then(|limit| {
            let each = (limit - sum(1, count)) / ratio(count as u64, 1);
            (each >= Ratio::zero()).then(|| floor_thousandth(&each).min(ratio(600_000, 1)))
        });
        Self {
            always_in_time: starts_in_time(1),
            can_be_in_time: starts_in_time(0),
            max_request,
            min_deadline: starts.last().map_or_else(Ratio::zero, |last| ceil_thousandth(&last[1])),
            total_wait: [0, 1].map(|end| sum(end, count)),
            last_end: after(count, count + 1),
            max_requests: u64::from(retries) + 1,
            baselines,
            waits,
            starts,
            classes,
        }
    }
}

/// `value` in thousandths.
fn thousandths(value: &Ratio) -> Ratio {
    value * ratio(1000, 1)
}

/// Rounded down to 0.001.
pub fn floor_thousandth(value: &Ratio) -> Ratio {
    thousandths(value).floor() / ratio(1000, 1)
}

/// Rounded up to 0.001.
pub fn ceil_thousandth(value: &Ratio) -> Ratio {
    thousandths(value).ceil() / ratio(1000, 1)
}

/// `value` rounded to 0.001, ties away from zero, in plain decimal digits. No value is negative.
pub fn rounded_text(value: &Ratio) -> String {
    let count = (thousandths(value) + ratio(1, 2)).floor().to_integer();
    let thousand = BigInt::from(1000);
    let fraction = format!("{:0>3}", (&count % &thousand).to_string());
    format!("{}.{fraction}", count / thousand).trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Digits before the dot in groups of three.
pub fn grouped(plain: &str) -> String {
    let (whole, rest) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let groups: Vec<&str> =
        whole.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",") + rest
}

/// Reads plain decimal digits, as the package writes exact numbers.
pub fn parse(text: &str) -> Ratio {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    assert!(!whole.is_empty() && !text.ends_with('.'), "not a plain decimal: {text:?}");
    let digits: BigInt = format!("{whole}{fraction}").parse().unwrap_or_else(|e| panic!("{text:?}: {e}"));
    Ratio::new(digits, fraction.bytes().fold(BigInt::one(), |unit, _| unit * 10))
}
