//! Every family against a seeded client that draws its waits one by one.

mod client;
#[path = "../support_distribution/mod.rs"]
mod support_distribution;

use client::Client;
use retryscope::distribution::{PERCENTS, Question, Summary, solve};
use support_distribution::planned;

const CALLS: usize = 60_000;
/// Standard errors beyond which a difference is no chance: one comparison in 15 million.
const ERRORS: f64 = 5.4;

/// One link a policy: every jitter family, cap order, rounding, first retry and use of a Retry-After.
const POLICIES: &[&str] = &[
    "retries=4&jitter=none&request=10&request_most=50&deadline=3600",
    "retries=5&jitter=full&deadline=9000",
    "retries=6&jitter=equal&cap=3000&request=100&request_most=900&deadline=9000",
    "retries=5&jitter=full&retry_after=1&deadline=7000",
    "retries=5&jitter=full&retry_afters=1,,3&deadline=7000",
    "retries=6&jitter=decorrelated&base=1000&cap=10000&deadline=30000",
    "retries=5&jitter=decorrelated&base=1000&cap=10000&retry_after=4&deadline=21000",
    "retries=4&jitter=decorrelated&base=300&cap=2500&request=10&request_most=2000&deadline=7000",
    "growth=linear&retries=5&jitter=scale&jitter_lo=0.5&jitter_hi=1.5&cap=1500&cap_order=after&deadline=4800",
    "growth=fibonacci&retries=6&jitter=scale&jitter_lo=0.75&jitter_hi=1.25&cap=2000&cap_order=both&deadline=8000",
    "growth=exponential&retries=6&jitter=scale&jitter_lo=1&jitter_hi=1.5&cap=4000&cap_order=ends&deadline=15000",
    "growth=constant&retries=5&jitter=shift&jitter_down=700&jitter_up=300&deadline=2200",
    "growth=linear&retries=5&jitter=shift&jitter_up=400&jitter_grows=yes&min=700&deadline=10000",
    "growth=exponential&retries=5&jitter=window&jitter_floor=800&cap=6000&at_cap=no-jitter&deadline=12000",
    "growth=polynomial&step=200&power=2&retries=4&jitter=power&jitter_power=3&jitter_up=1000&deadline=5600",
    "growth=none&retries=5&jitter=power&jitter_power=8&jitter_up=2000&deadline=1000",
    "growth=exponential&retries=4&jitter=full&first=immediate&deadline=3000",
    "growth=exponential&retries=4&jitter=equal&first=exact&cap=1700&cap_first=no&deadline=4300",
    "growth=exponential&retries=5&jitter=full&rounding=floor&rounding_unit=1000&base=1000&deadline=14000",
    "growth=exponential&retries=5&jitter=full&rounding=ceiling&rounding_unit=700&base=1000&cap=5000&cap_order=after&deadline=14000",
    "growth=exponential&retries=5&jitter=equal&rounding=nearest&rounding_unit=1&request=7&request_most=9&deadline=12000",
    "growth=constant&base=3000&retries=4&jitter=scale&jitter_lo=0.5&jitter_hi=1.5&rounding=toward-baseline&rounding_unit=400&deadline=11800",
    "growth=exponential&retries=4&jitter=full&rounding=floor&rounding_unit=100&rounding_top=inclusive&deadline=3700",
    "growth=exponential&base=1000&retries=4&jitter=power&jitter_power=2&jitter_up=900&rounding=floor&rounding_unit=250&deadline=16000",
    "growth=exponential&base=1000&retries=4&jitter=full&cap=7777.777&cap_order=after&rounding=floor&rounding_unit=1000&deadline=9000",
    "growth=exponential&retries=4&jitter=full&retry_after=2&retry_after_rule=clamp&retry_after_extra=1500&deadline=8000",
    "growth=exponential&retries=4&jitter=full&retry_after=2&retry_after_rule=override&retry_after_stretch=1.5&deadline=10000",
    "growth=exponential&retries=4&jitter=full&retry_after=2&retry_after_rule=floor-then-jitter&deadline=4000",
    "growth=exponential&retries=5&jitter=full&min=200&rounding=floor&rounding_unit=100&retry_after=2&retry_after_rule=override&retry_after_stretch=1.2&retry_after_limit=1500&retry_after_over=own-wait&deadline=8000",
    "growth=exponential&retries=6&jitter=feedback&jitter_lo=1&jitter_hi=2&first_lo=0.5&first_hi=1.5&cap=none&deadline=12000",
    "growth=exponential&retries=6&jitter=feedback&jitter_lo=0.5&jitter_hi=1.5&pre=2&first_lo=0.5&first_hi=1.5&cap=4000&deadline=11000",
    "growth=exponential&retries=6&jitter=feedback&jitter_lo=0&jitter_hi=3&first_lo=0&first_hi=1&cap=4000&cap_order=after&deadline=3000",
    "growth=exponential&retries=5&jitter=feedback&jitter_lo=1&jitter_hi=3&from=base&post=1.3&first_lo=1&first_hi=3&cap=20000&cap_order=both&deadline=12000",
    "growth=exponential&retries=5&base=1000&jitter=feedback&jitter_lo=1&jitter_hi=3&from=base&first_lo=1&first_hi=3&cap=10000&cap_order=after&rounding=floor&rounding_unit=1000&deadline=15000",
    "growth=exponential&retries=5&base=1000&jitter=feedback&jitter_lo=1&jitter_hi=3&from=base&first_lo=1&first_hi=3&cap=10000&cap_order=after&rounding=ceiling&rounding_unit=7&deadline=15000",
    "growth=exponential&retries=5&base=1000&jitter=feedback&jitter_lo=1&jitter_hi=2.5&first_lo=1&first_hi=1&cap=10000&cap_order=ends&first=exact&min=1500&deadline=15000",
    "growth=exponential&retries=5&jitter=decorrelated&base=1000&cap=10000&retry_after=3&retry_after_rule=override&retry_after_stretch=1.5&deadline=18000",
    "growth=exponential&retries=5&jitter=polly&base=1000&cap=none&deadline=16000",
    "growth=exponential&retries=6&jitter=polly&base=1000&cap=5000&cap_order=after&deadline=16000",
    "growth=exponential&retries=5&jitter=polly&base=1000&cap=none&retry_after=3&request=10&request_most=500&deadline=18000",
    "growth=exponential&retries=4&jitter=polly&base=1000&cap=4000&cap_order=after&first=immediate&deadline=7000",
];

