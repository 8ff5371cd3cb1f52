//! Links that must decode for ever, from tests/golden/links.json.

use retryscope::link::{Query, decode_plan, encode_plan};
use retryscope::policy::Field;
use serde_json::Value;

const GOLDEN: &str = include_str!("golden/links.json");

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

#[test]
fn every_golden_link_decodes_as_ever() {
    let golden: Value = serde_json::from_str(GOLDEN).expect("valid JSON");
    for entry in list(&golden["links"]) {
        let name = text(&entry["name"]);
        let link = decode_plan(&Query::parse(text(&entry["link"])));

        let canonical = link.input.as_ref().map(encode_plan);
        assert_eq!(canonical.as_deref(), entry["canonical"].as_str(), "canonical link of {name}");

        for &field in Field::ALL {
            // Fields that came after a link was made are at their defaults in it.
            let defaults = &golden["defaults"];
            let given = entry["texts"].get(field.key()).or_else(|| defaults.get(field.key()));
            let expected = given.map_or_else(|| field.default_text(), |given| text(given).to_owned());
            assert_eq!(link.config.text(field), expected, "text of {} in {name}", field.key());
        }
        for key in entry["texts"].as_object().expect("an object").keys() {
            assert!(Field::from_key(key).is_some(), "{name} expects a text of {key:?}, which is no field");
        }

        let wrong: Vec<&str> = link.violations.iter().map(|violation| violation.key.as_str()).collect();
        let expected: Vec<&str> = list(&entry["wrong"]).iter().map(|wrong| text(&wrong[0])).collect();
        assert_eq!(wrong, expected, "what is wrong in {name}");
        for (violation, expected) in link.violations.iter().zip(list(&entry["wrong"])) {
            if let Some(raw) = expected[1].as_str() {
                assert_eq!(violation.raw, raw, "raw text of {} in {name}", violation.key);
            }
        }

        let ignored: Vec<&str> = list(&entry["ignored"]).iter().map(text).collect();
        assert_eq!(link.unknown_keys, ignored, "ignored keys of {name}");
    }
}

#[test]
fn every_golden_canonical_link_is_its_own_canonical_link() {
    let golden: Value = serde_json::from_str(GOLDEN).expect("valid JSON");
    for canonical in list(&golden["links"]).iter().filter_map(|entry| entry["canonical"].as_str()) {
        let link = decode_plan(&Query::parse(canonical));
        assert_eq!(link.input.as_ref().map(encode_plan).as_deref(), Some(canonical));
    }
}

#[test]
fn golden_names_are_unique() {
    let golden: Value = serde_json::from_str(GOLDEN).expect("valid JSON");
    let mut names: Vec<&str> = list(&golden["links"]).iter().map(|entry| text(&entry["name"])).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}
