//! The page: the only place with Leptos. It holds no formulas; every number comes from the core.

mod address;
mod components;
mod library;
mod plan;
mod shell;
mod simulate;
mod state;

pub use shell::App;

/// Replaces the static text of the document's body with the page.
pub fn mount() {
    if let Some(text) = leptos::prelude::document().get_element_by_id("before-start") {
        text.remove();
    }
    leptos::mount::mount_to_body(App);
}
