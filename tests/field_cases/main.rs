//! Cases from the field: what people reported of other retry libraries, each with its right answer.
//!
//! Expected numbers are read from `tests/cases/field_cases.json`; the tables here only say which
//! input a case is. Parts of answers that this model does not cover are listed with the reason
//! in `tests/cases/outside_plan_model.json`, and nothing is neither checked nor listed.

mod answer;
mod counts;
mod deadline;
mod header;
mod input;
mod overflow;
mod retry_after;
mod total_time;

use std::collections::{BTreeMap, BTreeSet};

use answer::{Answer, leaves};
use serde_json::Value;

/// A case's id and what checks its answer.
type Check = (&'static str, fn(&Answer));

const FILE: &str = include_str!("../cases/field_cases.json");
const OUTSIDE: &str = include_str!("../cases/outside_plan_model.json");

/// The categories a plan or the reading of a header can answer, each with its checks.
const CATEGORIES: [(&str, &[Check]); 10] = [
    ("deadline", deadline::CHECKS),
    ("total-time", total_time::CHECKS),
    ("retry-after-floor", retry_after::CHECKS),
    ("validation", counts::VALIDATION),
    ("overflow", overflow::CHECKS),
    ("attempts-vs-retries", counts::ATTEMPTS),
    ("number-format", counts::NUMBERS),
    ("retry-after-parse", header::PARSE),
    ("retry-after-huge", header::HUGE),
    ("clock-skew", header::SKEW),
];

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("valid JSON")
}

fn id(case: &Value) -> &str {
    case["id"].as_str().expect("an id")
}

/// The cases of one category by id.
fn cases<'a>(file: &'a Value, category: &str) -> BTreeMap<&'a str, &'a Value> {
    let all = file.as_array().expect("a list").iter();
    all.filter(|case| case["category"] == category).map(|case| (id(case), case)).collect()
}

#[test]
fn every_answer_comes_out() {
    let (file, outside) = (parsed(FILE), parsed(OUTSIDE));
    for (category, checks) in CATEGORIES {
        let cases = cases(&file, category);
        for (id, check) in checks {
            let case = cases.get(id).unwrap_or_else(|| panic!("{id} is no case of {category}"));
            let answer = Answer::new(id, &case["answer"]);
            check(&answer);
            let parts = outside["parts"][id].as_object();
            let mut listed: Vec<String> = parts
                .into_iter()
                .flat_map(|parts| parts.keys())
                .flat_map(|part| leaves(case["answer"].pointer(part).unwrap_or(&Value::Null), part))
                .collect();
            let mut unread = answer.unread();
            listed.sort_unstable();
            unread.sort_unstable();
            assert_eq!(unread, listed, "unchecked parts of {id}, and those listed as outside the model");
        }
    }
}

#[test]
fn every_case_is_checked_or_listed_once() {
    let (file, outside) = (parsed(FILE), parsed(OUTSIDE));
    let listed = outside["cases"].as_object().expect("an object");
    let mut expected = BTreeSet::new();
    let mut got: Vec<&str> = listed.keys().map(String::as_str).collect();
    for (category, checks) in CATEGORIES {
        expected.extend(cases(&file, category).into_keys());
        got.extend(checks.iter().map(|(id, _)| id));
    }
    let unique: BTreeSet<&str> = got.iter().copied().collect();
    assert_eq!(unique.len(), got.len(), "a case is there twice");
    assert_eq!(unique, expected);
    assert!(listed.values().all(|reason| reason.as_str().is_some_and(|reason| !reason.is_empty())));
}

#[test]
fn every_listed_part_is_of_a_checked_case() {
    let outside = parsed(OUTSIDE);
    for id in outside["parts"].as_object().expect("an object").keys() {
        let checked = CATEGORIES.iter().flat_map(|(_, checks)| *checks).any(|(checked, _)| checked == id);
        assert!(checked, "{id} has no check");
    }
}
