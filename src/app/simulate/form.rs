//! The scenario's inputs.

use leptos::prelude::*;

use super::policies::Policies;
use crate::app::components::{ChoiceField, LinkNotice, TextField};
use crate::app::state::AppState;
use crate::link::{Query, decode_study};
use crate::study::{ScenarioKind, StudyField, study_fields};

/// Scenario, its fields, seeds, policies.
#[component]
pub(super) fn StudyForm() -> impl IntoView {
    let app = expect_context::<AppState>();
    let state = app.simulate;
    let kind = Memo::new(move |_| state.config.with(|config| config.kind));
    let general = Signal::derive(move || {
        let all = state.link_violations.get();
        all.iter().map(ToString::to_string).collect::<Vec<_>>()
    });
    let choose = move |key: String| {
        app.choose();
        state.load(decode_study(&Query::parse(&format!("view=simulate&scenario={key}"))));
    };
    view! {
        <form class="inputs" aria-label="Scenario" on:submit=|event| event.prevent_default()>
            <ChoiceField
                id="scenario"
                label="Scenario"
                choices=ScenarioKind::ALL.map(|kind| (kind.key(), kind.label())).to_vec()
                value=Signal::derive(move || kind.get().key().to_owned())
                hint="Three published studies, or your own server and crowd.".to_owned()
                error=Signal::derive(|| None::<String>)
                on_choice=choose
            />
            <LinkNotice
                problems=general
                ignored=state.unknown_keys
                on_dismiss=move |()| {
                    state.link_violations.set(Vec::new());
                    state.unknown_keys.set(Vec::new());
                }
            />
            {move || {
                let fields = study_fields(kind.get()).iter().map(|field| view! { <Field field /> }).collect_view();
                view! { <div class="fields">{fields} <Seeds /></div> }
            }}
            <Policies />
        </form>
    }
}

#[component]
fn Field(field: &'static StudyField) -> impl IntoView {
    let state = expect_context::<AppState>().simulate;
    let key = field.key();
    let text = Signal::derive(move || state.config.with(|config| config.text(field)));
    let violation = state.violation(key.to_owned());
    let error = Signal::derive(move || violation.get().map(|v| v.at_field()));
    let set = move |typed: String| state.edit(|config| config.set(key, typed));
    match field {
        StudyField::Number(spec) => view! {
            <TextField
                id=format!("sim-{key}")
                label=field.label()
                text
                reading=Signal::derive(move || spec.reading(&text.get()))
                hint=format!("{} {}", field.help(), field.allowed())
                error
                placeholder=if spec.default.is_none() { "unset" } else { "" }
                on_input=set
            />
        }
        .into_any(),
        StudyField::Choice(spec) => view! {
            <ChoiceField
                id=format!("sim-{key}")
                label=field.label()
                choices=spec.choices.to_vec()
                value=text
                hint=field.help().to_owned()
                error
                on_choice=set
            />
        }
        .into_any(),
        // A whole policy stands in a policy's row, not among the fields of a scenario.
        StudyField::Policy(_) => ().into_any(),
    }
}

#[component]
fn Seeds() -> impl IntoView {
    let state = expect_context::<AppState>().simulate;
    let violation = state.violation("seeds".to_owned());
    let text = Signal::derive(move || state.config.with(|config| config.seeds.clone()));
    view! {
        <TextField
            id="sim-seeds"
            label="Seeds"
            text
            reading=""
            hint="One trial a seed: 1-100, or one seed; at most 10,000."
            error=Signal::derive(move || violation.get().map(|v| v.at_field()))
            on_input=move |typed| state.edit(|config| config.seeds = typed)
        />
    }
}
