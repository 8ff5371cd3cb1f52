//! A button that copies text and says whether it worked.

use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::web::clipboard;

/// How long the outcome stays on the button.
const SAID_FOR: Duration = Duration::from_millis(2500);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    None,
    Copied,
    Refused,
}

/// Copies `text` when pressed. Where the browser refuses, the text is shown for copying by hand.
#[component]
pub(in crate::app) fn CopyButton(
    /// What the button says.
    label: &'static str,
    /// What it copies.
    #[prop(into)]
    text: Signal<String>,
) -> impl IntoView {
    let outcome = RwSignal::new(Outcome::None);
    let copy = move |_| {
        spawn_local(async move {
            let copied = clipboard::copy(&text.get_untracked()).await;
            outcome.set(if copied.is_ok() { Outcome::Copied } else { Outcome::Refused });
            if copied.is_ok() {
                set_timeout(
                    move || {
                        outcome.try_set(Outcome::None);
                    },
                    SAID_FOR,
                );
            }
        });
    };
    view! {
        <span class="copy">
            <button type="button" class="button" on:click=copy>
                <span class="copy-label" class:is-away=move || outcome.get() == Outcome::Copied>{label}</span>
                <span class="copy-done" class:is-away=move || outcome.get() != Outcome::Copied aria-hidden="true">
                    "Copied"
                </span>
            </button>
            <span class="visually-hidden" role="status">
                {move || if outcome.get() == Outcome::Copied { "Copied" } else { "" }}
            </span>
            <Show when=move || outcome.get() == Outcome::Refused>
                <span class="copy-by-hand" role="alert">
                    <label>
                        "The browser does not let this page copy. Copy it by hand:"
                        <textarea readonly rows="3" prop:value=move || text.get()></textarea>
                    </label>
                    <button type="button" class="button" on:click=move |_| outcome.set(Outcome::None)>"Close"</button>
                </span>
            </Show>
        </span>
    }
}
