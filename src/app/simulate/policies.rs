//! The policies compared: added, removed, renamed, and in own scenarios each with its own parameters.

use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::app::components::{ChoiceField, TextField};
use crate::app::state::AppState;
use crate::link::View;
use crate::sim::limits::MAX_POLICIES;
use crate::study::{
    PolicyConfig, PolicyKind, ScenarioKind, StudyField, plan_of_policy, policy_fields, policy_of_plan,
};

/// The button that takes the focus when the row that had it is gone.
const ADD: &str = "add-policy";

/// The list of policies.
#[component]
pub(super) fn Policies() -> impl IntoView {
    let app = expect_context::<AppState>();
    let state = app.simulate;
    // Texts and kinds are left out: typing and choosing must not rebuild the input that has the focus.
    let shape = Memo::new(move |_| state.config.with(|config| (config.kind, config.policies.len())));
    let general = state.violation("policies".to_owned());
    let is_full = move || shape.get().1 >= MAX_POLICIES;
    let add = move |_| {
        state.edit(|config| {
            // The first kind not yet there, so that a click adds something new.
            let offered = config.kind.policies();
            let missing = offered.iter().find(|kind| config.policies.iter().all(|p| p.kind != kind.key()));
            let kind = missing.or(offered.last()).map_or("full", |kind| kind.key());
            config.policies.push(PolicyConfig::of_kind(kind));
        });
    };
    let add_from_plan = move |_| {
        if let Some(plan) = app.plan.input.get_untracked() {
            state.edit(|config| config.policies.push(policy_of_plan(&plan)));
        }
    };
    view! {
        <fieldset class="policies">
            <legend>"Policies"</legend>
            {move || general.get().map(|v| view! { <p class="field-error">"✕ " {v.at_field()}</p> })}
            <For
                each=move || {
                    let (scenario, count) = shape.get();
                    (0..count).map(move |index| (scenario, index))
                }
                key=|row| *row
                children=|(scenario, index)| view! { <PolicyRow scenario index /> }
            />
            <div class="button-row">
                <button id=ADD type="button" class="button" disabled=is_full on:click=add>"Add policy"</button>
                <Show when=move || shape.get().0 == ScenarioKind::Own>
                    <button type="button" class="button" disabled=is_full on:click=add_from_plan>
                        "Add the plan's policy"
                    </button>
                </Show>
            </div>
            <p class="field-help">{format!("1 to {MAX_POLICIES} policies; all meet the same seeds.")}</p>
        </fieldset>
    }
}

#[component]
fn PolicyRow(scenario: ScenarioKind, index: usize) -> impl IntoView {
    let app = expect_context::<AppState>();
    let state = app.simulate;
    let number = index + 1;
    let kind_violation = state.violation(format!("policies.{number}"));
    let name_violation = state.violation(format!("names.{number}"));
    let with_policy = move |read: fn(&PolicyConfig) -> String| {
        state.config.with(|config| config.policies.get(index).map(read).unwrap_or_default())
    };
    let default_name = Signal::derive(move || {
        state.config.with(|c| if index < c.policies.len() { c.default_name(index) } else { String::new() })
    });
    let kind = Memo::new(move |_| with_policy(|policy| policy.kind.clone()));
    let remove = move |_| {
        // The last row goes, whichever policy does; its button may have had the focus.
        if index + 1 == state.config.with_untracked(|config| config.policies.len()) {
            focus(ADD);
        }
        state.edit(|config| {
            config.policies.remove(index);
        });
    };
    let can_plan = move || state.input.with(|i| i.as_ref().and_then(|i| plan_of_policy(i, index)).is_some());
    let to_plan = move |_| {
        let plan = state.input.with_untracked(|i| i.as_ref().and_then(|i| plan_of_policy(i, index)));
        if let Some(plan) = plan {
            app.choose();
            app.plan.link_violations.set(Vec::new());
            app.plan.unknown_keys.set(Vec::new());
            app.plan.config.set(plan);
            app.view.set(View::Plan);
        }
    };
    let fields = move || {
        let fields = PolicyKind::from_key(&kind.get()).map(|kind| policy_fields(scenario, kind));
        fields.into_iter().flatten().map(|field| view! { <PolicyField field index /> }).collect_view()
    };
    let offered: Vec<_> = scenario.policies().iter().map(|kind| (kind.key(), kind.label())).collect();
    view! {
        <div class="policy" role="group" aria-label=format!("Policy {number}")>
            <div class="fields">
                <ChoiceField
                    id=format!("policy-{number}")
                    label="Policy"
                    choices=offered
                    value=kind
                    hint=""
                    error=Signal::derive(move || kind_violation.get().map(|v| v.at_field()))
                    on_choice=move |key| state.edit(|config| config.policies[index].kind = key)
                />
                <TextField
                    id=format!("name-{number}")
                    label="Name"
                    text=Signal::derive(move || with_policy(|policy| policy.name.clone()))
                    reading=""
                    hint=Signal::derive(move || format!("Shown as “{}” when empty.", default_name.get()))
                    error=Signal::derive(move || name_violation.get().map(|v| v.at_field()))
                    on_input=move |typed| state.edit(|config| config.policies[index].name = typed)
                />
                {fields}
            </div>
            <div class="button-row">
                <button type="button" class="button" aria-label=format!("Remove policy {number}") on:click=remove>
                    "Remove"
                </button>
                <Show when=can_plan>
                    <button type="button" class="button" aria-label=format!("Open in Plan: policy {number}") on:click=to_plan>
                        "Open in Plan"
                    </button>
                </Show>
            </div>
        </div>
    }
}

#[component]
fn PolicyField(field: &'static StudyField, index: usize) -> impl IntoView {
    let state = expect_context::<AppState>().simulate;
    let key = field.key();
    let spec = match field {
        StudyField::Number(spec) => Some(spec),
        StudyField::Choice(_) | StudyField::Policy(_) => None,
    };
    let violation = state.violation(format!("{key}.{}", index + 1));
    let text = Signal::derive(move || {
        state
            .config
            .with(|config| config.policies.get(index).map(|policy| policy.text(field)).unwrap_or_default())
    });
    view! {
        <TextField
            id=format!("{key}-{}", index + 1)
            label=field.label()
            text
            reading=Signal::derive(move || spec.map(|spec| spec.reading(&text.get())).unwrap_or_default())
            hint=match spec {
                Some(_) => format!("{} {}", field.help(), field.allowed()),
                None => field.help().to_owned(),
            }
            error=Signal::derive(move || violation.get().map(|v| v.at_field()))
            placeholder=if spec.is_some_and(|spec| spec.default.is_none()) { "unset" } else { "" }
            on_input=move |typed| state.edit(|config| config.policies[index].set(key, typed))
        />
    }
    .into_any()
}

fn focus(id: &str) {
    let element = document().get_element_by_id(id);
    if let Some(element) = element.and_then(|e| e.dyn_into::<web_sys::HtmlElement>().ok()) {
        // Only an element that cannot have the focus refuses it.
        let _ = element.focus();
    }
}
