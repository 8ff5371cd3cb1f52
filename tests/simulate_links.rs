//! Simulation links: what they mean for ever, their round trip, and that no text upsets the decoder.
#![cfg(not(target_arch = "wasm32"))]

mod support_simulate;

use std::collections::BTreeSet;

use proptest::prelude::*;
use retryscope::link::encode_study;
use retryscope::study::{PolicyKind, ScenarioKind, StudyConfig, policy_fields, study_fields};
use serde_json::Value;
use support_simulate::scenarios::{configs, fullest_link};
use support_simulate::{decode, input};

fn golden() -> Vec<Value> {
    serde_json::from_str(include_str!("golden/simulate_links.json")).expect("valid JSON")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

#[test]
fn golden_links_decode_for_ever() {
    for case in golden() {
        let link = text(&case["link"]);
        let decoded = decode(link);
        let canonical = decoded.input.as_ref().map(encode_study);
        assert_eq!(canonical.as_deref(), case["canonical"].as_str(), "{link}: {:?}", decoded.violations);
        let keys: Vec<&str> = decoded.violations.iter().map(|violation| violation.key.as_str()).collect();
        assert_eq!(Value::from(keys), case["violations"], "{link}");
        assert_eq!(Value::from(decoded.unknown_keys), case["unknown"], "{link}");
    }
}

#[test]
fn golden_canonical_links_are_their_own_canonical_links() {
    for canonical in golden().iter().filter_map(|case| case["canonical"].as_str()) {
        assert_eq!(encode_study(&input(canonical)), canonical);
        assert!(decode(canonical).unknown_keys.is_empty(), "{canonical}");
    }
}

/// The golden links leave no scenario, policy or key out.
#[test]
fn golden_links_are_different_and_use_every_key() {
    let golden = golden();
    let links: BTreeSet<&str> = golden.iter().map(|case| text(&case["link"])).collect();
    assert_eq!(links.len(), golden.len());
    let canonical: Vec<&str> = golden.iter().filter_map(|case| case["canonical"].as_str()).collect();
    for kind in ScenarioKind::ALL {
        let of_kind: Vec<&&str> =
            canonical.iter().filter(|link| link.contains(&format!("scenario={}", kind.key()))).collect();
        for key in
            study_fields(kind).iter().map(|field| format!("&{}=", field.key())).chain(["&seeds=".into()])
        {
            assert!(of_kind.iter().any(|link| link.contains(&key)), "{key} of {}", kind.key());
        }
        for policy in PolicyKind::ALL {
            let used = |link: &&&str| {
                link.split('&')
                    .filter_map(|pair| pair.strip_prefix("policies="))
                    .any(|policies| policies.split(',').any(|word| word == policy.key()))
            };
            let offered = kind.policies().contains(&policy);
            assert_eq!(of_kind.iter().any(used), offered, "{} in {}", policy.key(), kind.key());
            for field in policy_fields(kind, policy) {
                let key = format!("&{}.", field.key());
                assert!(of_kind.iter().any(|link| link.contains(&key)), "{key}N of {}", policy.key());
            }
        }
    }
}

#[test]
fn links_in_the_query_and_in_the_fragment_are_the_same() {
    let state = "v=1&view=simulate&scenario=tick&clients=50&policies=full&names=A+%26+B";
    for form in [
        format!("#{state}"),
        format!("https://example.org/retryscope/#{state}"),
        format!("https://example.org/retryscope/?{state}"),
        format!("  {state}\n"),
        "names=A%20%26%20B&policies=full&clients=50&scenario=tick".to_owned(),
    ] {
        assert_eq!(encode_study(&input(&form)), state, "{form}");
        assert!(decode(&form).unknown_keys.is_empty(), "the address is no part of {form}");
    }
}

#[test]
fn results_are_asked_for_by_one_word_only() {
    for (link, asked) in [("results=1", true), ("", false), ("results=0", false), ("results=", false)] {
        let decoded = decode(link);
        assert_eq!(decoded.asks_for_results, asked, "{link}");
        assert!(decoded.unknown_keys.is_empty(), "{link}");
    }
}

/// What was typed stays as typed, wrong or right, so that a form can show it.
#[test]
fn bad_values_are_kept_as_they_are() {
    let decoded =
        decode("scenario=own&clients=+many&seeds=9-1&policies=full,huh&names=A&base.1=1,5&retries.1=-1");
    let texts: Vec<(&str, &str)> =
        decoded.violations.iter().map(|v| (v.key.as_str(), v.raw.as_str())).collect();
    let expected = [
        ("clients", " many"),
        ("base.1", "1,5"),
        ("retries.1", "-1"),
        ("seeds", "9-1"),
        ("policies.2", "huh"),
    ];
    assert_eq!(texts, expected);
    let fields = study_fields(ScenarioKind::Own);
    assert_eq!(decoded.config.text(&fields[0]), " many");
    assert_eq!((decoded.config.seeds.as_str(), decoded.config.policies[1].kind.as_str()), ("9-1", "huh"));
}

#[test]
fn eight_own_policies_with_everything_changed_fit_in_a_short_link() {
    let ascii = encode_study(&input(&fullest_link(|index| format!("{index}{}", "n".repeat(39)))));
    assert!(ascii.len() < 2000, "{} characters: {ascii}", ascii.len());
    for key in study_fields(ScenarioKind::Own).iter().map(|field| format!("&{}=", field.key())) {
        assert!(ascii.contains(&key), "{key} is off its default in {ascii}");
    }
    for n in 1..=8 {
        for key in ["base", "cap", "retries", "retry_after"] {
            assert!(ascii.contains(&format!("&{key}.{n}=")), "{key}.{n} is off its default in {ascii}");
        }
    }
    // A letter of another alphabet takes up to nine characters, so only names of some letters fit.
    let short = encode_study(&input(&fullest_link(|index| format!("{index}{}", "漢".repeat(7)))));
    assert!(short.len() < 2000, "{} characters", short.len());
}

/// A link gives a scenario or reasons why not, never both or neither; an accepted one has one canonical form.
fn check_any(link: &str) -> Result<(), TestCaseError> {
    let decoded = decode(link);
    prop_assert_eq!(decoded.input.is_some(), decoded.violations.is_empty());
    for violation in &decoded.violations {
        let line = violation.to_string();
        prop_assert!(!line.contains(char::is_control), "one line, no control characters: {line:?}");
        prop_assert!(!violation.allowed.is_empty());
        prop_assert!(!violation.at_field().contains(char::is_control));
    }
    if let Some(input) = decoded.input {
        let canonical = encode_study(&input);
        let again = decode(&canonical);
        prop_assert!(again.unknown_keys.is_empty());
        prop_assert_eq!(again.input.as_ref(), Some(&input));
        prop_assert_eq!(encode_study(&input), canonical);
    }
    Ok(())
}

fn key() -> impl Strategy<Value = String> {
    let plain = [
        "v",
        "view",
        "scenario",
        "seeds",
        "policies",
        "names",
        "results",
        "clients",
        "capacity",
        "window",
        "outage",
        "outage_from",
        "horizon",
        "order",
        "generator",
        "base",
        "cap",
        "fixed",
        "retries",
    ];
    let numbered = ["base", "multiplier", "cap", "fixed", "retries", "retry_after", "names", "policies"];
    prop_oneof![
        6 => proptest::sample::select(plain.to_vec()).prop_map(str::to_owned),
        6 => (proptest::sample::select(numbered.to_vec()), 0..10_u32)
            .prop_map(|(key, number)| format!("{key}.{number}")),
        1 => ".{0,6}",
    ]
}

/// Values from harmless to hostile.
fn value() -> impl Strategy<Value = String> {
    let known = [
        "",
        "0",
        "1",
        "2",
        "own",
        "tick",
        "outage",
        "fixed-window",
        "plan",
        "simulate",
        "random",
        "client",
        "mulberry32",
        "pcg64",
        "full",
        "full,fixed",
        "immediate,fixed,exponential,full,equal,decorrelated",
        ",,,,",
        "a,b",
        "full,,full",
        "0-18446744073709551615",
        "18446744073709551615-18446744073709551615",
        "18446744073709551616",
        "5-1",
        "-",
        "1-",
        "1.000001",
        "1000000",
        "86400000",
        "24h",
        "NaN",
        "Infinity",
        "1e308",
        "-1",
        "%00",
        "%ff%fe",
        "%2C",
        "+",
        "\u{202e}1",
        "\u{2028}",
        "\u{0}",
        "1\n2",
        "__proto__",
    ];
    prop_oneof![
        6 => proptest::sample::select(known.to_vec()).prop_map(str::to_owned),
        3 => (0_u64..2000).prop_map(|n| n.to_string()),
        2 => "[-+]?[0-9]{0,40}(\\.[0-9]{0,40})?(ms|s|m|min|h| s|e9|-7)?",
        1 => "\\PC{0,50}",
        1 => proptest::collection::vec(any::<char>(), 0..8).prop_map(String::from_iter),
        1 => ("(full|a|9),?", 0_usize..300).prop_map(|(part, times)| part.repeat(times)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_scenario_survives_its_link(config in configs()) {
        let input = match config.check() {
            Ok(input) => input,
            // The limits tables leave one thing to the engine.
            Err(violations) => {
                for violation in violations {
                    prop_assert!(violation.key.starts_with("multiplier."), "{violation}");
                }
                return Ok(());
            }
        };
        prop_assert_eq!(StudyConfig::from_input(&input).check(), Ok(input.clone()));
        let link = encode_study(&input);
        let decoded = decode(&link);
        prop_assert!(decoded.violations.is_empty(), "{link}: {:?}", decoded.violations);
        prop_assert!(decoded.unknown_keys.is_empty(), "{link}: {:?}", decoded.unknown_keys);
        prop_assert_eq!(decoded.input.as_ref(), Some(&input), "{}", link);
        prop_assert_eq!(encode_study(&input), link.as_str(), "one spelling");
        prop_assert!(link.starts_with(&format!("v=1&view=simulate&scenario={}", input.kind.key())), "{link}");
        let readable = |b: u8| b.is_ascii_alphanumeric() || b"=&._-,+%*".contains(&b);
        prop_assert!(link.bytes().all(readable), "{link}");
        prop_assert_eq!(decode(&format!("https://example.org/a/#{link}")).input, Some(input));
    }

    #[test]
    fn any_text_decodes_without_harm(link in any::<String>()) {
        check_any(&link)?;
    }

    #[test]
    fn any_bytes_decode_without_harm(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        check_any(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_pairs_decode_without_harm(
        scenario in proptest::sample::select(vec!["", "fixed-window", "tick", "outage", "own", "own", "own"]),
        pairs in proptest::collection::vec((key(), value(), any::<bool>()), 0..10),
    ) {
        let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
        let pairs: Vec<String> = pairs
            .iter()
            .map(|(key, value, encode)| {
                if *encode { format!("{}={}", encoded(key), encoded(value)) } else { format!("{key}={value}") }
            })
            .collect();
        check_any(&format!("scenario={scenario}&{}", pairs.join("&")))?;
    }
}

#[test]
fn long_links_decode_without_harm() {
    let numbered: String = (0..9000).map(|n| format!("&base.{n}=1")).collect();
    for link in [
        format!("scenario=own&policies={}", "full,".repeat(19_000)),
        format!("scenario=own&policies={}{numbered}", ["full"; 64].join(",")),
        format!("scenario=own&names={}", ",".repeat(99_000)),
        format!("seeds={}", "9".repeat(99_000)),
        format!("seeds=1-{}", "9".repeat(99_000)),
        "clients=1&".repeat(9_900),
    ] {
        check_any(&link).unwrap_or_else(|error| panic!("{link:.40}…: {error}"));
        assert!(decode(&link).input.is_none(), "{link:.40}…");
    }
}
