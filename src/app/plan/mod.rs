//! The plan view.

mod explanation;
mod fit;
mod form;
mod header;
mod model;
mod outcome;
mod shown;
mod table;
mod timeline;

use leptos::prelude::*;

use self::form::PlanForm;
use self::header::HeaderPanel;
use self::model::Model;
use self::outcome::Outcome;

pub(super) use self::explanation::ExplanationPanel;
pub(super) use self::outcome::Answer;
pub(super) use self::shown::Shown;
pub(super) use self::table::PlanTable;
pub(super) use self::timeline::TimelinePanel;

/// Inputs on the left, answers on the right.
#[component]
pub(super) fn PlanView() -> impl IntoView {
    view! {
        <div class="view">
            <PlanForm />
            <div class="results" id="results" tabindex="-1">
                <Outcome />
                <HeaderPanel />
                <Model />
            </div>
        </div>
    }
}
