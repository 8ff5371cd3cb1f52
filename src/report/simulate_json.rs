//! A simulation as JSON, version 1. Fields may be added, none may change.

use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::{Receipt, number_f64};
use crate::sim::{Results, Summary, TickUnit, TrialResult};
use crate::study::{Measure, StudyConfig, StudyInput, measures};

#[derive(Serialize)]
struct SimulationReport<'a> {
    version: u32,
    scenario: ScenarioReport<'a>,
    scenario_sha256: String,
    policies: Vec<PolicyReport<'a>>,
}

/// The scenario's parameters by their link keys, as canonical text, and the link that holds them all.
struct ScenarioReport<'a> {
    input: &'a StudyInput,
    receipt: &'a Receipt,
}

impl Serialize for ScenarioReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let config = StudyConfig::from_input(self.input);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("link", &self.receipt.link)?;
        map.serialize_entry("scenario", self.input.kind.key())?;
        for field in config.fields() {
            let text = config.text(field);
            match text.parse::<f64>() {
                Ok(number) => map.serialize_entry(field.key(), &number_f64(number))?,
                Err(_) => map.serialize_entry(field.key(), &text)?,
            }
        }
        map.serialize_entry("seeds", &self.receipt.seeds)?;
        map.serialize_entry("generator", self.receipt.generator)?;
        map.serialize_entry("app_version", self.receipt.app_version)?;
        map.end()
    }
}

#[derive(Serialize)]
struct PolicyReport<'a> {
    policy: &'a str,
    kind: &'static str,
    summary: SummaryReport<'a>,
    trials: Vec<TrialReport<'a>>,
    windows_per_point: u32,
    arrivals_first_trial: Vec<u32>,
    retries_first_trial: &'a [u32],
    accepted_first_trial: &'a [u32],
}

struct SummaryReport<'a> {
    measures: &'static [Measure],
    tick: TickUnit,
    trials: &'a [TrialResult],
}

#[derive(Serialize)]
struct Figures {
    median: Box<RawValue>,
    min: Box<RawValue>,
    max: Box<RawValue>,
    mean: Box<RawValue>,
    sd: Box<RawValue>,
}

impl Serialize for SummaryReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.measures.len()))?;
        for measure in self.measures {
            let figures = summary(measure, self.tick, self.trials).map(|summary| Figures {
                median: number_f64(summary.median),
                min: number_f64(summary.min),
                max: number_f64(summary.max),
                mean: number_f64(summary.mean),
                sd: number_f64(summary.sd),
            });
            map.serialize_entry(measure.key, &figures)?;
        }
        map.end()
    }
}

/// One measure over the trials of a policy, in its reported unit; `None` when no trial has a value.
#[must_use]
pub fn summary(measure: &Measure, tick: TickUnit, trials: &[TrialResult]) -> Option<Summary> {
    Summary::of(trials.iter().filter_map(|trial| measure.of(&trial.metrics, tick)))
}

struct TrialReport<'a> {
    measures: &'static [Measure],
    tick: TickUnit,
    trial: &'a TrialResult,
}

impl Serialize for TrialReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.measures.len() + 1))?;
        map.serialize_entry("seed", &self.trial.id.seed)?;
        for measure in self.measures {
            map.serialize_entry(measure.key, &measure.of(&self.trial.metrics, self.tick).map(number_f64))?;
        }
        map.end()
    }
}

/// The results of a scenario as one line of JSON.
#[must_use]
pub fn simulate_json(input: &StudyInput, results: &Results) -> String {
    let measures = measures(input.kind);
    let tick = input.scenario.tick;
    let receipt = Receipt::of(input);
    let policies = input
        .policies
        .iter()
        .zip(&results.policies)
        .map(|(policy, trials)| {
            let first = trials.first().map(|trial| &trial.series);
            PolicyReport {
                policy: &policy.name,
                kind: policy.kind.key(),
                summary: SummaryReport { measures, tick, trials },
                trials: trials.iter().map(|trial| TrialReport { measures, tick, trial }).collect(),
                windows_per_point: first.map_or(1, |series| series.windows_per_point),
                arrivals_first_trial: first.map(|series| series.arrivals()).unwrap_or_default(),
                retries_first_trial: first.map_or(&[], |series| &series.retries),
                accepted_first_trial: first.map_or(&[], |series| &series.accepted),
            }
        })
        .collect();
    let report = SimulationReport {
        version: 1,
        scenario: ScenarioReport { input, receipt: &receipt },
        scenario_sha256: receipt.scenario_sha256.clone(),
        policies,
    };
    serde_json::to_string(&report)
        .unwrap_or_else(|error| unreachable!("numbers and strings always serialise: {error}"))
}

/// What a report says of its scenario that its link does not: fields edited by hand, or a hash of another link.
///
/// `input` is the scenario of the report's link. Empty for a receipt, which says nothing beside the link.
#[must_use]
pub fn contradictions(json: &str, input: &StudyInput) -> Vec<String> {
    #[derive(Deserialize)]
    struct Holder {
        scenario: Option<serde_json::Map<String, Value>>,
        scenario_sha256: Option<String>,
    }
    let Ok(holder) = serde_json::from_str::<Holder>(json.trim_start_matches('\u{feff}')) else {
        return Vec::new();
    };
    let receipt = Receipt::of(input);
    let expected = serde_json::to_value(ScenarioReport { input, receipt: &receipt }).unwrap_or_default();
    // The version of the program that wrote the file may be another one.
    let told = holder
        .scenario
        .unwrap_or_default()
        .into_iter()
        .filter(|(key, _)| key != "link" && key != "app_version");
    let mut found: Vec<String> = told
        .filter_map(|(key, told)| {
            let meant = expected.get(&key)?;
            (told != *meant)
                .then(|| format!("{key} is {told} in the file but {meant} in its link, which is used"))
        })
        .collect();
    if holder.scenario_sha256.is_some_and(|sha| sha != receipt.scenario_sha256) {
        found.push("scenario_sha256 is not the hash of the file's link".to_owned());
    }
    found
}

/// The link inside a report or receipt that the page exported.
///
/// # Errors
/// In words: not JSON, or JSON without a link.
pub fn link_of_report(json: &str) -> Result<String, String> {
    /// Everything else in the file is skipped unread: results can be large.
    #[derive(Deserialize)]
    struct Holder {
        link: Option<Value>,
        scenario: Option<Value>,
    }
    // Some editors put a mark in front of UTF-8.
    let json = json.trim_start_matches('\u{feff}').trim_start();
    if !json.starts_with('{') {
        return Err("is not a JSON object".to_owned());
    }
    let holder: Holder = serde_json::from_str(json).map_err(|error| format!("is not JSON: {error}"))?;
    let inner = holder.scenario.as_ref().and_then(|scenario| scenario.get("link"));
    let link = inner.or(holder.link.as_ref()).and_then(Value::as_str);
    // A blank link would stand for a scenario of defaults, which nobody asked for.
    let link = link.filter(|link| !link.trim().is_empty());
    link.map(str::to_owned)
        .ok_or_else(|| "holds no scenario link (\"scenario\": {\"link\": …} or \"link\": …)".to_owned())
}
