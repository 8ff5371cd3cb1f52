//! "Read a Retry-After header", folded away until someone asks.

use leptos::prelude::*;

use crate::app::components::HeaderReading;
use crate::app::state::AppState;
use crate::policy::Field;

/// Reads a header, and puts its wait into the plan.
#[component]
pub(super) fn HeaderPanel() -> impl IntoView {
    let app = expect_context::<AppState>();
    let take = move |seconds: u64| {
        app.choose();
        app.plan.set(Field::RetryAfter, seconds.to_string());
    };
    view! {
        <details class="panel header-panel">
            <summary><h2>"Read a Retry-After header"</h2></summary>
            <HeaderReading id="header" texts=app.plan.header on_take=take />
        </details>
    }
}
