//! The answer: verdict, timeline, table, arithmetic, fit.

use leptos::prelude::*;

use super::explanation::ExplanationPanel;
use super::fit::FitPanel;
use super::shown::Shown;
use super::table::PlanTable;
use super::timeline::TimelinePanel;
use crate::app::components::{CopyButton, Sentence};
use crate::app::state::AppState;
use crate::distribution::likely_verdict;
use crate::link::View;
use crate::policy::{Plan, PlanInput, notes};
use crate::report::plan_markdown;
use crate::study::policy_of_plan;
use crate::web::fragment;

/// A valid input with its plan.
pub(in crate::app) type Answer = Memo<Option<(PlanInput, Plan)>>;

/// The last valid answer; the empty state while there never was one.
#[component]
pub(super) fn Outcome() -> impl IntoView {
    let app = expect_context::<AppState>();
    let state = app.plan;
    let simulate = move |_| {
        if let Some(plan) = state.input.get_untracked() {
            app.choose();
            app.simulate.open_own_with(policy_of_plan(&plan));
            app.view.set(View::Simulate);
        }
    };
    let answer: Answer = Memo::new(move |_| state.input.get().zip(state.plan.get()));
    let shown = Shown::new(answer, state.selected);
    let stale = Memo::new(move |_| state.violations.with(|v| !v.is_empty()));
    let any = Memo::new(move |_| answer.with(Option::is_some));
    let has_rows =
        Memo::new(move |_| answer.with(|a| a.as_ref().is_some_and(|(_, plan)| !plan.rows.is_empty())));
    view! {
        <Show
            when=move || any.get()
            fallback=|| {
                view! {
                    <section class="panel">
                        <h2>"No plan yet"</h2>
                        <p>"The link you opened holds values that cannot be planned. Mend the marked fields, and the plan appears here."</p>
                    </section>
                }
            }
        >
            <div class="answer" class:is-stale=move || stale.get()>
                <section class="panel verdict-panel" aria-label="Verdict">
                    <p class="stale-mark" role="status">
                        {move || {
                            if stale.get() {
                                "The last valid plan, until the marked fields are mended."
                            } else {
                                ""
                            }
                        }}
                    </p>
                    <p class="verdict" aria-live="polite">
                        {move || {
                            answer.with(|a| a.as_ref().map(|(input, plan)| view! { <Sentence text=shown.laws.with(|laws| likely_verdict(input, plan, laws)) /> }))
                        }}
                    </p>
                </section>
                <Show when=move || has_rows.get()>
                    <TimelinePanel shown />
                </Show>
                <section class="panel" aria-labelledby="plan-heading">
                    <div class="panel-head">
                        <h2 id="plan-heading">"Retry plan"</h2>
                        <button type="button" class="button" on:click=simulate>"Simulate a crowd with it"</button>
                        <CopyButton
                            label="Copy as Markdown"
                            text=Signal::derive(move || {
                                let page = fragment::page_address();
                                answer.with(|a| a.as_ref().map(|(i, p)| shown.laws.with(|laws| plan_markdown(i, p, laws, &page)))).unwrap_or_default()
                            })
                        />
                    </div>
                    <PlanTable shown />
                    <Show when=move || has_rows.get()>
                        <ExplanationPanel shown />
                    </Show>
                    <Notes answer />
                </section>
                <FitPanel answer />
            </div>
        </Show>
    }
}

/// Remarks on the input. They come and go while one types, so they stand below what must not move.
#[component]
fn Notes(answer: Answer) -> impl IntoView {
    let notes =
        move || answer.with(|a| a.as_ref().map(|(input, plan)| notes(input, plan))).unwrap_or_default();
    view! {
        <ul class="notes" aria-label="Remarks">
            {move || notes().into_iter().map(|note| view! { <li><Sentence text=note.text /></li> }).collect_view()}
        </ul>
    }
}
