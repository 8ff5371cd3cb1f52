//! "Predict: which policy finishes last?" Asked first, never in the way.

use std::sync::Arc;

use leptos::prelude::*;

use super::about::why;
use super::outcome::Outcome;
use crate::app::components::Sentence;
use crate::app::state::AppState;
use crate::report::{format_measure, summary};
use crate::sim::Metric;
use crate::study::{ScenarioKind, measures};
use crate::web::preferences::{recall, remember};

/// A stored answer that is none: the reader wants no question.
const SKIPPED: &str = "-";

/// Asks once per study and keeps the answer; absent for own scenarios and links that ask for results.
#[component]
pub(super) fn Predict(outcome: Arc<Outcome>) -> impl IntoView {
    let state = expect_context::<AppState>().simulate;
    let kind = outcome.input.kind;
    let item = format!("predict.{}", kind.key());
    let answer = RwSignal::new(recall(&item));
    let give = move |text: String| {
        remember(&item, &text);
        answer.set(Some(text));
    };
    let is_asked = kind != ScenarioKind::Own && outcome.input.policies.len() > 1;
    let (last, took) = last_to_finish(&outcome);
    let names: Vec<String> = outcome.input.policies.iter().map(|p| p.name.clone()).collect();
    let shown = move || is_asked && !state.asks_for_results.get();
    let question = {
        move || {
            let give = give.clone();
            let skip = give.clone();
            let options = names.iter().map(|name| {
                let (give, answer) = (give.clone(), name.clone());
                view! {
                    <button type="button" class="button" on:click=move |_| give(answer.clone())>{name.clone()}</button>
                }
            });
            view! {
                <p>"Predict: which policy finishes last?"</p>
                <div class="button-row">
                    {options.collect_view()}
                    <button type="button" class="button button-quiet" on:click=move |_| skip(SKIPPED.to_owned())>
                        "Skip"
                    </button>
                </div>
            }
        }
    };
    let body = move || {
        let Some(given) = answer.get() else { return question().into_any() };
        let verdict = match given.as_str() {
            SKIPPED => format!("{last} finished last, {took}."),
            given if given == last => format!("You said {given}, and it did finish last, {took}."),
            given => format!("You said {given}; {last} finished last, {took}."),
        };
        view! {
            <p><Sentence text=verdict /></p>
            <p class="summary">{why(kind)}</p>
            <button type="button" class="button button-quiet" on:click=move |_| answer.set(None)>"Ask me again"</button>
        }
        .into_any()
    };
    move || {
        shown().then(|| {
            view! { <section class="panel predict" aria-label="Prediction">{body.clone()}</section> }
        })
    }
}

/// The policy whose last client was done latest, by the median over trials, and when in words.
fn last_to_finish(outcome: &Outcome) -> (String, String) {
    let input = &outcome.input;
    let measure = measures(input.kind).iter().find(|m| m.metric == Metric::Drain);
    let ends = input.policies.iter().zip(&outcome.results.policies).map(|(policy, trials)| {
        let end = measure.and_then(|m| summary(m, input.scenario.tick, trials)).map(|s| s.median);
        // Without an end the horizon came first: later than any that ended.
        (end.unwrap_or(f64::INFINITY), policy.name.clone())
    });
    let last = ends.reduce(|a, b| if b.0 > a.0 { b } else { a });
    let (end, name) = last.unwrap_or_default();
    let took = match measure {
        Some(measure) if end.is_finite() => {
            let unit = if input.scenario.tick.milliseconds().is_none() { " ticks" } else { "" };
            format!("after {}{unit} in the median", format_measure(measure, end))
        }
        _ => "and was not done when the run ended".to_owned(),
    };
    (name, took)
}
