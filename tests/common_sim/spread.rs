//! A spread of scenarios and the SHA-256 of all bits of their results.
//!
//! No files, no clock, no threads: the same body runs natively and as wasm.

use retryscope::link::{Query, decode_study};
use retryscope::rng::Generator;
use retryscope::sim::{
    Backoff, DelayRule, Draw, FixedWindow, Growth, Metric, NamedPolicy, Order, Outage, OutageRecovery, Run,
    Scenario, ScenarioConfig, SeedRange, Service, Study, Tick, TickUnit, TrialResult, trials,
};
use sha2::{Digest, Sha256};

/// The expected hashes: name → lower-case hexadecimal.
pub const EXPECTED: &str = include_str!("../golden/sim_hashes.json");

/// Names and scenarios of the spread.
pub fn scenarios() -> Vec<(String, Scenario)> {
    let seeds = |first, last| SeedRange { first, last };
    let fixed_window = FixedWindow { seeds: seeds(1, 20), ..FixedWindow::default() };
    let large = FixedWindow {
        clients: 20_000,
        capacity: 1000,
        cap_ms: 3_600_000.0,
        retries: 14,
        seeds: seeds(7, 7),
        ..FixedWindow::default()
    };
    let tick = Tick { clients: 200, seeds: seeds(0, 9), base: 0.7, ..Tick::default() };
    let crowd = Tick { clients: 11_000, capacity: 400, seeds: seeds(3, 3), ..Tick::default() };
    let outage = OutageRecovery::default();
    let mut all = vec![
        ("fixed-window", fixed_window.scenario(Study::FixedWindow.policies())),
        ("fixed-window-large", large.scenario(&["full", "exponential"])),
        ("tick", tick.scenario(Study::Tick.policies())),
        ("tick-crowd", crowd.scenario(&["equal", "decorrelated"])),
        ("outage", outage.scenario(Study::Outage.policies())),
    ]
    .into_iter()
    .map(|(name, scenario)| (name.to_owned(), scenario.unwrap()))
    .collect::<Vec<_>>();
    for generator in Generator::ALL {
        for order in [Order::Arrival, Order::Client, Order::Random] {
            let name = format!("own-{}-{order:?}", generator.name()).to_lowercase();
            all.push((name, own(generator, order)));
        }
    }
    all.extend(planned());
    all
}

/// General policies, with every kind of draw, memory, rounding and Retry-After that a table has.
fn planned() -> Vec<(String, Scenario)> {
    let policies = [
        ("polly", "growth=exponential&base=128&jitter=polly&cap_order=after&retries=12"),
        (
            "feedback",
            "growth=constant&base=300&jitter=feedback&jitter_lo=0.8&jitter_hi=1.2&first_lo=0.8&first_hi=1.2&post=2&rounding=ceiling&retries=9",
        ),
        (
            "ends",
            "growth=constant&base=100&cap=9000&cap_order=ends&jitter=feedback&jitter_lo=1&jitter_hi=3&first_lo=1&first_hi=1&retries=unlimited",
        ),
        (
            "power",
            "growth=exponential&base=33.3&multiplier=1.7&jitter=power&jitter_up=777&jitter_power=3&retries=15",
        ),
        (
            "towards",
            "growth=exponential&base=77&jitter=scale&jitter_lo=0.55&jitter_hi=1.5&rounding=toward-baseline&cap=5000&cap_order=after",
        ),
        (
            "clamped",
            "growth=exponential&jitter=full&rounding=floor&rounding_top=inclusive&retry_after=2&retry_after_rule=clamp&retry_after_extra=700",
        ),
        (
            "stretched",
            "growth=linear&jitter=shift&jitter_up=90&jitter_grows=yes&retry_after=1&retry_after_rule=override&retry_after_stretch=1.5",
        ),
        ("first", "growth=fibonacci&base=50&first=immediate&min=20&jitter=window&jitter_floor=10&retries=14"),
    ];
    let encoded = |policy: &str| policy.replace('&', "%26").replace('=', "%3D");
    let plans: Vec<String> =
        policies.iter().zip(1..).map(|((_, policy), n)| format!("plan.{n}={}", encoded(policy))).collect();
    let kinds = vec!["planned"; policies.len()].join(",");
    let names = policies.map(|(name, _)| name).join(",");
    ["arrival", "client"]
        .into_iter()
        .map(|order| {
            let server = format!(
                "scenario=own&clients=400&capacity=9&window=50&order={order}&horizon=60000&seeds=5-7"
            );
            let link = format!("{server}&policies={kinds}&names={names}&{}", plans.join("&"));
            let decoded = decode_study(&Query::parse(&link));
            let input = decoded.input.unwrap_or_else(|| panic!("{:?}", decoded.violations));
            (format!("planned-{order}"), input.scenario)
        })
        .collect()
}

