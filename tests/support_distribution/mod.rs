//! Plans of links, for the tests of distributions.
#![allow(dead_code, reason = "each test needs another part")]

pub mod bits;

use retryscope::link::{Query, decode_plan};
use retryscope::policy::{Plan, PlanInput};

/// Input and plan of a link.
pub fn planned(link: &str) -> (PlanInput, Plan) {
    let decoded = decode_plan(&Query::parse(link));
    let input = decoded.input.unwrap_or_else(|| panic!("{link}: {:?}", decoded.violations));
    let plan = Plan::new(&input);
    (input, plan)
}
