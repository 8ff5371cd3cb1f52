//! One library: its default plan, and everything known of it.

use leptos::prelude::*;

use super::facts::Facts;
use super::state::Load;
use crate::app::components::Sentence;
use crate::app::plan::{Answer, ExplanationPanel, PlanTable, Shown, TimelinePanel};
use crate::app::state::AppState;
use crate::library::Entry;
use crate::link::{PlanLink, Query, View, decode_plan};
use crate::policy::{Plan, verdict};
use crate::study::policy_of_plan;
use crate::units::shorten;

/// The entry chosen; what to do while none is.
#[component]
pub(super) fn Detail() -> impl IntoView {
    let state = expect_context::<AppState>().library;
    let entry = Memo::new(move |_| state.entry());
    move || match (entry.get(), state.chosen.get(), state.load.get()) {
        (Some(entry), ..) => view! { <EntryPanel entry /> }.into_any(),
        (None, Some(id), Load::Ready(catalogue)) => {
            let near = catalogue.nearest(&id).into_iter().map(str::to_owned).collect::<Vec<_>>();
            view! { <Unknown id near /> }.into_any()
        }
        (None, None, Load::Ready(_)) => view! { <Start /> }.into_any(),
        _ => ().into_any(),
    }
}

/// Before anything is chosen.
#[component]
fn Start() -> impl IntoView {
    view! {
        <section class="panel">
            <h2>"What does your client really do?"</h2>
            <p class="verdict">
                "“retries = 3, exponential” hides an exponent offset, the place of the cap, a rounding, a Retry-After rule, and often no jitter at all."
            </p>
            <p>
                "Choose a library to see when its retries start by default, how it counts attempts, and what surprises people. Choose up to four to compare."
            </p>
        </section>
    }
}

/// A link named a library that is not there.
#[component]
fn Unknown(id: String, near: Vec<String>) -> impl IntoView {
    let state = expect_context::<AppState>().library;
    let offers = near
        .into_iter()
        .map(|id| {
            let chosen = id.clone();
            view! {
                <button type="button" class="button" on:click=move |_| state.chosen.set(Some(chosen.clone()))>{id}</button>
            }
        })
        .collect_view();
    view! {
        <section class="notice notice-error" role="alert">
            <p>{format!("The catalogue has no “{}”. Near it:", shorten(&id))}</p>
            <div class="button-row">{offers}</div>
        </section>
    }
}

#[component]
fn EntryPanel(entry: Entry) -> impl IntoView {
    let app = expect_context::<AppState>();
    let state = app.library;
    let input = entry.input().ok();
    let answer: Answer = {
        let input = input.clone();
        Memo::new(move |_| input.clone().map(|input| (input.clone(), Plan::new(&input))))
    };
    let shown = Shown::new(answer, state.selected);
    let has_rows = answer.with_untracked(|a| a.as_ref().is_some_and(|(_, plan)| !plan.rows.is_empty()));
    let said = answer.with_untracked(|a| a.as_ref().map(|(input, plan)| verdict(input, plan)));
    let link = entry.plan_link();
    let load_plan = move |_| {
        app.choose();
        app.plan.load(decode_plan(&Query::parse(&link)));
        app.view.set(View::Plan);
    };
    let for_crowd = input.clone();
    let load_simulate = move |_| {
        if let Some(input) = &for_crowd {
            app.choose();
            app.simulate.open_own_with(policy_of_plan(input));
            app.view.set(View::Simulate);
        }
    };
    let id = StoredValue::new(entry.id.clone());
    let is_compared = move || id.with_value(|id| state.is_compared(id));
    let toggle = move |_| {
        app.choose();
        id.with_value(|id| state.toggle_compared(id));
    };
    let examples = entry
        .examples
        .iter()
        .map(|example| {
            let decoded = decode_plan(&Query::parse(&format!("{}&client={}", example.policy, entry.id)));
            view! { <ExampleButton config=example.config.clone() link=decoded /> }
        })
        .collect_view();
    let has_examples = !entry.examples.is_empty();
    view! {
        <article class="answer" aria-labelledby="entry-heading">
            <section class="panel entry-head">
                <h2 id="entry-heading">{entry.name.clone()} <span class="unit">" " {entry.version.clone()}</span></h2>
                {entry.is_unverified().then(|| view! {
                    <p class="notice">"Unverified: read from documentation or from part of the source."</p>
                })}
                <p class="verdict">{said.map(|text| view! { <Sentence text /> })}</p>
                <p>{entry.formula.clone()}</p>
                {entry.config.clone().map(|config| view! { <p class="entry-config">"Configuration: " {config}</p> })}
                <div class="button-row">
                    <button type="button" class="button button-primary" on:click=load_plan>"Load into Plan"</button>
                    <button type="button" class="button" on:click=load_simulate>"Load into Simulate"</button>
                    <button
                        type="button"
                        class="button"
                        aria-pressed=move || is_compared().to_string()
                        disabled=move || !is_compared() && state.is_full()
                        on:click=toggle
                    >
                        {move || if is_compared() { "Remove from comparison" } else { "Compare" }}
                    </button>
                </div>
            </section>
            {has_rows.then(|| view! { <TimelinePanel shown /> })}
            <section class="panel" aria-labelledby="entry-plan-heading">
                <h2 id="entry-plan-heading">"Default plan"</h2>
                <PlanTable shown />
                {has_rows.then(|| view! { <ExplanationPanel shown /> })}
            </section>
            <Facts entry=entry.clone() />
            {has_examples.then(|| view! {
                <section class="panel" aria-labelledby="examples-heading">
                    <h2 id="examples-heading">"Other configurations"</h2>
                    <ul class="entry-examples">{examples}</ul>
                </section>
            })}
        </article>
    }
}

/// Another configuration, to be planned.
#[component]
fn ExampleButton(config: String, link: PlanLink) -> impl IntoView {
    let app = expect_context::<AppState>();
    let load = move |_| {
        app.choose();
        app.plan.load(link.clone());
        app.view.set(View::Plan);
    };
    view! {
        <li>
            <code>{config}</code>
            <button type="button" class="button" on:click=load>"Load into Plan"</button>
        </li>
    }
}
