//! `retryscope plan`.

use super::Outcome;
use super::args::PlanArgs;
use super::library::expanded;
use crate::link::decode_plan;
use crate::policy::Plan;
use crate::report::{plan_json_at, plan_text};

pub(super) fn run(args: &PlanArgs) -> Outcome {
    let query = match expanded(&args.link) {
        Ok(query) => query,
        Err(problems) => return Outcome { warnings: Vec::new(), answer: Err(problems) },
    };
    let link = decode_plan(&query);
    let unknown = link.unknown_keys.iter().map(|key| format!("unknown key {key:?} is ignored"));
    let unused = link.config.unused();
    let unused = unused.iter().map(|field| format!("{} plays no part here and is ignored", field.key()));
    let warnings = unknown.chain(unused).collect();
    let answer = match link.input {
        Some(input) => {
            let plan = Plan::new(&input);
            Ok(if args.table {
                plan_text(&input, &plan)
            } else {
                plan_json_at(&input, &plan, &args.percentiles)
            })
        }
        None => Err(link.violations.iter().map(ToString::to_string).collect()),
    };
    Outcome { warnings, answer }
}
