//! A plan's inputs as typed, and the one way from there to checked values.

use super::PlanInput;
use super::check::check;
use super::field::{Accepts, Field, FieldGroup};
use super::write::texts_of;
use crate::units::Violation;

/// Every field's text exactly as typed; unchecked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanConfig {
    texts: Vec<String>,
}

impl Default for PlanConfig {
    fn default() -> Self {
        Self { texts: Field::ALL.iter().map(|field| field.default_text()).collect() }
    }
}

impl PlanConfig {
    /// What was typed into a field.
    #[must_use]
    pub fn text(&self, field: Field) -> &str {
        &self.texts[field as usize]
    }

    /// Replaces what is typed in a field.
    pub fn set(&mut self, field: Field, text: impl Into<String>) {
        self.texts[field as usize] = text.into();
    }

    /// Whether a field holds something other than its default.
    #[must_use]
    pub fn is_given(&self, field: Field) -> bool {
        let text = self.text(field).trim();
        !text.is_empty() && text != field.default_text()
    }

    /// Whether any field of a dialect is given, or a word in a plain field that only a dialect has
    /// (`cap=none`): the policy then is a general one with wider limits.
    #[must_use]
    pub fn is_dialect(&self) -> bool {
        Field::ALL.iter().any(|field| {
            let text = self.text(*field).trim();
            match (field.group(), field.accepts_in_dialect()) {
                (FieldGroup::Dialect, _) => self.is_given(*field),
                (FieldGroup::Plain, Accepts::NumberOr(_, word)) => text == word,
                (FieldGroup::Plain, Accepts::Choice(wide)) => {
                    let Accepts::Choice(plain) = field.accepts() else { return false };
                    wide.read(text).is_ok() && plain.read(text).is_err()
                }
                _ => false,
            }
        })
    }

    /// What a field accepts, given the others.
    #[must_use]
    pub fn accepts(&self, field: Field) -> Accepts {
        if self.is_dialect() { field.accepts_in_dialect() } else { field.accepts() }
    }

    /// The checked input, or every violation at once, in field order.
    ///
    /// # Errors
    /// One [`Violation`] for each field that holds no valid value. A blank optional field is unset;
    /// a blank required one is [`crate::units::Problem::Missing`].
    pub fn check(&self) -> Result<PlanInput, Vec<Violation>> {
        check(self)
    }

    /// The canonical texts of a checked input.
    #[must_use]
    pub fn from_input(input: &PlanInput) -> Self {
        let mut config = Self::default();
        for (field, text) in texts_of(input) {
            config.set(field, text);
        }
        // Without a given field of a dialect the plain limits hold; a policy beyond them says that it is general.
        if !config.is_dialect() && config.check().is_err() {
            config.set(Field::Growth, "exponential");
        }
        config
    }

    /// The given fields that play no part in the policy, as the others make it.
    #[must_use]
    pub fn unused(&self) -> Vec<Field> {
        let Ok(input) = self.check() else { return Vec::new() };
        let used = Self::from_input(&input);
        let of_no_use = |field: &Field| {
            field.group() == FieldGroup::Dialect
                && *field != Field::Growth
                && self.is_given(*field)
                && !used.is_given(*field)
        };
        Field::ALL.iter().copied().filter(of_no_use).collect()
    }
}
