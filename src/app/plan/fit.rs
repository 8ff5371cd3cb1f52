//! "Fit the deadline", in words.

use leptos::prelude::*;

use super::outcome::Answer;
use crate::app::state::AppState;
use crate::math::{Exact, human_ms, shown};
use crate::policy::Field;

/// What is in time, and the nearest inputs with which everything is. Each can be taken over.
#[component]
pub(super) fn FitPanel(answer: Answer) -> impl IntoView {
    let fit = Memo::new(move |_| {
        answer.with(|a| {
            a.as_ref()
                .map(|(input, plan)| (plan.fit.clone(), plan.rows.len(), input.conditions.deadline.is_some()))
        })
    });
    let sentences = move || {
        let (fit, n, has_deadline) = fit.get()?;
        if n == 0 {
            return Some(
                view! { <p>"Without retries there is nothing to fit: the initial request starts at 0."</p> }
                    .into_any(),
            );
        }
        let counts = match (fit.always_in_time, fit.can_be_in_time) {
            (Some(always), Some(can)) => {
                view! { <p><strong>{always}</strong>{format!(" of {n} retries always start in time; ")}<strong>{can}</strong>" can."</p> }
                    .into_any()
            }
            _ => view! { <p>"No deadline is set, so every retry counts as in time. Set one to see what it cuts off."</p> }.into_any(),
        };
        let request = has_deadline.then(|| match fit.max_request {
            Some(max) => view! {
                <p>
                    "Largest request duration for which all always start in time: " <Amount ms=max.clone() />
                    <TakeOver field=Field::Request ms=max name="request duration" />
                </p>
            }
            .into_any(),
            None => view! {
                <p>"No request duration is short enough: the waits alone can pass the deadline."</p>
            }
            .into_any(),
        });
        Some(
            view! {
                {counts}
                {request}
                <p>
                    "Smallest deadline for which all always start in time: " <Amount ms=fit.min_deadline.clone() />
                    <TakeOver field=Field::Deadline ms=fit.min_deadline name="deadline" />
                </p>
            }
            .into_any(),
        )
    };
    view! {
        <section class="panel" aria-labelledby="fit-heading">
            <h2 id="fit-heading">"Fit the deadline"</h2>
            <div class="fit">{sentences}</div>
        </section>
    }
}

/// An exact number of milliseconds, and the same in words where that reads better.
#[component]
fn Amount(ms: Exact) -> impl IntoView {
    let exact = format!("{} ms", shown(&ms));
    let words = human_ms(&ms);
    let aside = (words != exact).then(|| format!(" ({words})"));
    view! { <strong>{exact}</strong> {aside} }
}

/// Puts an exact value into a field.
#[component]
fn TakeOver(field: Field, ms: Exact, name: &'static str) -> impl IntoView {
    let app = expect_context::<AppState>();
    let take = move |_| {
        app.choose();
        app.plan.set(field, ms.to_string());
    };
    view! { <button type="button" class="button take-over" on:click=take>{format!("Use as {name}")}</button> }
}
