//! Scenarios as people type them: the form of each published study and of own scenarios, its limits,
//! and the one way from there to a checked [`Scenario`](crate::sim::Scenario).

mod build;
mod check;
mod config;
mod exchange;
mod fields;
mod kind;
mod measure;
mod planned;
mod seeds;

pub use check::{PolicyInput, StudyInput, names_allowed};
pub use config::{PolicyConfig, StudyConfig};
pub use exchange::{plan_of_policy, policy_of_plan};
pub use fields::{StudyField, policy_fields, study_fields};
pub use kind::{PolicyKind, ScenarioKind};
pub use measure::{Better, Measure, Unit, measures};
