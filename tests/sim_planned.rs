//! General policies in the engine: tables made of plans against the engine's own kinds, and against the exact
//! ranges of the plan for every library of the catalogue.

use retryscope::library::Catalogue;
use retryscope::link::{Query, decode_study};
use retryscope::policy::{Plan, RetryLimit};
use retryscope::sim::{Results, simulate};

fn run(link: &str) -> Results {
    let decoded = decode_study(&Query::parse(link));
    let input = decoded.input.unwrap_or_else(|| panic!("{link}: {:?}", decoded.violations));
    simulate(&input.scenario).unwrap_or_else(|e| panic!("{link}: {e}"))
}

fn encoded(policy: &str) -> String {
    policy.replace('&', "%26").replace('=', "%3D")
}

/// The same draws, rounded alike, give the same bits.
#[test]
fn a_table_of_a_plain_policy_plays_as_the_engines_own_kind() {
    let crowd = "scenario=own&clients=300&capacity=7&window=50&horizon=60000&seeds=1-5";
    let cases = [
        ("exponential", "base=120&multiplier=1.5&cap=2000&retries=9"),
        ("full", "base=100&multiplier=2&cap=3000&retries=12"),
        ("equal", "base=80&multiplier=3&cap=5000&retries=6"),
        ("decorrelated", "base=100&cap=4000&retries=10"),
        ("full", "base=100&multiplier=2&cap=800&retries=8&retry_after=1"),
    ];
    for (kind, parameters) in cases {
        let own: Vec<String> = parameters.split('&').map(|pair| pair.replacen('=', ".1=", 1)).collect();
        let jitter = if kind == "exponential" { "none" } else { kind };
        let plan = encoded(&format!("{parameters}&jitter={jitter}"));
        let by_kind = run(&format!("{crowd}&policies={kind}&{}", own.join("&")));
        let by_table = run(&format!("{crowd}&policies=planned&plan.1={plan}"));
        assert_eq!(by_kind.policies, by_table.policies, "{kind} {parameters}");
    }
}

/// One client that is never served: the time between its attempts is its wait, to the nearest ms and at least 1.
fn waits(policy: &str, seed: u32) -> Vec<f64> {
    let crowd = "scenario=own&clients=1&capacity=1&window=1&outage=20000&horizon=20000";
    let plan = encoded(policy);
    let results = run(&format!("{crowd}&seeds={seed}-{seed}&policies=planned&plan.1={plan}"));
    let series = &results.policies[0][0].series;
    assert_eq!(series.windows_per_point, 1);
    let times =
        series.arrivals().into_iter().enumerate().filter(|(_, count)| *count > 0).map(|(ms, _)| ms as f64);
    let times: Vec<f64> = times.collect();
    times.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

#[test]
fn the_engine_waits_as_every_library_is_planned() {
    let catalogue = Catalogue::parse(include_str!("../public/catalogue.json")).expect("a catalogue");
    let seeds = 12;
    for entry in catalogue.entries() {
        let mut input = entry.input().expect("a policy");
        let retries = match input.policy.retries {
            RetryLimit::AtMost(n) => Some(n as usize),
            RetryLimit::Unlimited => None,
        };
        input.policy.retries = RetryLimit::AtMost(1000);
        let plan = Plan::new(&input);
        let mut first = Vec::new();
        for seed in 1..=seeds {
            let waits = waits(&entry.policy, seed);
            if let Some(retries) = retries {
                assert!(waits.len() <= retries, "{}: {} waits", entry.id, waits.len());
            }
            for (wait, row) in waits.iter().zip(&plan.rows) {
                let [lo, hi] = [&row.wait.earliest, &row.wait.latest].map(|end| end.to_f64());
                let inside = *wait >= (lo - 0.5).max(1.0) && *wait <= (hi + 0.5).max(1.0);
                assert!(inside, "{} retry {}: {wait} not in [{lo}, {hi}]", entry.id, row.retry);
            }
            first.extend(waits.first().copied());
        }
        // Twelve uniform draws reach over less than 0.4 of their range about three times in 10,000.
        let Some(row) = plan.rows.first().filter(|_| !first.is_empty()) else { continue };
        let width = row.wait.latest.to_f64() - row.wait.earliest.to_f64();
        let reach =
            first.iter().copied().fold(f64::MIN, f64::max) - first.iter().copied().fold(f64::MAX, f64::min);
        let is_wide = width > 10.0 && first.len() == seeds as usize;
        assert!(!is_wide || reach > width * 0.4, "{}: reaches over {reach} of {width}", entry.id);
    }
}
