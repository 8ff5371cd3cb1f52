//! `retryscope plan`.

use super::Outcome;
use super::args::PlanArgs;
use crate::link::{Query, decode_plan};
use crate::policy::Plan;
use crate::report::{plan_json, plan_text};

pub(super) fn run(args: &PlanArgs) -> Outcome {
    let link = decode_plan(&Query::parse(&args.link));
    let warnings = link.unknown_keys.iter().map(|key| format!("unknown key {key:?} is ignored")).collect();
    let answer = match link.input {
        Some(input) => {
            let plan = Plan::new(&input);
            Ok(if args.table { plan_text(&input, &plan) } else { plan_json(&input, &plan) })
        }
        None => Err(link.violations.iter().map(ToString::to_string).collect()),
    };
    Outcome { warnings, answer }
}
