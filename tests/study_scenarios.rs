//! From the texts of a form or link to the scenario the engine runs: defaults, units, limits, meaning.
#![cfg(not(target_arch = "wasm32"))]

mod support_simulate;

use proptest::prelude::*;
use retryscope::policy::{Field, PlanConfig};
use retryscope::report::Receipt;
use retryscope::rng::Generator;
use retryscope::sim::{
    Backoff, DelayRule, Draw, FixedWindow, Growth, NamedPolicy, Order, Outage, OutageRecovery, Rounding,
    ScenarioConfig, SeedRange, Service, Tick, TickUnit, simulate,
};
use retryscope::study::{
    PolicyKind, ScenarioKind, StudyConfig, StudyField, measures, plan_of_policy, policy_fields,
    policy_of_plan, study_fields,
};
use retryscope::units::{Problem, Quantity};
use serde_json::Value;
use support_simulate::scenarios::configs;
use support_simulate::{decode, input, wrong};

fn peers(text: &str) -> Vec<Value> {
    serde_json::from_str(text).expect("valid JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// `&key=value` for every parameter a reference program was given, under the keys of links.
fn overrides(given: &Value, write: impl Fn(&str, &Value) -> String) -> String {
    let given = given.as_object().expect("an object");
    given.iter().map(|(key, value)| format!("&{}", write(key, value))).collect()
}

/// What a link means, trial by trial: the values of the named metrics of each policy.
fn figures(link: &str, keys: &[&str]) -> Vec<(String, Vec<Vec<Option<f64>>>)> {
    let input = input(link);
    let results = simulate(&input.scenario).expect("it ends");
    let value = |trial: &retryscope::sim::TrialResult, key: &str| {
        let measure = measures(input.kind).iter().find(|measure| measure.key == key);
        measure.unwrap_or_else(|| panic!("{key}")).of(&trial.metrics, input.scenario.tick)
    };
    let rows = results.policies.iter().map(|trials| {
        trials.iter().map(|trial| keys.iter().map(|key| value(trial, key)).collect()).collect()
    });
    input.policies.iter().map(|policy| policy.name.clone()).zip(rows).collect()
}

/// SHA-256 of the canonical link: `printf %s 'LINK' | sha256sum`.
#[test]
fn the_hash_of_a_scenario_is_that_of_its_canonical_link() {
    for (typed, canonical, sha256) in [
        (
            "seeds=1-100&scenario=fixed-window&clients=500",
            "v=1&view=simulate&scenario=fixed-window",
            "84b8fef23d4c653f9df2a997f01849881e196231f6185f96c2ec77e8d206e70d",
        ),
        (
            "scenario=tick&clients=050",
            "v=1&view=simulate&scenario=tick&clients=50",
            "e313b9e6e7b8565086149ba71daffd8ca452446f9a5706002c612d04c57ba510",
        ),
        (
            "scenario=outage&cap=1.5s&base=1500ms&outage=0.5m&results=1",
            "v=1&view=simulate&scenario=outage&outage=30000&base=1500&cap=1500",
            "46f3383029ac6f5f0aafdc9a7a281cc868fa65d0ac5acae42ac0c5bc9123cd48",
        ),
        (
            "scenario=own&names=Café,B %26 C&policies=full,fixed&retries.2=3&base.1=100.50&clients=20",
            "v=1&view=simulate&scenario=own&clients=20&policies=full,fixed&names=Caf%C3%A9,B+%26+C&base.1=100.5&retries.2=3",
            "2e6aa2a774a2e0bf216df5b8677db165a61c74e846d3635289c4b701dcaf04bf",
        ),
    ] {
        let receipt = Receipt::of(&input(typed));
        assert_eq!((receipt.link.as_str(), receipt.scenario_sha256.as_str()), (canonical, sha256));
        let json: Value = serde_json::from_str(&receipt.json()).expect("valid JSON");
        assert_eq!((&json["link"], &json["scenario_sha256"]), (&canonical.into(), &sha256.into()));
        assert!(receipt.text().contains(canonical) && receipt.text().contains(sha256));
    }
}

/// Each reference run says which parameters it had: those of a study that is opened.
#[test]
fn studies_open_with_the_parameters_of_the_published_runs() {
    let text = |kind, key: &str| {
        let config = StudyConfig::of_kind(kind);
        let field =
            study_fields(kind).iter().find(|field| field.key() == key).unwrap_or_else(|| panic!("{key}"));
        config.text(field)
    };
    let golden: Value = serde_json::from_str(include_str!("golden/fixed_window.json")).expect("valid JSON");
    for (key, value) in golden["scenario"].as_object().expect("parameters") {
        assert_eq!(text(ScenarioKind::FixedWindow, key), value.to_string(), "{key}");
    }
    let config = StudyConfig::of_kind(ScenarioKind::FixedWindow);
    assert_eq!(config.seeds, format!("{}-{}", golden["seeds"][0], golden["seeds"][1]));

    let golden: Value = serde_json::from_str(include_str!("golden/tick.json")).expect("valid JSON");
    for (key, value) in golden["model"].as_object().expect("parameters") {
        let typed: f64 = text(ScenarioKind::Tick, key).parse().expect("a number");
        assert_eq!(Some(typed), value.as_f64(), "{key}");
    }
    let config = StudyConfig::of_kind(ScenarioKind::Tick);
    assert_eq!(config.seeds, format!("{}-{}", golden["seeds"][0], golden["seeds"][1]));

    // 10 000 clients, outage 20 s, capacity 1500/s, base 1 s, cap 32 s, fixed 1 s, seed 99; links count in ms.
    let outage = [("clients", "10000"), ("outage", "20000"), ("capacity", "1500"), ("base", "1000")];
    for (key, value) in outage.into_iter().chain([("cap", "32000"), ("fixed", "1000")]) {
        assert_eq!(text(ScenarioKind::Outage, key), value, "{key}");
    }
    assert_eq!(StudyConfig::of_kind(ScenarioKind::Outage).seeds, "99-99");
}

#[test]
fn studies_as_opened_are_the_engines_own() {
    let all = |kind: ScenarioKind| kind.policies().iter().map(|policy| policy.key()).collect::<Vec<_>>();
    let of = |kind: ScenarioKind| StudyConfig::of_kind(kind).check().expect("defaults are right").scenario;
    let kinds = [ScenarioKind::FixedWindow, ScenarioKind::Tick, ScenarioKind::Outage];
    let engines = [
        FixedWindow::default().scenario(&all(kinds[0])),
        Tick::default().scenario(&all(kinds[1])),
        OutageRecovery::default().scenario(&all(kinds[2])),
    ];
    for (kind, engine) in kinds.into_iter().zip(engines) {
        assert_eq!(Ok(of(kind)), engine, "{}", kind.key());
    }
}

/// The reference programs count an outage's times in seconds, links in ms.
#[test]
fn outage_links_mean_what_the_reference_program_was_given() {
    let mut compared = 0;
    for case in peers(include_str!("golden/peers_outage.json")) {
        let given = &case["args"][0];
        if given["outage_end"].as_u64() > Some(600) {
            continue; // A link's outage ends with the run; the program's may go on.
        }
        let link = overrides(given, |key, value| match key {
            "outage_end" => format!("outage={value}s"),
            "seed" => format!("seeds={value}"),
            "base" | "cap" | "fixed" => format!("{key}={value}s"),
            _ => format!("{key}={value}"),
        });
        let ours =
            figures(&format!("scenario=outage{link}"), &["peak_after", "attempts", "done_at", "unfinished"]);
        for (theirs, (name, trials)) in list(&case["output"]["results"]).iter().zip(ours) {
            let expected = ["peak_after", "total", "done_at", "unserved"].map(|key| theirs[key].as_f64());
            assert_eq!(
                (theirs["policy"].as_str(), &trials[..]),
                (Some(name.as_str()), &[expected.to_vec()][..]),
                "{link}"
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 20, "five runs of four policies");
}

#[test]
fn tick_links_mean_what_the_reference_program_was_given() {
    let mut compared = 0;
    for case in peers(include_str!("golden/peers_tick.json")) {
        let link = overrides(&case["args"][3], |key, value| format!("{key}={value}"));
        for theirs in list(&case["output"]["results"]) {
            let (clients, policy) = (&theirs["clients"], theirs["policy"].as_str().expect("a name"));
            if clients.as_u64() > Some(1000) {
                continue; // The engine's own tests play these; they are long.
            }
            let (first, last) = (&case["args"][0], &case["args"][1]);
            let seeds = format!("{}-{}", first.as_str().expect("a seed"), last.as_str().expect("a seed"));
            let link = format!("scenario=tick{link}&clients={clients}&seeds={seeds}&policies={policy}");
            let ours = figures(&link, &["attempts", "ticks", "successes"]);
            let rows: Vec<Vec<Option<f64>>> = list(&theirs["trials"])
                .iter()
                .map(|row| list(row)[1..].iter().map(Value::as_f64).collect())
                .collect();
            assert_eq!(ours, [(policy.to_owned(), rows)], "{link}");
            compared += 1;
        }
    }
    assert_eq!(compared, 50, "ten crowds of five policies");
}

#[test]
fn fixed_window_links_mean_what_the_reference_program_was_given() {
    let keys = ["successes", "failures", "attempts", "collisions", "p95_success_ms", "last_success_ms"];
    let mut compared = 0;
    for case in peers(include_str!("golden/peers_fixed_window.json")) {
        let link = overrides(&case["args"][2], |key, value| format!("{key}={value}"));
        if case["args"][2]["clients"].as_u64() > Some(1000) {
            continue; // The engine's own tests play these; they are long.
        }
        let seeds = [0, 1].map(|at| case["args"][at].as_str().expect("a seed")).join("-");
        for (name, trials) in figures(&format!("scenario=fixed-window{link}&seeds={seeds}"), &keys) {
            let theirs = list(&case["output"]["strategies"][&name]["trials"]);
            let rows: Vec<Vec<Option<f64>>> =
                theirs.iter().map(|trial| keys.iter().map(|key| trial[key].as_f64()).collect()).collect();
            assert_eq!(trials, rows, "{name} of {link}");
            compared += 1;
        }
    }
    assert_eq!(compared, 28, "seven runs of four policies");
}

/// What a text means to the engine, unit by unit.
#[test]
fn durations_become_the_engines_ticks() {
    let wait = |link: &str| input(link).scenario.policies[0].delay.backoff.clone();
    // A tick of the outage study is a second.
    for (text, seconds) in
        [("1s", 1.0), ("1.5s", 1.5), ("1500", 1.5), ("1ms", 0.001), ("0.001", 1e-6), ("0", 0.0)]
    {
        let fixed = wait(&format!("scenario=outage&policies=fixed&fixed={text}"));
        assert_eq!(fixed, Backoff::Fixed { wait: seconds }, "{text}");
    }
    for (text, seconds) in [("20s", 20), ("20000", 20), ("20000ms", 20), ("0", 0), ("1m", 60), ("0.5min", 30)]
    {
        let outage = input(&format!("scenario=outage&outage={text}")).scenario.service.outage;
        assert_eq!(outage, Some(Outage { from_tick: 0, until_tick: seconds }), "{text}");
    }
    let growth = Growth { base: 1.5, multiplier: 2.0, cap: 90.0, exponent_offset: 0 };
    assert_eq!(wait("scenario=outage&policies=exponential&base=1.5s&cap=1.5m"), Backoff::Exponential(growth));
    // Abstract ticks have up to six decimals, and the first baseline is twice the base.
    let growth = Growth { base: 0.123_456, multiplier: 2.0, cap: 0.7, exponent_offset: 1 };
    assert_eq!(
        wait("scenario=tick&policies=full&base=0.123456&cap=0.7"),
        Backoff::Full { growth, draw: Draw::Real }
    );
    for (text, ticks) in [("0.1", 0.1), ("2.5", 2.5), ("1000000", 1e6), ("0", 0.0)] {
        let fixed = wait(&format!("scenario=tick&policies=fixed&fixed={text}"));
        assert_eq!(fixed, Backoff::Fixed { wait: ticks }, "{text}");
    }
    // A tick of fixed-window and own scenarios is a millisecond.
    for text in
        ["scenario=fixed-window&policies=fixed&fixed=1.5s", "scenario=own&policies=fixed&fixed.1=1.5s"]
    {
        assert_eq!(wait(text), Backoff::Fixed { wait: 1500.0 }, "{text}");
    }
    assert_eq!(wait("scenario=own&policies=fixed&fixed.1=0.001"), Backoff::Fixed { wait: 0.001 });
}

/// The limits of the issue, written down again: (scenario, key, just allowed, just not).
#[test]
fn limits_are_those_of_the_issue() {
    let table: &[(&str, &str, &[&str], &[&str])] = &[
        ("fixed-window", "clients", &["1", "1000000"], &["0", "1000001", "1.5", "-1", "1e3", "1,000"]),
        ("tick", "clients", &["1", "1000000"], &["0", "1000001", "1s"]),
        ("outage", "clients", &["1", "1000000"], &["0", "1000001"]),
        ("own", "clients", &["1", "1000000"], &["0", "1000001"]),
        ("fixed-window", "capacity", &["1", "1000000"], &["0", "0.5", "-3"]),
        ("tick", "capacity", &["1"], &["0"]),
        ("outage", "capacity", &["1"], &["0"]),
        ("own", "capacity", &["1"], &["0"]),
        ("fixed-window", "retries", &["0", "1000"], &["1001", "-1", "1.5"]),
        ("own", "retries.1", &["0", "1000", ""], &["1001", "-1", "1.5"]),
        (
            "fixed-window",
            "seeds",
            &["0", "4294967295", "0-9999", "4294957296-4294967295"],
            &["4294967296", "0-10000", "2-1", "1-", "-1", "1-2-3", "1.5", "x", "+1"],
        ),
        ("tick", "seeds", &["18446744073709551615", "1-10000"], &["18446744073709551616", "1-10001"]),
        ("outage", "seeds", &["18446744073709551615", "99"], &["18446744073709551616", "1-10001"]),
        ("own", "seeds", &["18446744073709551615"], &["18446744073709551616"]),
        ("own&generator=mulberry32", "seeds", &["4294967295"], &["4294967296"]),
        ("own&generator=pcg64", "seeds", &["4294967296"], &["18446744073709551616"]),
        ("outage", "outage", &["0", "600s", "600000"], &["601s", "20", "0.5s"]),
        ("fixed-window", "base", &["1", "1s"], &["0", "0.5", "1.5"]),
        ("outage", "base", &["0.001", "0.5s"], &["0", "0.0001"]),
        ("tick", "base", &["0.000001", "0.5"], &["0", "0.0000001", "1s"]),
        ("own", "multiplier.1", &["1", "1.5", "1000"], &["0.999999", "1000.000001", "0", "2x"]),
        ("own", "retry_after.1", &["0", "1", "24h", ""], &["1.5", "86401", "100ms"]),
    ];
    for (scenario, key, allowed, refused) in table {
        let link = |text: &str| format!("scenario={scenario}&policies=full&{key}={text}").replace('+', "%2B");
        for text in *allowed {
            assert_eq!(wrong(&link(text)), [""; 0], "{}", link(text));
        }
        for text in *refused {
            assert_eq!(wrong(&link(text)), [*key], "{}", link(text));
        }
    }
}

/// Every row of the limits tables: its least and greatest values are taken, and one step beyond is not.
#[test]
fn limits_hold_at_their_edges_for_every_field() {
    let mut edges = 0;
    for kind in ScenarioKind::ALL {
        for policy in kind.policies() {
            let own = policy_fields(kind, *policy);
            for (field, suffix) in study_fields(kind)
                .iter()
                .map(|field| (field, ""))
                .chain(own.into_iter().map(|field| (field, ".1")))
            {
                let key = format!("{}{suffix}", field.key());
                // Growth that is too slow without a limit would be told at the multiplier.
                let own = kind == ScenarioKind::Own && key != "retries.1";
                let limit = if own { "&retries.1=1" } else { "" };
                let problem = |text: &str| {
                    let link =
                        format!("scenario={}&policies={}&{key}={text}{limit}", kind.key(), policy.key());
                    let mut violations = decode(&link).violations;
                    let alone = violations.len() <= 1 && violations.iter().all(|v| v.key == key);
                    assert!(alone, "{link}: {violations:?}");
                    violations.pop().map(|violation| violation.problem)
                };
                match field {
                    StudyField::Number(spec) => {
                        assert!(spec.min < spec.max);
                        for steps in [spec.min, spec.min + 1, spec.max - 1, spec.max] {
                            assert_eq!(problem(&spec.write(steps)), None, "{key} at {}", spec.write(steps));
                        }
                        if spec.min > 0 {
                            assert_eq!(problem(&spec.write(spec.min - 1)), Some(Problem::TooSmall), "{key}");
                        }
                        assert_eq!(problem("-1"), Some(Problem::TooSmall), "{key}");
                        assert_eq!(problem(&spec.write(spec.max + 1)), Some(Problem::TooLarge), "{key}");
                        let between = format!(
                            "{}.0000001",
                            spec.write(spec.max - 1).split('.').next().expect("digits")
                        );
                        let expected = match spec.quantity {
                            Quantity::MsWholeSeconds => Problem::NotWholeSeconds,
                            quantity if quantity.decimals() > 0 => Problem::TooManyDecimals,
                            _ => Problem::NotWhole,
                        };
                        assert_eq!(problem(&between), Some(expected), "{key} at {between}");
                        assert_eq!(problem("1e3"), Some(Problem::NotANumber), "{key}");
                    }
                    StudyField::Policy(_) => {
                        for policy in
                            ["", "jitter%3Dfull", "growth%3Dlinear%26cap%3Dnone%26retries%3Dunlimited"]
                        {
                            assert_eq!(problem(policy), None, "{key} at {policy}");
                        }
                        for wrong in
                            ["deadline%3D1000", "jitter%3Dscale", "base%3D0", "nonsense", "scenario%3Down"]
                        {
                            assert!(matches!(problem(wrong), Some(Problem::Other(_))), "{key} at {wrong}");
                        }
                    }
                    StudyField::Choice(spec) => {
                        for (word, _) in spec.choices {
                            assert_eq!(problem(word), None, "{key}");
                        }
                        assert_eq!(problem("other"), Some(Problem::UnknownChoice), "{key}");
                        assert_eq!(
                            problem(&spec.choices[0].0.to_uppercase()),
                            Some(Problem::UnknownChoice),
                            "{key}"
                        );
                    }
                }
                edges += 1;
            }
        }
    }
    assert!(edges > 100, "{edges}");
}

/// An own scenario with everything said, against the engine's own words.
#[test]
fn own_scenarios_mean_what_they_say() {
    let link = "scenario=own&clients=300&capacity=7&window=250&order=random&outage_from=2s&outage=3s&horizon=1m\
                &generator=pcg64&seeds=5-9&policies=immediate,fixed,exponential,full,equal,decorrelated\
                &names=Now,,Exp&retries.1=3&fixed.2=1.5s&retry_after.2=2&base.3=100.5&multiplier.3=1.5&cap.3=20s\
                &retries.3=0&base.4=1&multiplier.4=3&cap.4=1h&retries.5=1000&retry_after.5=0&base.6=250&cap.6=4s\
                &retry_after.6=24h";
    let growth = |base, multiplier, cap| Growth { base, multiplier, cap, exponent_offset: 0 };
    let rule = |backoff, floor_ticks| DelayRule { backoff, rounding: Rounding::HalfEven, floor_ticks };
    let named = |name: &str, delay, retries| NamedPolicy { name: name.to_owned(), delay, retries };
    let expected = ScenarioConfig {
        tick: TickUnit::Millisecond,
        clients: 300,
        service: Service {
            window_ticks: 250,
            capacity: 7,
            order: Order::Random,
            outage: Some(Outage { from_tick: 2000, until_tick: 5000 }),
        },
        policies: vec![
            named("Now", rule(Backoff::Immediate, 0), Some(3)),
            named("fixed", rule(Backoff::Fixed { wait: 1500.0 }, 2000), None),
            named("Exp", rule(Backoff::Exponential(growth(100.5, 1.5, 20_000.0)), 0), Some(0)),
            named(
                "full",
                rule(Backoff::Full { growth: growth(1.0, 3.0, 3_600_000.0), draw: Draw::Real }, 0),
                None,
            ),
            named("equal", rule(Backoff::Equal(growth(500.0, 2.0, 30_000.0)), 0), Some(1000)),
            named("decorrelated", rule(Backoff::Decorrelated { base: 250.0, cap: 4000.0 }, 86_400_000), None),
        ],
        seeds: SeedRange { first: 5, last: 9 },
        generator: Generator::Pcg64,
        horizon_ticks: Some(60_000),
        peak_from_tick: None,
    };
    assert_eq!(input(link).scenario.into_config(), expected);
}

#[test]
fn own_scenarios_choose_order_generator_and_outage() {
    let of = |link: &str| input(&format!("scenario=own&policies=full&{link}")).scenario.into_config();
    for (word, order) in [("arrival", Order::Arrival), ("random", Order::Random), ("client", Order::Client)] {
        assert_eq!(of(&format!("order={word}")).service.order, order);
    }
    for (word, generator) in [
        ("xoshiro256", Generator::Xoshiro256),
        ("mulberry32", Generator::Mulberry32),
        ("pcg64", Generator::Pcg64),
        ("lcg64", Generator::Lcg64),
    ] {
        assert_eq!(of(&format!("generator={word}")).generator, generator);
    }
    for (link, outage) in [
        ("outage=0", None),
        ("outage_from=5s", None),
        ("outage=1", Some((0, 1))),
        ("outage=2s&outage_from=1", Some((1, 2001))),
        ("outage=24h&outage_from=24h", Some((86_400_000, 172_800_000))),
    ] {
        let expected = outage.map(|(from_tick, until_tick)| Outage { from_tick, until_tick });
        assert_eq!(of(link).service.outage, expected, "{link}");
    }
}

/// By hand: ten clients, one served a window of 100 ms, waits of 150 ms.
#[test]
fn floors_limits_and_horizons_show_in_the_results() {
    let base = "scenario=own&clients=10&capacity=1&window=100&seeds=1&policies=fixed&fixed.1=150";
    let keys = ["attempts", "successes", "failures", "unfinished", "last_success_ms"];
    let row = |link: &str| figures(&format!("{base}{link}"), &keys)[0].1[0].clone();
    for (link, expected) in [
        // Waves of 10, 9, … 1 at 0, 150, … 1350: every wave meets a window of its own.
        ("", [55.0, 10.0, 0.0, 0.0, 1350.0]),
        // One retry: waves of 10 and 9.
        ("&retries.1=1", [19.0, 2.0, 8.0, 0.0, 150.0]),
        ("&retries.1=0", [10.0, 1.0, 9.0, 0.0, 0.0]),
        // Attempts at the horizon or later are not made: waves at 0, 150, 300 and 450.
        ("&horizon=600", [34.0, 4.0, 0.0, 6.0, 450.0]),
        // Both ends: three waves, then the limit strikes before the horizon; and the other way about.
        ("&horizon=600&retries.1=2", [27.0, 3.0, 7.0, 0.0, 300.0]),
        // The floor of 2 s is above the wait.
        ("&retry_after.1=2&retries.1=1", [19.0, 2.0, 8.0, 0.0, 2000.0]),
        // Nobody is served in the waves at 0, 150 and 300.
        ("&outage=400&retries.1=4", [49.0, 2.0, 8.0, 0.0, 600.0]),
        // Only the wave at 150 meets the outage.
        ("&outage_from=100&outage=100&retries.1=2", [28.0, 2.0, 8.0, 0.0, 300.0]),
    ] {
        assert_eq!(row(link), expected.map(Some), "{link}");
    }
}

/// A multiplier of 1 keeps the baseline; growth that never arrives at its cap needs a limit of retries.
#[test]
fn growth_without_limit_must_reach_its_cap() {
    let own =
        "scenario=own&policies=exponential&base.1=1&cap.1=24h&clients=3&capacity=1&window=1&horizon=100";
    let row = |link: &str| {
        figures(&format!("{own}&seeds=1{link}"), &["attempts", "successes", "last_success_ms"])[0].1[0]
            .clone()
    };
    // Constant: 3, 2, 1 requests at 0, 1, 2.
    assert_eq!(row("&multiplier.1=1"), [6.0, 3.0, 2.0].map(Some));
    for (multiplier, allowed) in [("1.000001", false), ("1.004", false), ("1.005", true), ("1.5", true)] {
        let link = format!("{own}&multiplier.1={multiplier}");
        if allowed {
            assert_eq!(wrong(&link), [""; 0], "{link}");
            continue;
        }
        let violations = decode(&link).violations;
        assert_eq!(violations.len(), 1, "{violations:?}");
        let violation = &violations[0];
        assert_eq!((violation.key.as_str(), violation.raw.as_str()), ("multiplier.1", multiplier));
        assert!(violation.to_string().contains("grows too slowly"), "{violation}");
        assert!(violation.allowed.contains("a limit of retries"), "{violation}");
        assert_eq!(wrong(&format!("{link}&retries.1=1000")), [""; 0], "with a limit it works");
        assert_eq!(wrong(&link.replace("base.1=1", "base.1=24h")), [""; 0], "at the cap from the start");
    }
    // The key names the policy.
    let two = "scenario=own&policies=fixed,full,equal&multiplier.2=1.000001&cap.2=24h&multiplier.3=1.000001&cap.3=24h";
    assert_eq!(wrong(two), ["multiplier.2", "multiplier.3"]);
}

#[test]
fn policies_are_told_apart_by_name() {
    let names =
        |link: &str| input(link).policies.iter().map(|policy| policy.name.clone()).collect::<Vec<_>>();
    assert_eq!(names("scenario=own&policies=full,fixed,full,full"), ["full", "fixed", "full 2", "full 3"]);
    assert_eq!(names("scenario=tick&policies=full,full&names=,%20A%20"), ["full", "A"]);
    assert_eq!(
        names("scenario=own&policies=full,fixed&names=fixed,full"),
        ["fixed", "full"],
        "names are but names"
    );
    for (link, keys) in [
        ("policies=full,fixed&names=a,a", vec!["names.2"]),
        ("policies=full,fixed&names=fixed", vec!["names.2"]),
        ("policies=full&names=a,b", vec!["names"]),
        ("policies=full,fixed&names=a%00,b%7F", vec!["names.1", "names.2"]),
        ("policies=full&names=%E2%80%AEgpj.exe", vec!["names.1"]),
        ("policies=full&names=a%E2%80%A8b", vec!["names.1"]),
        ("policies=full&names=%D7%A9%E2%80%8F", vec![]),
    ] {
        assert_eq!(wrong(&format!("scenario=own&{link}")), keys, "{link}");
    }
    let forty = "ä".repeat(40);
    assert_eq!(names(&format!("scenario=own&policies=full&names={forty}")), std::slice::from_ref(&forty));
    assert_eq!(wrong(&format!("scenario=own&policies=full&names={forty}ä")), ["names.1"]);
}

/// A study several of whose policies are of one kind runs each of them.
#[test]
fn a_study_takes_several_policies_of_a_kind() {
    let link = "scenario=fixed-window&policies=full,fixed,full&names=A,,B&seeds=1-2&clients=50&capacity=3";
    let figures = figures(link, &["attempts", "p95_success_ms"]);
    let names: Vec<&str> = figures.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["A", "fixed", "B"]);
    assert_eq!(figures[0].1, figures[2].1, "the same seeds, the same draws");
    assert_ne!(figures[0].1, figures[1].1);
}

#[test]
fn plans_and_policies_change_places() {
    let mut plan = PlanConfig::default();
    for (field, text) in [(Field::Base, "250"), (Field::Multiplier, "1.5"), (Field::Cap, "10000")] {
        plan.set(field, text);
    }
    plan.set(Field::Retries, "5");
    plan.set(Field::RetryAfter, "2");
    for jitter in ["none", "full", "equal", "decorrelated"] {
        plan.set(Field::Jitter, jitter);
        let mut config = StudyConfig::of_kind(ScenarioKind::Own);
        config.policies = vec![policy_of_plan(&plan.check().expect("a plan"))];
        let input = config.check().expect("a scenario");
        let kind = if jitter == "none" { "exponential" } else { jitter };
        assert_eq!((input.policies[0].kind.key(), input.scenario.policies[0].retries), (kind, Some(5)));
        assert_eq!(input.scenario.policies[0].delay.floor_ticks, 2000);
        let back = plan_of_policy(&input, 0).expect("a plan");
        for field in [Field::Base, Field::Cap, Field::Retries, Field::Jitter, Field::RetryAfter] {
            assert_eq!(back.text(field), plan.text(field), "{} of {jitter}", field.key());
        }
        // Decorrelated jitter has no multiplier.
        let multiplier = if jitter == "decorrelated" { "2" } else { "1.5" };
        assert_eq!(back.text(Field::Multiplier), multiplier, "{jitter}");
    }
    let studies = [
        ("scenario=fixed-window&policies=full&cap=9s", "full", "250", "9000", "8"),
        ("scenario=fixed-window&policies=immediate", "none", "1", "3600000", "8"),
        ("scenario=outage&policies=decorrelated&base=1.5s", "decorrelated", "1500", "32000", "30"),
        ("scenario=own&policies=fixed&fixed.1=2s&retries.1=4", "none", "2000", "3600000", "4"),
    ];
    for (link, jitter, base, cap, retries) in studies {
        let plan = plan_of_policy(&input(link), 0).expect("a plan");
        let texts = [Field::Jitter, Field::Base, Field::Cap, Field::Retries].map(|field| plan.text(field));
        assert_eq!(texts, [jitter, base, cap, retries], "{link}");
        assert!(plan.check().is_ok(), "{link}");
    }
    assert_eq!(plan_of_policy(&input("scenario=tick"), 0), None, "ticks are no time");
    assert_eq!(plan_of_policy(&input("scenario=own&policies=full"), 1), None, "no such policy");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the limits tables allow the engine takes, but for growth that is too slow.
    #[test]
    fn the_form_allows_what_the_engine_takes(config in configs()) {
        match config.check() {
            Ok(input) => {
                prop_assert_eq!(input.scenario.policies.len(), config.policies.len());
                prop_assert_eq!(&format!("{}-{}", input.seeds.first, input.seeds.last), &config.seeds);
                for (index, policy) in input.scenario.policies.iter().enumerate() {
                    prop_assert_eq!(&policy.name, &config.name(index));
                }
                for field in config.fields() {
                    prop_assert_eq!(StudyConfig::from_input(&input).text(field), config.text(field));
                }
            }
            Err(violations) => {
                for violation in violations {
                    let policy = violation.key.strip_prefix("multiplier.").and_then(|n| n.parse::<usize>().ok());
                    prop_assert!(policy.is_some_and(|n| (1..=config.policies.len()).contains(&n)), "{violation}");
                    let kind = policy.and_then(|n| config.policy_kind(n - 1));
                    prop_assert!(matches!(kind, Some(PolicyKind::Exponential | PolicyKind::Full | PolicyKind::Equal)));
                }
            }
        }
    }
}
