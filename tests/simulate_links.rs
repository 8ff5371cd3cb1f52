//! Simulation links: what they mean for ever, their round trip, and that no text breaks the decoder.
#![cfg(not(target_arch = "wasm32"))]

use proptest::prelude::*;
use retryscope::link::{Query, decode_study, encode_study};
use retryscope::study::{PolicyConfig, ScenarioKind, StudyConfig, StudyField, policy_fields, study_fields};
use serde_json::Value;

#[test]
fn golden_links_decode_for_ever() {
    let text = include_str!("golden/simulate_links.json");
    let cases: Vec<Value> = serde_json::from_str(text).expect("valid JSON");
    for case in cases {
        let link = case["link"].as_str().expect("a link");
        let decoded = decode_study(&Query::parse(link));
        let canonical = decoded.input.as_ref().map(encode_study);
        assert_eq!(canonical.as_deref(), case["canonical"].as_str(), "{link}: {:?}", decoded.violations);
        let keys: Vec<&str> = decoded.violations.iter().map(|v| v.key.as_str()).collect();
        assert_eq!(Value::from(keys), case["violations"], "{link}");
        assert_eq!(Value::from(decoded.unknown_keys), case["unknown"], "{link}");
    }
}

/// A text for a field: its limits, its default, or some value between.
fn text_of(field: &'static StudyField) -> BoxedStrategy<String> {
    match field {
        StudyField::Number(spec) => {
            let steps = prop_oneof![Just(spec.min), Just(spec.max), spec.min..=spec.max];
            let text = steps.prop_map(|steps| spec.write(steps));
            if spec.default.is_none() { prop_oneof![Just(String::new()), text].boxed() } else { text.boxed() }
        }
        StudyField::Choice(spec) => {
            (0..spec.choices.len()).prop_map(|i| spec.choices[i].0.to_owned()).boxed()
        }
    }
}

fn policies(kind: ScenarioKind) -> impl Strategy<Value = Vec<PolicyConfig>> {
    let one = proptest::sample::select(kind.policies()).prop_flat_map(move |policy| {
        let fields = policy_fields(kind, policy);
        let texts: Vec<_> = fields.iter().map(|field| text_of(field)).collect();
        (texts, "[^,\\p{C}]{0,12}").prop_map(move |(texts, name)| {
            let mut typed = PolicyConfig::of_kind(policy.key());
            typed.name = name.trim().to_owned();
            for (field, text) in fields.iter().zip(texts) {
                typed.set(field.key(), text);
            }
            typed
        })
    });
    prop::collection::vec(one, 1..=8)
}

fn config() -> impl Strategy<Value = StudyConfig> {
    proptest::sample::select(ScenarioKind::ALL.to_vec()).prop_flat_map(|kind| {
        let texts: Vec<_> = study_fields(kind).iter().map(text_of).collect();
        (texts, policies(kind), 0..=u32::MAX - 10_000, 0..10_000_u32).prop_map(
            move |(texts, policies, first, more)| {
                let mut config = StudyConfig::of_kind(kind);
                for (field, text) in study_fields(kind).iter().zip(texts) {
                    config.set(field.key(), text);
                }
                config.seeds = format!("{first}-{}", first + more);
                config.policies = policies;
                config
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn round_trip(config in config()) {
        // Names may collide and growth may be too slow for the engine; what is valid must come back whole.
        prop_assume!(config.check().is_ok());
        let input = config.check().expect("just checked");
        let link = encode_study(&input);
        let decoded = decode_study(&Query::parse(&link));
        prop_assert!(decoded.violations.is_empty(), "{link}: {:?}", decoded.violations);
        prop_assert!(decoded.unknown_keys.is_empty(), "{link}: {:?}", decoded.unknown_keys);
        let again = decoded.input.expect("valid");
        prop_assert_eq!(&again, &input, "{}", link);
        prop_assert_eq!(encode_study(&again), link);
    }

    #[test]
    fn no_text_breaks_the_decoder(text in ".{0,300}", bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for link in [text, String::from_utf8_lossy(&bytes).into_owned()] {
            let decoded = decode_study(&Query::parse(&link));
            prop_assert_eq!(decoded.input.is_some(), decoded.violations.is_empty());
        }
    }

    #[test]
    fn no_hostile_value_breaks_the_decoder(
        pairs in prop::collection::vec(
            (
                prop::sample::select(vec![
                    "scenario", "clients", "capacity", "window", "outage", "outage_from", "horizon", "order", "generator",
                    "seeds", "policies", "names", "base", "base.1", "multiplier.2", "retries.3", "retry_after.1", "cap.99",
                ]),
                prop_oneof![
                    ".{0,40}",
                    "[0-9]{1,70}",
                    Just("own".to_owned()),
                    Just("full,".repeat(70)),
                    Just(",,,,".to_owned()),
                    Just("0-18446744073709551615".to_owned()),
                    Just("18446744073709551615-18446744073709551615".to_owned()),
                    Just("-1".to_owned()),
                    Just("1e308".to_owned()),
                    Just("NaN".to_owned()),
                ],
            ),
            0..12,
        )
    ) {
        let link = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        let decoded = decode_study(&Query::parse(&format!("scenario=own&{link}")));
        prop_assert_eq!(decoded.input.is_some(), decoded.violations.is_empty(), "{}", link);
    }
}
