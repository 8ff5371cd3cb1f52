//! The policies compared: added, removed, renamed, and in own scenarios each with its own parameters.

use leptos::prelude::*;

use crate::app::components::{ChoiceField, TextField};
use crate::app::state::AppState;
use crate::link::View;
use crate::sim::limits::MAX_POLICIES;
use crate::study::{PolicyConfig, ScenarioKind, StudyField, plan_of_policy, policy_fields, policy_of_plan};

/// What decides which inputs a policy shows; texts are left out, so that typing rebuilds nothing.
#[derive(Clone, PartialEq)]
struct Shape {
    scenario: ScenarioKind,
    kinds: Vec<String>,
}

/// The list of policies.
#[component]
pub(super) fn Policies() -> impl IntoView {
    let app = expect_context::<AppState>();
    let state = app.simulate;
    let shape = Memo::new(move |_| {
        state.config.with(|config| Shape {
            scenario: config.kind,
            kinds: config.policies.iter().map(|policy| policy.kind.clone()).collect(),
        })
    });
    let general = state.violation("policies".to_owned());
    let is_full = move || shape.with(|shape| shape.kinds.len() >= MAX_POLICIES);
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
            {move || {
                let Shape { scenario, kinds } = shape.get();
                kinds
                    .into_iter()
                    .enumerate()
                    .map(|(index, kind)| view! { <PolicyRow scenario kind index /> })
                    .collect_view()
            }}
            <div class="button-row">
                <button type="button" class="button" disabled=is_full on:click=add>"Add policy"</button>
                <Show when=move || shape.with(|shape| shape.scenario == ScenarioKind::Own)>
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
fn PolicyRow(scenario: ScenarioKind, kind: String, index: usize) -> impl IntoView {
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
    let remove = move |_| {
        state.edit(|config| {
            config.policies.remove(index);
        })
    };
    let can_plan = move || state.input.with(|i| i.as_ref().and_then(|i| plan_of_policy(i, index)).is_some());
    let to_plan = move |_| {
        let plan = state.input.with_untracked(|i| i.as_ref().and_then(|i| plan_of_policy(i, index)));
        if let Some(plan) = plan {
            app.choose();
            app.plan.config.set(plan);
            app.view.set(View::Plan);
        }
    };
    let fields = crate::study::PolicyKind::from_key(&kind)
        .map(|kind| policy_fields(scenario, kind))
        .unwrap_or_default();
    let offered: Vec<_> = scenario.policies().iter().map(|kind| (kind.key(), kind.label())).collect();
    view! {
        <div class="policy" role="group" aria-label=format!("Policy {number}")>
            <div class="fields">
                <ChoiceField
                    id=format!("policy-{number}")
                    label="Policy"
                    choices=offered
                    value=Signal::derive(move || with_policy(|policy| policy.kind.clone()))
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
                {fields.into_iter().map(|field| view! { <PolicyField field index /> }).collect_view()}
            </div>
            <div class="button-row">
                <button type="button" class="button" aria-label=format!("Remove policy {number}") on:click=remove>
                    "Remove"
                </button>
                <Show when=can_plan>
                    <button type="button" class="button" aria-label=format!("Open policy {number} in Plan") on:click=to_plan>
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
    let StudyField::Number(spec) = field else { return ().into_any() };
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
            reading=Signal::derive(move || spec.reading(&text.get()))
            hint=format!("{} {}", field.help(), field.allowed())
            error=Signal::derive(move || violation.get().map(|v| v.at_field()))
            placeholder=if spec.default.is_none() { "unset" } else { "" }
            on_input=move |typed| state.edit(|config| config.policies[index].set(key, typed))
        />
    }
    .into_any()
}