/// Draws in ascending order.
struct Drawn(Vec<f64>);

impl Drawn {
    fn new(values: impl Iterator<Item = f64>) -> Self {
        let mut values: Vec<f64> = values.collect();
        values.sort_by(f64::total_cmp);
        Self(values)
    }

    fn moment(&self, center: f64, power: i32) -> f64 {
        self.0.iter().map(|x| (x - center).powi(power)).sum::<f64>() / self.0.len() as f64
    }

    fn mean(&self) -> f64 {
        self.moment(0.0, 1)
    }

    /// Shares of draws below, and at or below, a value that doubles may have rounded.
    fn below(&self, x: f64) -> (f64, f64) {
        let slack = 1e-7 * x.abs() + 1e-9;
        let share = |x: f64| self.0.partition_point(|y| *y <= x) as f64 / self.0.len() as f64;
        (share(x - slack), share(x + slack))
    }

    /// Notes in `wrong` what chance does not explain.
    fn compare(&self, what: &str, law: &Summary, wrong: &mut Vec<String>) {
        let count = self.0.len() as f64;
        let mean = self.mean();
        let variance = self.moment(mean, 2);
        let error = (variance / count).sqrt() * ERRORS + 1e-9 * mean;
        if (law.mean_ms - mean).abs() > error {
            wrong.push(format!("{what}: mean {} drawn {mean} ± {error}", law.mean_ms));
        }
        let of_variance = ((self.moment(mean, 4) - variance * variance).max(0.0) / count).sqrt() * ERRORS;
        let slack = 1e-7 * mean * mean;
        if (law.sd_ms.powi(2) - variance).abs() > of_variance + slack {
            wrong.push(format!("{what}: sd {} drawn {}", law.sd_ms, variance.sqrt()));
        }
        for (percent, value) in PERCENTS.iter().zip(&law.percentiles_ms) {
            let part = percent / 100.0;
            let error = (part * (1.0 - part) / count).sqrt() * ERRORS;
            let (below, upto) = self.below(*value);
            if below > part + error || upto < part - error {
                wrong
                    .push(format!("{what}: p{percent} {value}, drawn {below} to {upto} up to it, ± {error}"));
            }
        }
    }

    fn compare_share(&self, what: &str, expected: f64, share: f64, wrong: &mut Vec<String>) {
        let error = (expected * (1.0 - expected) / self.0.len() as f64).sqrt() * ERRORS + 1e-4;
        if (expected - share).abs() > error {
            wrong.push(format!("{what}: {expected}, drawn {share} ± {error}"));
        }
    }
}

#[test]
fn laws_are_those_of_drawn_calls() {
    let mut wrong = Vec::new();
    for (seed, link) in POLICIES.iter().enumerate() {
        let (input, plan) = planned(link);
        let laws = solve(&Question::new(&input, &plan, &PERCENTS));
        assert_eq!(laws.len(), plan.rows.len(), "{link}");
        let mut client = Client::new(&input, &plan, seed as u64);
        let calls: Vec<Vec<(f64, f64)>> = (0..CALLS).map(|_| client.call()).collect();
        let cap = input.policy.backoff.cap.limit.map_or(-1.0, |cap| cap.0 as f64 / 1e3);
        let deadline = input.conditions.deadline.map_or(0.0, |deadline| deadline.0 as f64 / 1e3);
        for (n, law) in laws.iter().enumerate() {
            let what = |what: &str| format!("{link}: {what} of retry {}", n + 1);
            let waits = Drawn::new(calls.iter().map(|call| call[n].0));
            waits.compare(&what("wait"), &law.wait.summary, &mut wrong);
            let (below, upto) = waits.below(cap);
            waits.compare_share(&what("at the cap"), law.wait.at_cap, upto - below, &mut wrong);
            let start = law.start.as_ref().expect("computed");
            let starts = Drawn::new(calls.iter().map(|call| call[n].1));
            starts.compare(&what("start"), &start.summary, &mut wrong);
            let in_time = start.in_time.expect("a deadline");
            starts.compare_share(&what("in time"), in_time, starts.below(deadline).1, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
