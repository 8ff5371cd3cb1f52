//! The simulation view.

mod about;
mod charts;
mod compare;
mod form;
mod outcome;
mod policies;
mod predict;
mod receipt;
mod results;
mod run_bar;
mod state;
mod values;

use leptos::prelude::*;

pub(super) use self::state::SimulateState;

use self::about::About;
use self::form::StudyForm;
use self::results::ResultsPanel;
use self::run_bar::RunBar;
use super::state::AppState;

/// Inputs on the left, what happened on the right.
#[component]
pub(super) fn SimulateView() -> impl IntoView {
    let state = expect_context::<AppState>().simulate;
    // A scenario opens with its results: small ones run at once.
    Effect::new(move || {
        state.link.track();
        state.follow();
    });
    view! {
        <div class="view">
            <StudyForm />
            <div class="results" id="results" tabindex="-1">
                <RunBar />
                <ResultsPanel />
                <About />
            </div>
        </div>
    }
}
