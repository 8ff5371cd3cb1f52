//! The frame of the page: top bar, view, footer.

use leptos::ev;
use leptos::prelude::*;

use super::address;
use super::components::CopyButton;
use super::library::{LibraryState, LibraryView};
use super::plan::PlanView;
use super::simulate::{SimulateState, SimulateView};
use super::state::{AppState, PlanState};
use crate::link::{Query, View, decode_library, decode_plan, decode_study};
use crate::web::fragment;
use crate::web::preferences::{self, Theme};

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let query = Query::parse(&fragment::read());
    let state = AppState {
        view: RwSignal::new(query.view.unwrap_or(View::Plan)),
        theme: RwSignal::new(Theme::stored()),
        repaint: Trigger::new(),
        plan: PlanState::new(decode_plan(&as_view(&query, View::Plan))),
        simulate: SimulateState::new(decode_study(&as_view(&query, View::Simulate))),
        library: LibraryState::new(decode_library(&as_view(&query, View::Library))),
        by_choice: StoredValue::new(false),
    };
    provide_context(state);
    address::keep_in_step(state);
    address::fill_in_library(state, query);
    Effect::new(move || state.theme.get().apply());
    let resized = window_event_listener(ev::resize, move |_| state.repaint.notify());
    on_cleanup(move || resized.remove());
    preferences::on_system_theme_change(move || state.repaint.notify());
    view! {
        <a class="skip-link" href="#results" on:click=skip_to_results>"Skip to results"</a>
        <TopBar state />
        <main>
            {move || match state.view.get() {
                View::Plan => view! { <PlanView /> }.into_any(),
                View::Simulate => view! { <SimulateView /> }.into_any(),
                View::Library => view! { <LibraryView /> }.into_any(),
            }}
        </main>
        <Footer />
    }
}

/// The link for a view it was made for; an empty one for the others, which then open with their defaults.
fn as_view(query: &Query, view: View) -> Query {
    if query.view.unwrap_or(View::Plan) == view { query.clone() } else { Query::parse("") }
}

/// The fragment holds the state, so the skip link must not change it.
fn skip_to_results(event: ev::MouseEvent) {
    event.prevent_default();
    let target = document().get_element_by_id("results");
    if let Some(target) = target.and_then(|t| wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlElement>(t).ok())
    {
        let _ = target.focus();
        target.scroll_into_view();
    }
}

/// Name, theme and share.
#[component]
fn TopBar(state: AppState) -> impl IntoView {
    view! {
        <header class="topbar">
            <h1 class="topbar-name">"Retryscope"</h1>
            <nav class="topbar-views" aria-label="Views">
                {View::ALL
                    .into_iter()
                    .map(|view| {
                        view! {
                            <button
                                type="button"
                                aria-current=move || (state.view.get() == view).then_some("page")
                                on:click=move |_| {
                                    state.choose();
                                    state.view.set(view);
                                }
                            >
                                {view.label()}
                            </button>
                        }
                    })
                    .collect_view()}
            </nav>
            <div class="topbar-tools">
                <label class="theme-choice">
                    <span class="visually-hidden">"Theme"</span>
                    <select
                        prop:value=move || state.theme.get().key()
                        on:change=move |event| {
                            state.theme.set(Theme::from_key(&event_target_value(&event)).unwrap_or_default());
                        }
                    >
                        <option value="auto">"Auto theme"</option>
                        <option value="light">"Light"</option>
                        <option value="dark">"Dark"</option>
                    </select>
                </label>
                <CopyButton label="Copy link" text=Signal::derive(move || address::current_link(state)) />
            </div>
        </header>
    }
}

/// What stays true of the page as a whole.
#[component]
fn Footer() -> impl IntoView {
    view! {
        <footer class="footer">
            <p>
                "Retryscope " {env!("CARGO_PKG_VERSION")}
                ". Everything is computed in this page; nothing you type is sent anywhere. The link holds the whole state after its #, which browsers do not send."
            </p>
        </footer>
    }
}
