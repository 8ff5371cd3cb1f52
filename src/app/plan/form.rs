//! The policy's inputs.

use leptos::prelude::*;

use crate::app::components::{ChoiceField, LinkNotice, TextField};
use crate::app::state::{AppState, PlanState};
use crate::link::{PLAN_EXAMPLES, Query, decode_plan};
use crate::policy::retry_after::field_reading;
use crate::policy::{Choice, Field, Jitter};
use crate::units::{FieldSpec, Violation};

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
    let of_no_field = |v: &Violation| Field::from_key(&v.key).is_none();
    let problems = Signal::derive(move || {
        state
            .link_violations
            .with(|all| all.iter().filter(|v| of_no_field(v)).map(ToString::to_string).collect())
    });
    let dismiss = move |()| {
        state.link_violations.update(|all| all.retain(|v| !of_no_field(v)));
        state.unknown_keys.set(Vec::new());
    };
    view! { <LinkNotice problems ignored=state.unknown_keys on_dismiss=dismiss /> }
}

#[component]
fn NumberField(field: Field, spec: &'static FieldSpec, state: PlanState) -> impl IntoView {
    let text = Signal::derive(move || state.config.with(|c| c.text(field).to_owned()));
    let violation = state.violation(field);
    let reading = Signal::derive(move || match field {
        Field::RetryAfter => field_reading(spec, &text.get()),
        _ => spec.reading(&text.get()),
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
            // A pasted block of headers keeps its lines.
            lines=u32::from(field == Field::RetryAfter)
            on_input=move |typed| state.set(field, typed)
        />
    }
}

/// The limits in as few words as fit under a field.
fn hint(field: Field, spec: &FieldSpec) -> String {
    match field {
        Field::Base => format!("{}; 500, 1.5s, 2m, 1h", spec.allowed()),
        Field::RetryAfter => format!("{}; or paste the header, with its Date line", spec.allowed()),
        _ => spec.allowed(),
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
