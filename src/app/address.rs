//! Keeping the URL fragment and the state in step.

use std::time::Duration;

use leptos::ev;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use super::state::AppState;
use crate::link::{
    Query, View, decode_library, decode_plan, decode_study, encode_library, encode_plan, encode_study,
};
use crate::web::fragment::{self, Step};

/// Pause after the last change before the address follows: typing must not flood the history.
const SETTLE: Duration = Duration::from_millis(250);

/// The canonical fragment of the present state; `None` while something is invalid.
fn canonical(state: AppState) -> Option<String> {
    match state.view.get() {
        View::Simulate => state.simulate.link.get(),
        View::Library => Some(state.library.link()),
        View::Plan => {
            let valid = state.plan.violations.with(Vec::is_empty);
            state.plan.input.get().filter(|_| valid).map(|input| encode_plan(&input))
        }
    }
}

/// The link to the present state, for copying; while something is invalid, to the last valid one.
pub(super) fn current_link(state: AppState) -> String {
    let fragment = canonical(state).unwrap_or_else(fragment::read);
    // Whoever opens a shared simulation wants its results, not a question first.
    let results = if state.view.get() == View::Simulate { "&results=1" } else { "" };
    format!("{}#{fragment}{results}", fragment::page_address())
}

/// Writes the address after valid changes and reads it on Back, Forward and edits by hand.
pub(super) fn keep_in_step(state: AppState) {
    let pending = StoredValue::new(None::<(TimeoutHandle, String)>);
    // What was typed and waits for the pause; whoever takes it decides what becomes of it.
    let take_pending = move || {
        let (handle, fragment) = pending.try_update_value(Option::take).flatten()?;
        handle.clear();
        Some(fragment)
    };
    Effect::new(move |previous: Option<Option<String>>| {
        let now = canonical(state);
        let is_first = previous.is_none();
        // The address a page was opened with stays as it is until something changes.
        if let Some(fragment) = now.clone().filter(|_| !is_first && previous.flatten() != now) {
            let typed = take_pending();
            let step = if state.by_choice.get_value() { Step::Push } else { Step::Replace };
            state.by_choice.set_value(false);
            match step {
                Step::Push => {
                    // Back must return to what was typed just before the choice.
                    if let Some(typed) = typed {
                        write(&typed, Step::Replace);
                    }
                    write(&fragment, Step::Push);
                }
                Step::Replace => {
                    let settled = move || {
                        if let Some(typed) = take_pending() {
                            write(&typed, Step::Replace);
                        }
                    };
                    let handle = set_timeout_with_handle(settled, SETTLE).ok();
                    pending.set_value(handle.map(|handle| (handle, fragment)));
                }
            }
        }
        now
    });
    let reread = window_event_listener(ev::hashchange, move |_| {
        // The new address wins over what was typed just before, also when it holds something bad.
        take_pending();
        load(state, &fragment::read());
    });
    on_cleanup(move || reread.remove());
}

/// Writes a canonical fragment, unless the address says the same in other words.
fn write(canonical: &str, step: Step) {
    if !same_state(&fragment::read(), canonical) {
        fragment::write(canonical, step);
    }
}

/// Whether a fragment already says what the canonical one says.
fn same_state(fragment: &str, canonical: &str) -> bool {
    let query = Query::parse(fragment);
    match query.view.unwrap_or(View::Plan) {
        View::Plan => {
            let link = decode_plan(&query);
            link.unknown_keys.is_empty() && link.input.is_some_and(|input| encode_plan(&input) == canonical)
        }
        View::Simulate => {
            let link = decode_study(&query);
            link.unknown_keys.is_empty() && link.input.is_some_and(|input| encode_study(&input) == canonical)
        }
        View::Library => {
            let link = decode_library(&query);
            link.unknown_keys.is_empty() && link.violations.is_empty() && encode_library(&link) == canonical
        }
    }
}

/// Shows the state a fragment holds.
fn load(state: AppState, fragment: &str) {
    let query = Query::parse(fragment);
    state.view.set(query.view.unwrap_or(View::Plan));
    match query.view.unwrap_or(View::Plan) {
        View::Plan => state.plan.load(decode_plan(&query)),
        View::Simulate => state.simulate.load(decode_study(&query)),
        View::Library => state.library.open(decode_library(&query)),
    }
    fill_in_library(state, query);
}

/// A plan link may name a library (`library=ID`). The catalogue then has to be fetched first; until it is there,
/// the plan shows what the link itself says.
pub(super) fn fill_in_library(state: AppState, query: Query) {
    if query.view.unwrap_or(View::Plan) == View::Plan && query.get("library").is_some() {
        state.library.with_catalogue(move |catalogue| {
            state.plan.load(decode_plan(&catalogue.expand(query.clone())));
        });
    }
}
