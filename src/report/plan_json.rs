//! The plan as JSON, version 1. Fields may be added, none may change.

use serde::Serialize;
use serde_json::value::RawValue;

use super::law_json::LawReport;
use super::number;
use crate::distribution::{PERCENTS, Question, RetryLaws, solve};
use crate::link::encode_plan;
use crate::policy::{Note, Plan, PlanInput, Range, Row, notes};

#[derive(Serialize)]
struct PlanReport {
    version: u32,
    link: String,
    max_requests: Option<u64>,
    total_wait_ms: [Box<RawValue>; 2],
    last_end_ms: [Box<RawValue>; 2],
    retries: Vec<RetryReport>,
    fit: FitReport,
    notes: Vec<NoteReport>,
    client: Option<String>,
    stop: Option<&'static str>,
}

#[derive(Serialize)]
struct RetryReport {
    retry: u32,
    baseline_ms: Box<RawValue>,
    wait_ms: [Box<RawValue>; 2],
    start_ms: [Box<RawValue>; 2],
    deadline: Option<&'static str>,
    wait_distribution: Option<LawReport>,
    start_distribution: Option<LawReport>,
}

#[derive(Serialize)]
struct FitReport {
    always_in_time: Option<u32>,
    can_be_in_time: Option<u32>,
    max_request_ms: Option<Box<RawValue>>,
    min_deadline_ms: Box<RawValue>,
}

#[derive(Serialize)]
struct NoteReport {
    code: &'static str,
    text: String,
}

/// The plan of `input` as one line of JSON, with the usual percentiles.
#[must_use]
pub fn plan_json(input: &PlanInput, plan: &Plan) -> String {
    plan_json_at(input, plan, &PERCENTS)
}

/// The plan of `input` as one line of JSON, with these percentiles of each wait and start, all within (0, 100).
#[must_use]
pub fn plan_json_at(input: &PlanInput, plan: &Plan, percents: &[f64]) -> String {
    let laws = solve(&Question::new(input, plan, percents));
    let report = PlanReport {
        version: 1,
        link: encode_plan(input),
        max_requests: plan.max_requests,
        total_wait_ms: pair(&plan.total_wait),
        last_end_ms: pair(&plan.last_end),
        retries: plan.rows.iter().enumerate().map(|(n, row)| retry(row, laws.get(n), percents)).collect(),
        fit: FitReport {
            always_in_time: plan.fit.always_in_time,
            can_be_in_time: plan.fit.can_be_in_time,
            max_request_ms: plan.fit.max_request.as_ref().map(number),
            min_deadline_ms: number(&plan.fit.min_deadline),
        },
        notes: notes(input, plan).into_iter().map(|Note { code, text }| NoteReport { code, text }).collect(),
        client: input.client.clone(),
        stop: plan.stop.map(|stop| stop.key()),
    };
    serde_json::to_string(&report)
        .unwrap_or_else(|error| unreachable!("numbers and strings always serialise: {error}"))
}

fn pair(range: &Range) -> [Box<RawValue>; 2] {
    [number(&range.earliest), number(&range.latest)]
}

fn retry(row: &Row, laws: Option<&RetryLaws>, percents: &[f64]) -> RetryReport {
    let wait =
        laws.map(|laws| LawReport::new(percents, &laws.wait.summary, "at_cap", Some(laws.wait.at_cap)));
    let start = laws.and_then(|laws| laws.start.as_ref());
    let start = start.map(|start| LawReport::new(percents, &start.summary, "in_time", start.in_time));
    RetryReport {
        retry: row.retry,
        baseline_ms: number(&row.baseline),
        wait_ms: pair(&row.wait),
        start_ms: pair(&row.start),
        deadline: row.deadline.map(|class| class.key()),
        wait_distribution: wait,
        start_distribution: start,
    }
}
