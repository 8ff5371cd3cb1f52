//! The library view: what libraries really do.

mod compare;
mod detail;
mod facts;
mod list;
mod state;
mod try_header;

use leptos::prelude::*;

use self::compare::Comparison;
use self::detail::Detail;
use self::list::LibraryList;
pub(super) use self::state::{LibraryState, Load};
use super::state::AppState;

/// The list on the left; what is chosen on the right.
#[component]
pub(super) fn LibraryView() -> impl IntoView {
    let state = expect_context::<AppState>().library;
    state.want();
    let failed = move || {
        state.load.with(|load| match load {
            Load::Failed(why) => Some(why.clone()),
            _ => None,
        })
    };
    view! {
        <div class="view">
            <LibraryList />
            <div class="results" id="results" tabindex="-1">
                {move || failed().map(|why| view! {
                    <section class="notice notice-error" role="alert">
                        <p>{format!("The catalogue could not be loaded: {why}.")}</p>
                        <button type="button" class="button" on:click=move |_| state.want()>"Try again"</button>
                    </section>
                })}
                <Comparison />
                <Detail />
            </div>
        </div>
    }
}
