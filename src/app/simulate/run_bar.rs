//! Run, Cancel, progress, and what hinders a run.

use leptos::prelude::*;

use super::state::{Phase, SimulateState};
use crate::app::state::AppState;
use crate::math::group_digits;

/// The bar above the results.
#[component]
pub(super) fn RunBar() -> impl IntoView {
    let state = expect_context::<AppState>().simulate;
    let is_running = Memo::new(move |_| matches!(state.phase.get(), Phase::Starting | Phase::Running { .. }));
    let cannot_run = move || state.input.with(Option::is_none);
    view! {
        <section class="run-bar" aria-label="Run">
            <button type="button" class="button button-primary" disabled=cannot_run on:click=move |_| state.run()>
                "Run"
            </button>
            <button type="button" class="button" disabled=move || !is_running.get() on:click=move |_| state.cancel()>
                "Cancel"
            </button>
            <progress
                max="1"
                value=move || fraction(&state.phase.get()).to_string()
                class:is-away=move || !is_running.get()
                aria-label="Progress of the run"
            ></progress>
            <p class="run-status" role="status">{move || status(state)}</p>
        </section>
        {move || {
            state.blocked.get().map(|reason| {
                view! {
                    <p class="notice">
                        {format!(
                            "No worker can be started here: {reason}. Runs take place in this page in small slices; \
                             they are slower, and their results are the same.",
                        )}
                    </p>
                }
            })
        }}
    }
}

fn fraction(phase: &Phase) -> f64 {
    match phase {
        // An estimate: it stays just short of the end until the end is there.
        Phase::Running { expected, done, .. } => (*done as f64 / (*expected).max(1) as f64).min(0.99),
        _ => 0.0,
    }
}

fn status(state: SimulateState) -> String {
    let number = |n: u64| group_digits(&n.to_string());
    match state.phase.get() {
        Phase::Starting => "Starting …".to_owned(),
        Phase::Running { expected, done, workers } => {
            let place = match workers {
                0 => "in this page".to_owned(),
                1 => "in a worker".to_owned(),
                n => format!("in {n} workers"),
            };
            format!("{} of about {} requests, {place}", number(done), number(expected))
        }
        Phase::Cancelled => "Cancelled; nothing of the run was kept. Run starts it again.".to_owned(),
        Phase::Failed(message) => format!("Not run: {message}."),
        Phase::Idle if state.input.with(Option::is_none) => "Mend the marked fields to run.".to_owned(),
        Phase::Idle if state.is_current() => state.outcome.with(|outcome| {
            outcome.as_ref().map_or_else(String::new, |o| {
                let trials = o.input.scenario.total_trials();
                format!("Finished: {} trials in {:.0} ms", number(trials), o.elapsed_ms)
            })
        }),
        Phase::Idle if state.outcome.with(Option::is_some) => {
            "The results below are of earlier inputs. Run brings them up to date.".to_owned()
        }
        Phase::Idle => "A large scenario: it runs when you press Run.".to_owned(),
    }
}
