//! Plan links: `v=1&view=plan&base=500&…`.

use super::{Query, VERSION, View};
use crate::policy::{Field, PlanConfig, PlanInput};
use crate::units::{Problem, Violation};

/// A decoded plan link: every field's raw text, everything wrong, everything ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanLink {
    /// The fields as the link spells them, defaults where it is silent.
    pub config: PlanConfig,
    /// The checked input, when nothing is wrong.
    pub input: Option<PlanInput>,
    /// Everything wrong: the link itself first, then field by field.
    pub violations: Vec<Violation>,
    /// Keys this version does not know; they change nothing.
    pub unknown_keys: Vec<String>,
}

/// Decodes a link as a plan. A link that names another view is a violation of `view`.
#[must_use]
pub fn decode_plan(query: &Query) -> PlanLink {
    let mut config = PlanConfig::default();
    for &field in Field::ALL {
        // An empty value means unset, so the default stands.
        if let Some(text) = query.get(field.key()).filter(|text| !text.trim().is_empty()) {
            config.set(field, text);
        }
    }
    let mut violations = query.violations.clone();
    if let Some(view) = query.view.filter(|view| *view != View::Plan) {
        violations.push(Violation {
            key: "view".to_owned(),
            raw: view.key().to_owned(),
            problem: Problem::Other("is not a plan".to_owned()),
            allowed: View::Plan.key().to_owned(),
        });
    }
    let checked = config.check();
    let input = checked.as_ref().ok().filter(|_| violations.is_empty()).cloned();
    violations.extend(checked.err().into_iter().flatten());
    // Whoever has the catalogue fills in a library before this; without it, the key waits.
    let known: Vec<&str> = Field::ALL.iter().map(|field| field.key()).chain(["library"]).collect();
    let unknown_keys = query.unknown_keys(&known);
    PlanLink { config, input, violations, unknown_keys }
}

/// The canonical link of an input, without `#`: `v`, `view`, then the keys in field order,
/// bare numbers without trailing zeros, defaults left out.
#[must_use]
pub fn encode_plan(input: &PlanInput) -> String {
    let config = PlanConfig::from_input(input);
    let mut link = form_urlencoded::Serializer::new(String::new());
    link.append_pair("v", &VERSION.to_string()).append_pair("view", View::Plan.key());
    for &field in Field::ALL {
        let text = config.text(field);
        if text != field.default_text() {
            link.append_pair(field.key(), text);
        }
    }
    // A comma needs no escaping in a fragment and reads better as itself.
    link.finish().replace("%2C", ",")
}
