//! A scenario as typed, unchecked.

use std::collections::BTreeMap;

use super::fields::{StudyField, study_fields};
use super::{PolicyKind, ScenarioKind};

/// A policy as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyConfig {
    /// The word of its kind; a link may hold one that is no kind.
    pub kind: String,
    /// Its name; blank for the default.
    pub name: String,
    /// Texts by key, for the fields that differ from their defaults or once did.
    texts: BTreeMap<String, String>,
}

impl PolicyConfig {
    /// A policy of a kind with everything at its default.
    #[must_use]
    pub fn of_kind(kind: &str) -> Self {
        Self { kind: kind.to_owned(), name: String::new(), texts: BTreeMap::new() }
    }

    /// What is typed in a field.
    #[must_use]
    pub fn text(&self, field: &StudyField) -> String {
        self.texts.get(field.key()).cloned().unwrap_or_else(|| field.default_text())
    }

    /// Replaces what is typed in a field.
    pub fn set(&mut self, key: &str, text: impl Into<String>) {
        self.texts.insert(key.to_owned(), text.into());
    }
}

/// Every field of a scenario exactly as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyConfig {
    /// Which scenario.
    pub kind: ScenarioKind,
    texts: BTreeMap<String, String>,
    /// The seeds: "first-last" or one number.
    pub seeds: String,
    /// The policies compared.
    pub policies: Vec<PolicyConfig>,
}

impl StudyConfig {
    /// A scenario with its published, or default, parameters.
    #[must_use]
    pub fn of_kind(kind: ScenarioKind) -> Self {
        Self {
            kind,
            texts: BTreeMap::new(),
            seeds: kind.default_seeds().to_owned(),
            policies: kind.default_policies().iter().map(|p| PolicyConfig::of_kind(p.key())).collect(),
        }
    }

    /// What is typed in a field.
    #[must_use]
    pub fn text(&self, field: &StudyField) -> String {
        self.texts.get(field.key()).cloned().unwrap_or_else(|| field.default_text())
    }

    /// Replaces what is typed in a field.
    pub fn set(&mut self, key: &str, text: impl Into<String>) {
        self.texts.insert(key.to_owned(), text.into());
    }

    /// The fields in the order of the canonical link.
    #[must_use]
    pub fn fields(&self) -> &'static [StudyField] {
        study_fields(self.kind)
    }

    /// The name each policy has when none is typed: its kind, numbered from the second of its kind on.
    #[must_use]
    pub fn default_name(&self, index: usize) -> String {
        let kind = self.policies[index].kind.trim();
        let before = self.policies[..index].iter().filter(|p| p.kind.trim() == kind).count();
        if before == 0 { kind.to_owned() } else { format!("{kind} {}", before + 1) }
    }

    /// The name of a policy: typed, or the default.
    #[must_use]
    pub fn name(&self, index: usize) -> String {
        match self.policies[index].name.trim() {
            "" => self.default_name(index),
            name => name.to_owned(),
        }
    }

    /// The kind of a policy, when its word is one that this scenario offers.
    #[must_use]
    pub fn policy_kind(&self, index: usize) -> Option<PolicyKind> {
        let kind = PolicyKind::from_key(self.policies[index].kind.trim())?;
        self.kind.policies().contains(&kind).then_some(kind)
    }
}
