//! The answer: verdict, timeline, table, arithmetic, fit.

use leptos::prelude::*;

use super::explanation::ExplanationPanel;
use super::fit::FitPanel;
use super::table::PlanTable;
use super::timeline::TimelinePanel;
use crate::app::components::{CopyButton, Sentence};
use crate::app::state::AppState;
use crate::link::View;
use crate::policy::{Plan, PlanInput, notes, verdict};
use crate::report::plan_markdown;
use crate::study::policy_of_plan;
use crate::web::fragment;

/// A valid input with its plan.
pub(in crate::app) type Answer = Memo<Option<(PlanInput, Plan)>>;

/// A plan on the screen, which the panels below read, and the retry selected in it.
#[derive(Clone, Copy)]
pub(in crate::app) struct Shown {
    /// The plan; `None` while there is none.
    pub answer: Answer,
    /// The retry explained and marked in table and chart, from 1.
    pub selected: RwSignal<u32>,
}

impl Shown {
    /// Moves the selection by `step` rows, within the plan.
    pub fn select_by(&self, step: i64) {
        let last = self.answer.with(|a| a.as_ref().map_or(0, |(_, plan)| plan.rows.len() as i64)).max(1);
        // From where the selection shows: a shorter plan shows its last row as selected.
        self.selected.update(|n| *n = i64::from(*n).min(last).saturating_add(step).clamp(1, last) as u32);
    }
}

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
    let shown = Shown { answer, selected: state.selected };
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
                            answer.with(|a| a.as_ref().map(|(input, plan)| view! { <Sentence text=verdict(input, plan) /> }))
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
                                answer.with(|a| a.as_ref().map(|(i, p)| plan_markdown(i, p, &[], &page))).unwrap_or_default()
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
