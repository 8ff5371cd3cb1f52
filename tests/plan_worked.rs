//! The worked examples of the model, from link text to JSON. The expected numbers were worked out by hand.

use retryscope::link::{Query, decode_plan};
use retryscope::policy::Plan;
use retryscope::report::plan_json;
use serde_json::{Value, json};

/// The JSON report of a link.
fn report(link: &str) -> Value {
    let decoded = decode_plan(&Query::parse(link));
    let input = decoded.input.unwrap_or_else(|| panic!("{link}: {:?}", decoded.violations));
    serde_json::from_str(&plan_json(&input, &Plan::new(&input))).expect("valid JSON")
}

/// One field of every retry.
fn column(report: &Value, field: &str) -> Value {
    report["retries"].as_array().expect("a list").iter().map(|retry| retry[field].clone()).collect()
}

/// Link text, and what its report says under each name; a name of a retry's field is the whole column.
fn worked() -> Vec<(&'static str, Value)> {
    vec![
        (
            // Exponential growth, no jitter, no deadline: every default.
            "base=500&multiplier=2&cap=30000&retries=3&jitter=none",
            json!({
                "version": 1,
                "link": "v=1&view=plan",
                "max_requests": 4,
                "baseline_ms": [500, 1000, 2000],
                "wait_ms": [[500, 500], [1000, 1000], [2000, 2000]],
                "start_ms": [[500, 500], [1500, 1500], [3500, 3500]],
                "deadline": [null, null, null],
                "total_wait_ms": [3500, 3500],
                "last_end_ms": [3500, 3500],
                "fit": {
                    "always_in_time": null,
                    "can_be_in_time": null,
                    "max_request_ms": null,
                    "min_deadline_ms": 3500,
                },
            }),
        ),
        (
            // Requests take time too; retry 2 can start exactly at the deadline.
            "retries=3&jitter=full&request=100&deadline=1700",
            json!({
                "link": "v=1&view=plan&jitter=full&request=100&deadline=1700",
                "wait_ms": [[0, 500], [0, 1000], [0, 2000]],
                "start_ms": [[100, 600], [200, 1700], [300, 3800]],
                "deadline": ["within", "within", "may_miss"],
                "total_wait_ms": [0, 3500],
                "last_end_ms": [400, 3900],
                // 1700 − 3500 is negative: no request is short enough.
                "fit": {
                    "always_in_time": 2,
                    "can_be_in_time": 3,
                    "max_request_ms": null,
                    "min_deadline_ms": 3800,
                },
            }),
        ),
        (
            // Retry-After is above the cap and above all jitter.
            "cap=1000&retries=3&jitter=full&retry_after=2",
            json!({
                "wait_ms": [[2000, 2000], [2000, 2000], [2000, 2000]],
                "start_ms": [[2000, 2000], [4000, 4000], [6000, 6000]],
                "baseline_ms": [500, 1000, 1000],
                "total_wait_ms": [6000, 6000],
                "max_requests": 4,
            }),
        ),
        (
            // Half a millisecond survives.
            "base=1&multiplier=1&cap=1000&jitter=equal&retries=1",
            json!({
                "wait_ms": [[0.5, 1]],
                "start_ms": [[0.5, 1]],
                "total_wait_ms": [0.5, 1],
                "max_requests": 2,
            }),
        ),
        (
            // 1000 + 1100 + 1210 = 3310, where binary floats get 3310.0000000000005.
            "base=1000&multiplier=1.1&retries=3&deadline=3310",
            json!({
                "wait_ms": [[1000, 1000], [1100, 1100], [1210, 1210]],
                "start_ms": [[1000, 1000], [2100, 2100], [3310, 3310]],
                "deadline": ["within", "within", "within"],
                "fit": {
                    "always_in_time": 3,
                    "can_be_in_time": 3,
                    "max_request_ms": 0,
                    "min_deadline_ms": 3310,
                },
            }),
        ),
        (
            // One step less, and only the last retry misses.
            "base=1000&multiplier=1.1&retries=3&deadline=3309.999",
            json!({
                "deadline": ["within", "within", "misses"],
                "fit": {
                    "always_in_time": 2,
                    "can_be_in_time": 2,
                    "max_request_ms": null,
                    "min_deadline_ms": 3310,
                },
            }),
        ),
        (
            // No retries: one request, no rows, nothing to fit.
            "retries=0&request=250&deadline=100",
            json!({
                "max_requests": 1,
                "wait_ms": [],
                "total_wait_ms": [0, 0],
                "last_end_ms": [250, 250],
                "fit": {
                    "always_in_time": 0,
                    "can_be_in_time": 0,
                    "max_request_ms": null,
                    "min_deadline_ms": 0,
                },
            }),
        ),
        (
            // Decorrelated jitter triples and ignores the multiplier, which shows in the baseline only.
            "base=100&multiplier=10&cap=2000&retries=4&jitter=decorrelated",
            json!({
                "baseline_ms": [100, 1000, 2000, 2000],
                "wait_ms": [[100, 300], [100, 900], [100, 2000], [100, 2000]],
                "start_ms": [[100, 300], [200, 1200], [300, 3200], [400, 5200]],
            }),
        ),
        (
            // Three waits of 1 ms leave 7 ms for three requests: 2.3333… each, rounded down.
            "base=1&multiplier=1&retries=3&deadline=10",
            json!({
                "deadline": ["within", "within", "within"],
                "fit": {
                    "always_in_time": 3,
                    "can_be_in_time": 3,
                    "max_request_ms": 2.333,
                    "min_deadline_ms": 3,
                },
            }),
        ),
        (
            // 1 + 1.00001 = 2.00001: the smallest deadline rounds up, the start shown is the nearest 0.001.
            "base=1&multiplier=1.00001&retries=2&deadline=2",
            json!({
                "start_ms": [[1, 1], [2, 2]],
                "deadline": ["within", "misses"],
                "fit": {
                    "always_in_time": 1,
                    "can_be_in_time": 1,
                    "max_request_ms": null,
                    "min_deadline_ms": 2.001,
                },
            }),
        ),
        (
            // Half of 1.001 is 0.5005: a tie, shown away from zero.
            "base=1.001&multiplier=1&retries=1&jitter=equal",
            json!({ "wait_ms": [[0.501, 1.001]] }),
        ),
        (
            // A zero deadline is a deadline; only a retry that can start at once is in time.
            "retries=1&jitter=full&deadline=0",
            json!({ "deadline": ["may_miss"] }),
        ),
        (
            // Room for far more than a request may take: the field's limit is the answer.
            "base=1&multiplier=1&retries=1&deadline=3000000000",
            json!({
                "fit": {
                    "always_in_time": 1,
                    "can_be_in_time": 1,
                    "max_request_ms": 600_000,
                    "min_deadline_ms": 1,
                },
            }),
        ),
    ]
}

#[test]
fn every_worked_example_comes_out() {
    for (link, expected) in worked() {
        let report = report(link);
        for (name, value) in expected.as_object().expect("an object") {
            let of_retries = matches!(name.as_str(), "baseline_ms" | "wait_ms" | "start_ms" | "deadline");
            let got = if of_retries { column(&report, name) } else { report[name].clone() };
            assert_eq!(got, *value, "{name} of {link}");
        }
    }
}

#[test]
fn retry_after_unset_is_not_zero_and_zero_changes_nothing() {
    let (unset, zero) = (report("retry_after="), report("retry_after=0"));
    assert_eq!(column(&unset, "wait_ms"), column(&zero, "wait_ms"));
    assert_eq!(unset["link"], "v=1&view=plan");
    assert_eq!(zero["link"], "v=1&view=plan&retry_after=0");
}
