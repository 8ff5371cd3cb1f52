//! The policy's inputs.

use leptos::prelude::*;

use crate::app::components::{ChoiceField, TextField};
use crate::app::state::{AppState, PlanState};
use crate::link::{PLAN_EXAMPLES, Query, decode_plan};
use crate::math::{Exact, group_digits, human_ms};
use crate::policy::{Choice, Field, Jitter};
use crate::units::{FieldSpec, Quantity, shorten};

/// How many problems or ignored keys of a link are listed.
const SHOWN_PROBLEMS: usize = 8;

/// Examples, then every field of the plain calculator, in the order of the link.
#[component]
pub(super) fn PlanForm() -> impl IntoView {
    let state = expect_context::<AppState>().plan;
    let fields = Field::ALL
        .into_iter()
        .map(|field| match field.accepts() {
            Choice::Number(spec) => view! { <NumberField field spec state /> }.into_any(),
            Choice::Jitter => view! { <JitterField state /> }.into_any(),
        })
        .collect_view();
    view! {
        <form class="inputs" aria-label="Retry policy" on:submit=|event| event.prevent_default()>
            <Examples />
            <LinkProblems state />
            <div class="fields">{fields}</div>
        </form>
    }
}

/// Policies to start from.
#[component]
fn Examples() -> impl IntoView {
    let app = expect_context::<AppState>();
    let choose = move |event| {
        let index = event_target_value(&event).parse::<usize>().ok();
        if let Some(example) = index.and_then(|i| PLAN_EXAMPLES.get(i)) {
            app.choose();
            app.plan.load(decode_plan(&Query::parse(example.link)));
        }
    };
    // The select shows the example the fields hold right now, if any.
    let shown = move || {
        let config = app.plan.config.get();
        PLAN_EXAMPLES.iter().position(|e| decode_plan(&Query::parse(e.link)).config == config)
    };
    view! {
        <div class="field">
            <div class="field-head"><label for="example">"Start from an example"</label></div>
            <select id="example" aria-describedby="example-help" on:change=choose>
                <option value="" disabled prop:selected=move || shown().is_none()>"Your own policy"</option>
                {PLAN_EXAMPLES
                    .iter()
                    .enumerate()
                    .map(|(i, e)| {
                        view! {
                            <option value=i.to_string() prop:selected=move || shown() == Some(i)>{e.name}</option>
                        }
                    })
                    .collect_view()}
            </select>
            <p class="field-help" id="example-help">
                {move || shown().map_or("Change anything; the answer follows as you type.", |i| PLAN_EXAMPLES[i].shows)}
            </p>
        </div>
    }
}

/// What is wrong with the link as a whole, and what of it was ignored.
#[component]
fn LinkProblems(state: PlanState) -> impl IntoView {
    let general = move || {
        let all = state.link_violations.get();
        all.into_iter()
            .filter(|v| Field::from_key(&v.key).is_none())
            .map(|v| v.to_string())
            .collect::<Vec<_>>()
    };
    // Hostile links can hold tens of thousands of keys; a few show what is the matter.
    let few = |all: Vec<String>| {
        let more = all.len().saturating_sub(SHOWN_PROBLEMS);
        let rest = (more > 0).then(|| format!("and {} more", group_digits(&more.to_string())));
        all.into_iter().take(SHOWN_PROBLEMS).chain(rest).collect::<Vec<_>>()
    };
    let dismiss = move |_| {
        state.link_violations.update(|all| all.retain(|v| Field::from_key(&v.key).is_some()));
        state.unknown_keys.set(Vec::new());
    };
    let nothing = move || general().is_empty() && state.unknown_keys.with(Vec::is_empty);
    view! {
        <Show when=move || !nothing()>
            <div class="notice" role="alert">
                <p>"About the link you opened:"</p>
                <ul>
                    {move || few(general()).into_iter().map(|text| view! { <li>{text}</li> }).collect_view()}
                    {move || {
                        let ignored: Vec<String> = state.unknown_keys.with(|all| all.iter().map(|key| shorten(key)).collect());
                        (!ignored.is_empty())
                            .then(|| view! { <li>"Not known here and ignored: " {few(ignored).join(", ")}</li> })
                    }}
                </ul>
                <button type="button" class="button" on:click=dismiss>"Dismiss"</button>
            </div>
        </Show>
    }
}

#[component]
fn NumberField(field: Field, spec: &'static FieldSpec, state: PlanState) -> impl IntoView {
    let text = Signal::derive(move || state.config.with(|c| c.text(field).to_owned()));
    let violation = state.violation(field);
    let reading = Signal::derive(move || {
        // Says how a duration was understood wherever that differs from what was typed.
        let text = text.get();
        let said = spec.read(&text).ok().and_then(|steps| in_words(spec, steps)).unwrap_or_default();
        if said == text.trim() || said == format!("{} ms", text.trim()) { String::new() } else { said }
    });
    let hint = hint(field, spec);
    let ignored = Signal::derive(move || {
        field == Field::Multiplier
            && Jitter::from_key(state.config.with(|c| c.text(Field::Jitter).to_owned()).trim())
                == Some(Jitter::Decorrelated)
    });
    view! {
        <TextField
            id=field.key()
            label=field.label()
            text
            reading
            hint=Signal::derive(move || {
                if ignored.get() { "Plays no part with decorrelated jitter.".to_owned() } else { hint.clone() }
            })
            error=Signal::derive(move || violation.get().map(|v| v.at_field()))
            placeholder=if spec.default.is_none() { "unset" } else { "" }
            on_input=move |typed| state.set(field, typed)
        />
    }
}

/// The limits in as few words as fit under a field.
fn hint(field: Field, spec: &FieldSpec) -> String {
    match field {
        Field::Base => format!("{}; 500, 1.5s, 2m, 1h", spec.allowed()),
        _ => spec.allowed(),
    }
}

/// A duration in the units people say; `None` for quantities without one.
fn in_words(spec: &FieldSpec, steps: u64) -> Option<String> {
    match spec.quantity {
        Quantity::Duration => Some(human_ms(&Exact::from_steps(steps, spec.quantity.decimals()))),
        Quantity::WholeSeconds => Some(human_ms(&Exact::from_steps(steps, 0).times(1000))),
        _ => None,
    }
}

#[component]
fn JitterField(state: PlanState) -> impl IntoView {
    let field = Field::Jitter;
    let violation = state.violation(field);
    view! {
        <ChoiceField
            id=field.key()
            label=field.label()
            choices=Jitter::ALL.map(|j| (j.key(), jitter_words(j).0)).to_vec()
            value=Signal::derive(move || state.config.with(|c| c.text(field).trim().to_owned()))
            hint=Signal::derive(move || {
                let chosen = Jitter::from_key(state.config.with(|c| c.text(field).to_owned()).trim());
                chosen.map_or(String::new(), |jitter| format!("Each wait: {}", jitter_words(jitter).1))
            })
            error=Signal::derive(move || violation.get().map(|v| v.at_field()))
            on_choice=move |chosen| state.set(field, chosen)
        />
    }
}

/// Name and range of a jitter family: "Full" and "0 to d". The select is too narrow for both.
fn jitter_words(jitter: Jitter) -> (&'static str, &'static str) {
    jitter.label().split_once(": ").unwrap_or((jitter.label(), ""))
}
