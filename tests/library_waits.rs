//! Every entry of the catalogue against what the libraries were read or measured to do.
//!
//! `golden/libraries.json` holds, for each library, the waits of its defaults, of other configurations, and the
//! least and greatest waits observed when it was run. `golden/library_corrections.json` holds the rows in which
//! the research contradicts its own formula, with the values by the formula and the reason, and the rows in
//! which the model is known to leave the library.

use std::collections::BTreeMap;

use retryscope::library::{Catalogue, Checked, Entry, ModelFit};
use retryscope::link::{Query, decode_plan};
use retryscope::policy::{Field, Plan, Range};
use serde_json::Value;

fn catalogue() -> Catalogue {
    Catalogue::parse(include_str!("../public/catalogue.json")).expect("a catalogue")
}

fn research() -> Vec<Value> {
    serde_json::from_str(include_str!("golden/libraries.json")).expect("the research file")
}

/// What is known to depart from the research: the rows (from 1), and the waits.
struct Correction {
    departs: Vec<usize>,
    waits: Vec<[f64; 2]>,
}

/// Corrections by id and configuration.
fn corrections() -> BTreeMap<(String, String), Correction> {
    let all: Vec<Value> =
        serde_json::from_str(include_str!("golden/library_corrections.json")).expect("JSON");
    let read = |one: &Value| Correction {
        departs: serde_json::from_value(one["departs"].clone()).expect("rows"),
        waits: pairs(&one["waits"]),
    };
    all.iter().map(|one| ((text(&one["id"]), text(&one["config"])), read(one))).collect()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}")).to_owned()
}

fn pairs(value: &Value) -> Vec<[f64; 2]> {
    serde_json::from_value(value.clone()).unwrap_or_else(|e| panic!("no pairs: {e}: {value}"))
}

/// The first waits of a policy, with as many retries as are asked for unless a cap ends them.
fn waits(policy: &str, rows: usize) -> Vec<Range> {
    let mut config = decode_plan(&Query::parse(policy)).config;
    let violations = config.check().err();
    assert_eq!(violations, None, "{policy}");
    config.set(Field::Retries, rows.to_string());
    let input = config.check().unwrap_or_else(|e| panic!("{policy}: {e:?}"));
    Plan::new(&input).rows.into_iter().map(|row| row.jittered).collect()
}

/// The ends of the first rows.
fn shown(policy: &str, rows: usize) -> Vec<[f64; 2]> {
    waits(policy, rows).iter().map(|range| [range.earliest.to_f64(), range.latest.to_f64()]).collect()
}

/// The research is rounded to 0.001 ms, ties to either side.
const ROUNDED: f64 = 0.000_500_1;

fn agree(found: &[[f64; 2]], expected: &[[f64; 2]]) -> bool {
    let near =
        |(one, other): (&[f64; 2], &[f64; 2])| (0..2).all(|end| (one[end] - other[end]).abs() <= ROUNDED);
    found.len() == expected.len() && found.iter().zip(expected).all(near)
}

#[test]
fn every_library_of_the_research_has_an_entry_and_no_other() {
    let ids: Vec<String> = research().iter().map(|one| text(&one["id"])).collect();
    let catalogue = catalogue();
    let known: Vec<&str> = catalogue.entries().iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(known, ids);
    assert_eq!(known.len(), 95);
}

#[test]
fn the_waits_of_every_entry_are_those_of_the_library() {
    let (catalogue, corrections) = (catalogue(), corrections());
    let mut failures = Vec::new();
    let mut used = Vec::new();
    for one in research() {
        let entry = catalogue.find(&text(&one["id"])).expect("an entry");
        let mut cases =
            vec![(text(&one["waits_example_config"]), entry.policy.clone(), pairs(&one["waits_example"]))];
        let configured = one["waits_configured_examples"].as_array().cloned().unwrap_or_default();
        assert_eq!(configured.len(), entry.examples.len(), "examples of {}", entry.id);
        for (example, expected) in entry.examples.iter().zip(&configured) {
            assert_eq!(example.config, text(&expected["config"]), "{}", entry.id);
            cases.push((example.config.clone(), example.policy.clone(), pairs(&expected["waits"])));
        }
        for (config, policy, mut expected) in cases {
            let key = (entry.id.clone(), config.clone());
            if let Some(Correction { departs, waits }) = corrections.get(&key) {
                let differing =
                    (1..=expected.len()).filter(|&n| !agree(&waits[n - 1..n], &expected[n - 1..n]));
                assert_eq!(
                    *departs,
                    differing.collect::<Vec<_>>(),
                    "rows of {key:?} that depart from the research"
                );
                assert!(entry.correction.is_some() || entry.fit_note.is_some(), "{key:?} is not explained");
                expected.clone_from(waits);
                used.push(key);
            }
            let found = shown(&policy, expected.len());
            if !agree(&found, &expected) {
                failures.push(format!("{} ({config})\n  {policy}\n  {found:?}\n  {expected:?}", entry.id));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(used.len(), corrections.len(), "corrections of nothing: {used:?}");
}

#[test]
fn what_was_observed_lies_in_the_ranges() {
    let catalogue = catalogue();
    let mut observed = 0;
    let mut outside = Vec::new();
    for one in research() {
        let Some(measured) = one.get("observed").filter(|o| !o.is_null()) else { continue };
        observed += 1;
        let entry = catalogue.find(&text(&one["id"])).expect("an entry");
        // Observations are rounded to 0.001 ms; one library was measured through a timer that rounds up.
        let tolerance = one["observed_tolerance_ms"].as_f64().unwrap_or(0.0) + ROUNDED;
        let measured = pairs(measured);
        let ranges = shown(&entry.policy, measured.len());
        assert_eq!(ranges.len(), measured.len(), "rows of {}", entry.id);
        for (n, ([lo, hi], [least, most])) in ranges.iter().zip(&measured).enumerate() {
            if least + tolerance < *lo || most - tolerance > *hi {
                outside.push(format!("{} retry {}: [{least}, {most}] not in [{lo}, {hi}]", entry.id, n + 1));
            }
        }
    }
    assert_eq!(observed, 70);
    assert_eq!(outside, Vec::<String>::new());
}

#[test]
fn the_fit_of_every_entry_is_the_one_found() {
    let fits = |entry: &Entry| match entry.model_fit {
        ModelFit::Exact => entry.id.clone(),
        fit => format!("{} {}", entry.id, fit.key()),
    };
    let not_exact: Vec<String> =
        catalogue().entries().iter().map(fits).filter(|said| said.contains(' ')).collect();
    let expected = [
        "socket-io-client range",
        "exponential-backoff-rs range",
        "tower-retry outside",
        "gcp-pubsub outside",
    ];
    assert_eq!(not_exact, expected);
    for entry in catalogue().entries() {
        let explained = entry.model_fit == ModelFit::Exact || entry.fit_note.is_some();
        assert!(explained, "{} does not say where the model leaves it", entry.id);
    }
}

#[test]
fn how_each_was_checked_is_what_the_research_says() {
    let catalogue = catalogue();
    for one in research() {
        let entry = catalogue.find(&text(&one["id"])).expect("an entry");
        let expected = match (one["checked"].as_str(), one["verified"].as_bool()) {
            (Some("ran"), Some(true)) => Checked::Ran,
            (Some("read"), Some(true)) => Checked::Read,
            _ => Checked::Documented,
        };
        assert_eq!(entry.checked, expected, "{}", entry.id);
    }
}
