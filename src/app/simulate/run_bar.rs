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
    let cancel = move |_| {
        // It stays in the order of focus while there is nothing to cancel, so that the focus is not lost with the run.
        if is_running.get_untracked() {
            state.cancel();
        }
    };
    view! {
        <section class="run-bar" aria-label="Run">
            <button type="button" class="button button-primary" disabled=cannot_run on:click=move |_| state.run()>
                "Run"
            </button>
            <button
                type="button"
                class="button"
                aria-disabled=move || (!is_running.get()).then_some("true")
                on:click=cancel
            >
                "Cancel"
            </button>
            <p class="run-status">
                <span role="status">{move || status(state)}</span>
                " "
                <span class="run-progress">{move || progress(&state.phase.get())}</span>
            </p>
            <progress
                max="1"
                value=move || fraction(&state.phase.get()).to_string()
                class:is-away=move || !is_running.get()
                aria-label="Progress of the run"
            ></progress>
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

/// What is going on, in words that change only with the phase: a screen reader says them all.
fn status(state: SimulateState) -> String {
    let number = |n: u64| group_digits(&n.to_string());
    match state.phase.get() {
        Phase::Starting => "Starting …".to_owned(),
        Phase::Running { workers, .. } => match workers {
            0 => "Running in this page:".to_owned(),
            1 => "Running in a worker:".to_owned(),
            n => format!("Running in {n} workers:"),
        },
        Phase::Large(attempts) => {
            format!("About {} requests: a large scenario, it runs when you press Run.", number(attempts))
        }
        Phase::Cancelled => "Cancelled; nothing of the run was kept. Run starts it again.".to_owned(),
        Phase::Failed(message) => format!("Not run: {message}."),
        Phase::Idle if state.input.with(Option::is_none) => "Mend the marked fields to run.".to_owned(),
        Phase::Idle if state.is_current() => state.outcome.with(|outcome| {
            outcome.as_ref().map_or_else(String::new, |o| {
                let trials = o.input.scenario.total_trials();
                let plural = if trials == 1 { "" } else { "s" };
                format!("Finished: {} trial{plural} in {:.0} ms", number(trials), o.elapsed_ms)
            })
        }),
        Phase::Idle if state.outcome.with(Option::is_some) => {
            "The results below are of earlier inputs. Run brings them up to date.".to_owned()
        }
        Phase::Idle => "A large scenario: it runs when you press Run.".to_owned(),
    }
}

/// How far the run is, and about how long it still takes.
fn progress(phase: &Phase) -> String {
    let Phase::Running { expected, done, left_ms, .. } = phase else { return String::new() };
    let number = |n: u64| group_digits(&n.to_string());
    let left = match left_ms.map(|ms| (ms / 1000.0).ceil()) {
        None => String::new(),
        Some(seconds) if seconds < 120.0 => format!(", about {seconds:.0} s left"),
        Some(seconds) => format!(", about {:.0} min left", (seconds / 60.0).ceil()),
    };
    format!("{} of about {} requests{left}", number(*done), number(*expected))
}
