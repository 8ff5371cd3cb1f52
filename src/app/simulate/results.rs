//! Everything a run has to show.

use std::sync::Arc;

use leptos::prelude::*;

use super::charts::Charts;
use super::compare::Compare;
use super::outcome::Outcome;
use super::predict::Predict;
use super::receipt::ReceiptPanel;
use crate::app::components::Sentence;
use crate::app::state::AppState;
use crate::report::sentence;

/// The latest results; dimmed while they are of earlier inputs or a newer run is on.
#[component]
pub(super) fn ResultsPanel() -> impl IntoView {
    let state = expect_context::<AppState>().simulate;
    let is_stale = Memo::new(move |_| !state.is_current());
    let any = Memo::new(move |_| state.outcome.with(Option::is_some));
    view! {
        <Show when=move || any.get() fallback=|| view! { <p class="no-results">"No results yet."</p> }>
            <div class="answer" class:is-stale=move || is_stale.get()>
                {move || state.outcome.get().map(|outcome| view! { <Shown outcome /> })}
            </div>
        </Show>
    }
}

#[component]
fn Shown(outcome: Arc<Outcome>) -> impl IntoView {
    view! {
        <Predict outcome=outcome.clone() />
        <Sentences outcome=outcome.clone() />
        <Compare outcome=outcome.clone() />
        <Charts outcome=outcome.clone() />
        <ReceiptPanel outcome />
    }
}

/// One sentence a policy on what happened.
#[component]
fn Sentences(outcome: Arc<Outcome>) -> impl IntoView {
    let lines = outcome.results.policies.iter().enumerate().map(|(index, trials)| {
        let style = outcome.style(index);
        let text = sentence(&outcome.input, index, trials);
        view! {
            <li>
                <span class=format!("swatch series-{}", style + 1) aria-hidden="true"></span>
                <span><Sentence text /></span>
            </li>
        }
    });
    view! {
        <section class="panel" aria-labelledby="what-heading">
            <h2 id="what-heading">"What happened"</h2>
            <ul class="sentences">{lines.collect_view()}</ul>
        </section>
    }
}
