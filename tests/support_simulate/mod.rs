//! What the tests of simulation links, scenarios and words share.

// Each test program uses its own part of this module.
#![allow(dead_code)]

pub mod scenarios;

use retryscope::link::{Query, StudyLink, decode_study};
use retryscope::study::StudyInput;

pub fn decode(link: &str) -> StudyLink {
    decode_study(&Query::parse(link))
}

/// The scenario of a link that must be right.
pub fn input(link: &str) -> StudyInput {
    let decoded = decode(link);
    decoded.input.unwrap_or_else(|| panic!("{link}: {:?}", decoded.violations))
}

/// The keys of everything wrong with a link, in order.
pub fn wrong(link: &str) -> Vec<String> {
    decode(link).violations.into_iter().map(|violation| violation.key).collect()
}