/// All six kinds with growth that is no power of two.
fn own(generator: Generator, order: Order) -> Scenario {
    let growth = Growth { base: 33.3, multiplier: 1.7, cap: 2500.5, exponent_offset: 0 };
    let full = |draw| Backoff::Full { growth, draw };
    let kinds = [
        ("immediate", Backoff::Immediate, 200),
        ("fixed", Backoff::Fixed { wait: 120.5 }, 0),
        ("exponential", Backoff::Exponential(growth), 0),
        ("full", full(Draw::Real), 0),
        ("whole", full(Draw::Whole), 40),
        ("equal", Backoff::Equal(growth), 0),
        ("decorrelated", Backoff::Decorrelated { base: 33.3, cap: 60_000.0 }, 0),
    ];
    let policies = kinds.map(|(name, backoff, floor_ticks)| NamedPolicy {
        name: name.to_owned(),
        delay: DelayRule { floor_ticks, ..DelayRule::nearest(backoff) },
        retries: (name != "equal").then_some(30),
    });
    Scenario::new(ScenarioConfig {
        tick: TickUnit::Millisecond,
        clients: 700,
        service: Service {
            window_ticks: 50,
            capacity: 12,
            order,
            outage: Some(Outage { from_tick: 320, until_tick: 1111 }),
        },
        policies: policies.into(),
        seeds: SeedRange { first: 4_000_000_000, last: 4_000_000_002 },
        generator,
        horizon_ticks: Some(50_000),
        peak_from_tick: Some(1111),
    })
    .unwrap()
}

/// SHA-256 over every trial of the scenario, played in slices of `slice`
/// attempts: all metrics as the bits of doubles, all series as words.
pub fn hash(scenario: &Scenario, slice: u64) -> String {
    let mut run = Run::new(scenario.clone(), trials(scenario));
    let mut sha = Sha256::new();
    loop {
        let finished = run.advance(slice).unwrap().finished();
        for result in run.take_results() {
            absorb(&mut sha, &result);
        }
        if finished {
            break;
        }
    }
    sha.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn absorb(sha: &mut Sha256, result: &TrialResult) {
    sha.update(result.id.policy.to_le_bytes());
    sha.update(result.id.seed.to_le_bytes());
    for metric in Metric::ALL {
        match metric.of(&result.metrics) {
            Some(value) => sha.update(value.to_bits().to_le_bytes()),
            None => sha.update(b"none"),
        }
    }
    let series = &result.series;
    for counts in [&series.first_attempts, &series.retries, &series.accepted] {
        sha.update((counts.len() as u64).to_le_bytes());
        for count in counts {
            sha.update(count.to_le_bytes());
        }
    }
}

/// The body of the test: every scenario of the spread has its expected hash.
pub fn check() {
    let expected: serde_json::Value = serde_json::from_str(EXPECTED).unwrap();
    let hashes: serde_json::Map<String, serde_json::Value> =
        scenarios().into_iter().map(|(name, scenario)| (name, hash(&scenario, 10_000).into())).collect();
    let actual = serde_json::Value::from(hashes);
    // After a deliberate change of results the message holds the new file.
    assert_eq!(actual, expected, "{actual:#}");
}
