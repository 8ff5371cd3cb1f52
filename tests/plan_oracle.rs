//! Every number of a plan against an independent calculation in fractions, over all the limits allow.

mod support_plan;

use proptest::prelude::*;
use retryscope::link::encode_plan;
use retryscope::math::{Exact, shown};
use retryscope::policy::limits::{DEADLINE, REQUEST};
use retryscope::policy::{DeadlineClass, Plan, PlanInput, Range};
use retryscope::report::plan_json;
use retryscope::units::Micros;
use support_plan::inputs::{inputs, whole_micros, without_deadline};
use support_plan::oracle::{Expected, Ratio, floor_thousandth, grouped, parse, ratio, rounded_text};

fn exact(value: &Exact) -> Ratio {
    parse(&value.to_string())
}

fn ends(range: &Range) -> [Ratio; 2] {
    [exact(&range.earliest), exact(&range.latest)]
}

fn all_within(input: &PlanInput) -> bool {
    Plan::new(input).rows.iter().all(|row| row.deadline == Some(DeadlineClass::Within))
}

/// The JSON up to the end of `fit`, written from the oracle.
fn json_start(input: &PlanInput, expected: &Expected) -> String {
    let pair = |ends: &[Ratio; 2]| format!("[{},{}]", rounded_text(&ends[0]), rounded_text(&ends[1]));
    let count = |n: Option<u32>| n.map_or("null".to_owned(), |n| n.to_string());
    let retries: Vec<String> = (0..expected.starts.len())
        .map(|i| {
            format!(
                r#"{{"retry":{},"baseline_ms":{},"wait_ms":{},"start_ms":{},"deadline":{}}}"#,
                i + 1,
                rounded_text(&expected.baselines[i]),
                pair(&expected.waits[i]),
                pair(&expected.starts[i]),
                expected.classes[i].map_or("null".to_owned(), |class| format!("\"{class}\"")),
            )
        })
        .collect();
    format!(
        concat!(
            r#"{{"version":1,"link":"{}","max_requests":{},"total_wait_ms":{},"last_end_ms":{},"retries":[{}],"#,
            r#""fit":{{"always_in_time":{},"can_be_in_time":{},"max_request_ms":{},"min_deadline_ms":{}}}"#,
        ),
        encode_plan(input),
        expected.max_requests,
        pair(&expected.total_wait),
        pair(&expected.last_end),
        retries.join(","),
        count(expected.always_in_time),
        count(expected.can_be_in_time),
        expected.max_request.as_ref().map_or("null".to_owned(), rounded_text),
        rounded_text(&expected.min_deadline),
    )
}

/// The report without the distributions of each retry, which are not exact.
fn without_laws(json: &str) -> String {
    let mut parts = json.split(r#","wait_distribution":"#);
    let first = parts.next().unwrap_or_default().to_owned();
    // What stands behind the two laws begins with the end of the retry.
    let behind = |part: &str| part.find("}}").map_or(String::new(), |end| part[end + 1..].to_owned());
    parts.fold(first, |text, part| text + &behind(part))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_number_is_exact(input in inputs()) {
        let plan = Plan::new(&input);
        let expected = Expected::of(&input);
        prop_assert_eq!(plan.rows.len(), expected.starts.len());
        for (i, row) in plan.rows.iter().enumerate() {
            prop_assert_eq!(row.retry as usize, i + 1);
            prop_assert_eq!(exact(&row.baseline), expected.baselines[i].clone(), "baseline {}", i + 1);
            prop_assert_eq!(ends(&row.wait), expected.waits[i].clone(), "wait {}", i + 1);
            prop_assert_eq!(ends(&row.start), expected.starts[i].clone(), "start {}", i + 1);
            prop_assert_eq!(row.deadline.map(DeadlineClass::key), expected.classes[i], "class {}", i + 1);
        }
        prop_assert_eq!(plan.max_requests, Some(expected.max_requests));
        prop_assert_eq!(ends(&plan.total_wait), expected.total_wait);
        prop_assert_eq!(ends(&plan.last_end), expected.last_end);
        prop_assert_eq!(plan.fit.always_in_time, expected.always_in_time);
        prop_assert_eq!(plan.fit.can_be_in_time, expected.can_be_in_time);
        prop_assert_eq!(plan.fit.max_request.as_ref().map(exact), expected.max_request);
        prop_assert_eq!(exact(&plan.fit.min_deadline), expected.min_deadline);
    }

    #[test]
    fn the_largest_request_fits_and_one_step_more_does_not(input in inputs()) {
        let Some(most) = Plan::new(&input).fit.max_request else { return Ok(()) };
        let mut fed_back = input;
        fed_back.conditions.request = Micros(whole_micros(&exact(&most)));
        prop_assert!(all_within(&fed_back), "request {} ms", most);
        fed_back.conditions.request.0 += 1;
        if fed_back.conditions.request.0 <= REQUEST.max {
            prop_assert!(!all_within(&fed_back), "request {} ms and a step", most);
        }
    }

    #[test]
    fn without_a_largest_request_not_even_zero_fits(mut input in inputs()) {
        let plan = Plan::new(&input);
        if input.conditions.deadline.is_some() && !plan.rows.is_empty() && plan.fit.max_request.is_none() {
            input.conditions.request = Micros(0);
            prop_assert!(!all_within(&input));
        }
    }

    #[test]
    fn the_smallest_deadline_fits_and_one_step_less_does_not(input in inputs()) {
        let least = whole_micros(&exact(&Plan::new(&input).fit.min_deadline));
        prop_assert!(least <= DEADLINE.max, "always a deadline the field accepts");
        let mut fed_back = input;
        fed_back.conditions.deadline = Some(Micros(least));
        prop_assert!(all_within(&fed_back));
        if let Some(less) = least.checked_sub(1) {
            fed_back.conditions.deadline = Some(Micros(less));
            prop_assert!(!all_within(&fed_back));
        }
    }

    #[test]
    fn a_deadline_exactly_at_a_start_is_in_time(input in without_deadline(), at in any::<prop::sample::Index>()) {
        let starts = Expected::of(&input).starts;
        if starts.is_empty() { return Ok(()) }
        let n = at.index(starts.len());
        for (end, class) in [(1, "within"), (0, if starts[n][0] == starts[n][1] { "within" } else { "may_miss" })] {
            let start = &starts[n][end];
            if floor_thousandth(start) != *start { continue }
            let mut input = input.clone();
            input.conditions.deadline = Some(Micros(whole_micros(start)));
            let got = Plan::new(&input).rows[n].deadline.map(DeadlineClass::key);
            prop_assert_eq!(got, Some(class), "retry {} at {} ms", n + 1, start);
        }
    }

    #[test]
    fn exported_numbers_are_the_exact_ones_rounded_once(input in inputs()) {
        let json = without_laws(&plan_json(&input, &Plan::new(&input)));
        let expected = json_start(&input, &Expected::of(&input));
        prop_assert!(json.starts_with(&expected), "{json}\nis not\n{expected}");
    }

    #[test]
    fn shown_numbers_round_ties_away_from_zero(steps in any::<u64>(), decimals in 0_u32..=12, tie in any::<bool>()) {
        // A tie is an odd number of half thousandths.
        let (steps, decimals) = if tie { (steps / 10 * 10 + 5, 4) } else { (steps, decimals) };
        let value = Exact::from_steps(steps, decimals);
        let text = rounded_text(&ratio(steps, 10_u64.pow(decimals)));
        prop_assert_eq!(value.rounded().to_string(), text.clone());
        prop_assert_eq!(shown(&value), grouped(&text));
    }
}
