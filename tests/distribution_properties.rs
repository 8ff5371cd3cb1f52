//! What holds for every policy: laws agree with the exact plan and with themselves.
#![cfg(not(target_arch = "wasm32"))]

mod support_distribution;
mod support_plan;

use proptest::prelude::*;
use retryscope::distribution::{PERCENTS, Question, StartLaw, Summary, solve};
use retryscope::library::Catalogue;
use retryscope::policy::{DeadlineClass, Plan, PlanInput, Range};
use retryscope::units::{Micros, Seconds};
use support_distribution::planned;
use support_plan::inputs::inputs;

fn within(what: &str, summary: &Summary, range: &Range) {
    let (lo, hi) = (range.earliest.to_f64(), range.latest.to_f64());
    let slack = 1e-6 * hi + 1e-9;
    let all = summary.percentiles_ms.iter().chain([&summary.mean_ms]);
    for value in all {
        assert!((lo - slack..=hi + slack).contains(value), "{what}: {value} outside {lo} to {hi}");
    }
    assert!(summary.percentiles_ms.is_sorted(), "{what}: {:?}", summary.percentiles_ms);
    assert!((0.0..=(hi - lo) / 2.0 + slack).contains(&summary.sd_ms), "{what}: sd {}", summary.sd_ms);
}

fn shares(what: &str, start: &StartLaw, range: &Range) {
    if range.is_point() {
        assert!(start.shares.is_empty(), "{what}");
    } else {
        assert_eq!(start.shares.len(), StartLaw::BINS, "{what}");
        let sum: f64 = start.shares.iter().sum();
        assert!((sum - 1.0).abs() <= 1e-6, "{what}: shares sum to {sum}");
    }
}

/// Compares the laws of a plan with the plan itself.
fn agrees(input: &PlanInput) {
    let plan = Plan::new(input);
    let laws = solve(&Question::new(input, &plan, &PERCENTS));
    assert_eq!(laws.len(), plan.rows.len(), "{input:?}");
    for (law, row) in laws.iter().zip(&plan.rows) {
        let what = format!("{input:?} retry {}", row.retry);
        within(&what, &law.wait.summary, &row.wait);
        assert!((0.0..=1.0).contains(&law.wait.at_cap), "{what}");
        let start = law.start.as_ref().expect("computed");
        within(&what, &start.summary, &row.start);
        shares(&what, start, &row.start);
        match row.deadline {
            None => assert_eq!(start.in_time, None, "{what}"),
            Some(DeadlineClass::Within) => assert_eq!(start.in_time, Some(1.0), "{what}"),
            Some(DeadlineClass::Misses) => assert_eq!(start.in_time, Some(0.0), "{what}"),
            Some(DeadlineClass::MayMiss) => {
                assert!(start.in_time.is_some_and(|part| (0.0..=1.0).contains(&part)), "{what}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn laws_lie_within_the_exact_plan(input in inputs()) {
        agrees(&input);
    }
}

#[test]
fn laws_of_every_library_lie_within_its_plan() {
    let catalogue = Catalogue::parse(include_str!("../public/catalogue.json")).expect("a catalogue");
    for entry in catalogue.entries() {
        for retry_after in [None, Some(Seconds(3))] {
            let mut input = entry.input().unwrap_or_else(|wrong| panic!("{}: {wrong:?}", entry.id));
            input.conditions.retry_after = retry_after;
            input.conditions.deadline = Some(Micros(20_000_000));
            agrees(&input);
        }
    }
}

#[test]
fn later_deadlines_are_met_more_often() {
    for link in [
        "retries=4&jitter=full&request=10&request_most=90",
        "retries=4&jitter=decorrelated&retry_after=2",
        "retries=4&jitter=decorrelated&base=1000&cap=10000",
        "growth=exponential&retries=4&jitter=full&rounding=floor&rounding_unit=250",
        "growth=exponential&retries=4&jitter=polly&base=1000&cap=5000&cap_order=after",
    ] {
        let (mut input, plan) = planned(link);
        let last = plan.rows.last().expect("rows");
        let (lo, hi) = (last.start.earliest.to_f64(), last.start.latest.to_f64());
        let mut before = -1.0;
        for k in 0..=60 {
            let deadline = lo + (hi - lo) * f64::from(k) / 60.0;
            input.conditions.deadline = Some(Micros((deadline * 1e3) as u64));
            let laws = solve(&Question::new(&input, &Plan::new(&input), &[]));
            let in_time = laws.last().and_then(|law| law.start.as_ref()).and_then(|start| start.in_time);
            let in_time = in_time.expect("a deadline");
            assert!(in_time >= before, "{link}: {in_time} after {before} at {deadline}");
            before = in_time;
        }
        assert!(before > 0.999, "{link}: {before}");
    }
}
