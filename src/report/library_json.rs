//! Entries of the catalogue as JSON and as tables, version 1. Fields may be added, none may change.

use serde::Serialize;
use serde_json::value::RawValue;

use super::columns::aligned;
use super::{plan_json, plan_text};
use crate::library::{Catalogue, Entry};
use crate::policy::Plan;

#[derive(Serialize)]
struct List<'a> {
    version: u32,
    libraries: Vec<Line<'a>>,
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    name: &'a str,
    language: &'a str,
    library_version: &'a str,
    jitter: bool,
    honours_retry_after: bool,
    budget: bool,
    model_fit: &'static str,
    checked: &'static str,
    link: String,
}

#[derive(Serialize)]
struct One<'a> {
    version: u32,
    #[serde(flatten)]
    entry: WithoutVersion<'a>,
    library_version: &'a str,
    attempts_in_words: String,
    plan: Option<Box<RawValue>>,
}

/// An entry whose own `version` would hide the version of the report.
struct WithoutVersion<'a>(&'a Entry);

impl Serialize for WithoutVersion<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut value = serde_json::to_value(self.0).map_err(serde::ser::Error::custom)?;
        if let Some(fields) = value.as_object_mut() {
            fields.remove("version");
            fields.retain(|_, field| !field.is_null());
        }
        value.serialize(serializer)
    }
}

fn line(entry: &Entry) -> Line<'_> {
    Line {
        id: &entry.id,
        name: &entry.name,
        language: &entry.language,
        library_version: &entry.version,
        jitter: entry.has_jitter(),
        honours_retry_after: entry.honours_retry_after(),
        budget: entry.budget.is_some(),
        model_fit: entry.model_fit.key(),
        checked: entry.checked.key(),
        link: entry.plan_link(),
    }
}

/// All entries, a summary each, as one line of JSON.
#[must_use]
pub fn libraries_json(catalogue: &Catalogue) -> String {
    let libraries = catalogue.entries().iter().map(line).collect();
    serde_json::to_string(&List { version: 1, libraries })
        .unwrap_or_else(|error| unreachable!("strings always serialise: {error}"))
}

/// One entry with the plan of its default policy, as one line of JSON.
#[must_use]
pub fn library_json(entry: &Entry) -> String {
    let plan = entry.input().ok().map(|input| plan_json(&input, &Plan::new(&input)));
    let report = One {
        version: 1,
        entry: WithoutVersion(entry),
        library_version: &entry.version,
        attempts_in_words: entry.attempts_in_words(),
        plan: plan.and_then(|json| RawValue::from_string(json).ok()),
    };
    serde_json::to_string(&report).unwrap_or_else(|error| unreachable!("strings always serialise: {error}"))
}

/// All entries as a table for people.
#[must_use]
pub fn libraries_text(catalogue: &Catalogue) -> String {
    let yes = |is: bool| if is { "yes" } else { "no" };
    let header = ["Id", "Language", "Version", "Jitter", "Retry-After", "Budget", "Checked"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    rows.extend(catalogue.entries().iter().map(|entry| {
        vec![
            entry.id.clone(),
            entry.language.clone(),
            entry.version.clone(),
            yes(entry.has_jitter()).to_owned(),
            yes(entry.honours_retry_after()).to_owned(),
            yes(entry.budget.is_some()).to_owned(),
            entry.checked.key().to_owned(),
        ]
    }));
    aligned(&rows, |_| true)
}

/// One entry for people: what it does in words, then its default plan.
#[must_use]
pub fn library_text(entry: &Entry) -> String {
    let mut lines = vec![format!("{} {} ({})", entry.name, entry.version, entry.language)];
    let mut say = |label: &str, text: &str| {
        if !text.is_empty() {
            lines.push(format!("{label}: {text}"));
        }
    };
    say("Rule", &entry.formula);
    say("Configuration", entry.config.as_deref().unwrap_or("the library\u{2019}s defaults"));
    say("Attempts", &entry.attempts_in_words());
    say("Retry-After", &entry.retry_after_in_words());
    say("Budget", entry.budget.as_ref().map_or("", |budget| &budget.text));
    for surprise in &entry.surprises {
        say("Note well", surprise);
    }
    say("Checked", &format!("{}; {}. Source: {}", entry.checked.word(), entry.method, entry.source));
    say("Model", entry.model_fit.word());
    say("", entry.fit_note.as_deref().unwrap_or_default());
    say("Correction", entry.correction.as_deref().unwrap_or_default());
    let mut text = lines.join("\n");
    if let Ok(input) = entry.input() {
        text.push_str("\n\n");
        text.push_str(&plan_text(&input, &Plan::new(&input)));
    }
    text
}
