//! The policy's inputs.

use leptos::prelude::*;

use crate::app::components::{ChoiceField, LinkNotice, TextField};
use crate::app::state::{AppState, PlanState};
use crate::link::{PLAN_EXAMPLES, Query, View, decode_plan};
use crate::policy::retry_after::field_reading;
use crate::policy::{Accepts, Field, FieldGroup, Jitter};
use crate::units::{ChoiceSpec, FieldSpec, Violation, shorten};

/// Examples, then every field in the order of the link: the plain calculator's, then two folds.
#[component]
pub(super) fn PlanForm() -> impl IntoView {
    let state = expect_context::<AppState>().plan;
    let inputs = move |group| {
        let fields = Field::ALL.iter().filter(move |field| field.group() == group);
        fields.map(move |field| view! { <FieldInput field=*field state /> }).collect_view()
    };
    let given = move |group| {
        state.config.with(|config| {
            Field::ALL.iter().filter(|field| field.group() == group && config.is_given(**field)).count()
        })
    };
    view! {
        <form class="inputs" aria-label="Retry policy" on:submit=|event| event.prevent_default()>
            <Examples />
            <LinkProblems state />
            <ClientLine />
            <div class="fields">{inputs(FieldGroup::Plain)}</div>
            <FieldFold name="More about the call" given=Signal::derive(move || given(FieldGroup::Conditions))>
                {inputs(FieldGroup::Conditions)}
            </FieldFold>
            <FieldFold
                name="Dialect: how a library departs from this"
                given=Signal::derive(move || given(FieldGroup::Dialect))
            >
                {inputs(FieldGroup::Dialect)}
            </FieldFold>
        </form>
    }
}

/// Fields behind a summary that says how many are set. It opens by itself when a link sets one.
#[component]
fn FieldFold(
    /// What the fields are about.
    name: &'static str,
    /// How many are set.
    given: Signal<usize>,
    children: Children,
) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let has_any = Memo::new(move |_| given.get() > 0);
    Effect::new(move |_| {
        if has_any.get() {
            is_open.set(true);
        }
    });
    view! {
        <details class="field-fold" prop:open=move || is_open.get()>
            <summary>
                {name}
                <span class="field-reading">
                    {move || match given.get() { 0 => String::new(), n => format!("{n} set") }}
                </span>
            </summary>
            <div class="fields">{children()}</div>
        </details>
    }
}

/// The input a field needs; nothing while it plays no part.
#[component]
fn FieldInput(field: Field, state: PlanState) -> impl IntoView {
    let is_relevant = Memo::new(move |_| state.config.with(|config| config.is_relevant(field)));
    move || {
        is_relevant.get().then(|| match field.accepts() {
            Accepts::Choice(_) if field == Field::Jitter => view! { <JitterField state /> }.into_any(),
            Accepts::Choice(spec) => view! { <WordField field spec state /> }.into_any(),
            Accepts::Name(_) => ().into_any(),
            Accepts::Number(spec) | Accepts::NumberOr(spec, _) | Accepts::List(spec, _) => {
                view! { <NumberField field spec state /> }.into_any()
            }
        })
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

/// The library this policy was taken from.
#[component]
fn ClientLine() -> impl IntoView {
    let app = expect_context::<AppState>();
    let client =
        Memo::new(move |_| app.plan.config.with(|config| config.text(Field::Client).trim().to_owned()));
    let show = move |_| {
        app.choose();
        app.library.chosen.set(Some(client.get_untracked()));
        app.view.set(View::Library);
    };
    let forget = move |_| {
        app.choose();
        app.plan.set(Field::Client, String::new());
    };
    move || {
        let id = client.get();
        (!id.is_empty()).then(|| {
            view! {
                <div class="client-line">
                    <p>"Taken from the library " <strong>{shorten(&id)}</strong>"."</p>
                    <div class="button-row">
                        <button type="button" class="button" on:click=show>"Show it"</button>
                        <button type="button" class="button button-quiet" on:click=forget>"Forget"</button>
                    </div>
                </div>
            }
        })
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
    let idle = Memo::new(move |_| state.config.with(|config| config.idle_reason(field)));
    let hint = Memo::new(move |_| {
        let allowed = state.config.with(|config| config.allowed(field));
        match field {
            Field::Base => format!("{allowed}; 500, 1.5s, 2m, 1h"),
            Field::RetryAfter => format!("{allowed}; or paste the header, with its Date line"),
            _ if field.group() == FieldGroup::Plain => allowed,
            _ => format!("{} {allowed}.", spec.help),
        }
    });
    view! {
        <TextField
            id=field.key()
            label=field.label()
            text
            reading
            hint=Signal::derive(move || {
                idle.get().unwrap_or_else(|| hint.get())
            })
            error=Signal::derive(move || violation.get().map(|v| v.at_field()))
            placeholder=if spec.default.is_none() { "unset" } else { "" }
            // A pasted block of headers keeps its lines.
            lines=u32::from(field == Field::RetryAfter)
            on_input=move |typed| state.set(field, typed)
        />
    }
}

/// A choice of a dialect.
#[component]
fn WordField(field: Field, spec: &'static ChoiceSpec, state: PlanState) -> impl IntoView {
    let violation = state.violation(field);
    view! {
        <ChoiceField
            id=field.key()
            label=field.label()
            choices=spec.choices.to_vec()
            value=Signal::derive(move || {
                let text = state.config.with(|c| c.text(field).trim().to_owned());
                if text.is_empty() { field.default_text() } else { text }
            })
            hint=Signal::derive(move || spec.help.to_owned())
            error=Signal::derive(move || violation.get().map(|v| v.at_field()))
            on_choice=move |chosen| state.set(field, chosen)
        />
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
            choices=Jitter::WORDS.map(|(key, label)| (key, name_and_range(label).0)).to_vec()
            value=Signal::derive(move || state.config.with(|c| c.text(field).trim().to_owned()))
            hint=Signal::derive(move || {
                let chosen = state.config.with(|c| c.text(field).trim().to_owned());
                let label = Jitter::WORDS.into_iter().find(|(key, _)| *key == chosen).map(|(_, label)| label);
                label.map_or(String::new(), |label| format!("Each wait: {}", name_and_range(label).1))
            })
            error=Signal::derive(move || violation.get().map(|v| v.at_field()))
            on_choice=move |chosen| state.set(field, chosen)
        />
    }
}

/// "Full" and "0 to d" of "Full: 0 to d". The select is too narrow for both.
fn name_and_range(label: &'static str) -> (&'static str, &'static str) {
    label.split_once(": ").unwrap_or((label, ""))
}
