//! A header in, what this library does with it out.

use leptos::prelude::*;

use crate::app::components::{Sentence, TextField};
use crate::library::{Entry, try_header};
use crate::policy::retry_after::{Times, read};

/// A field for a Retry-After, and its fate with one library.
#[component]
pub(super) fn TryHeader(
    /// The library.
    entry: Entry,
    /// What is typed.
    text: RwSignal<String>,
) -> impl IntoView {
    let tried = Memo::new(move |_| {
        let typed = text.get();
        (!typed.trim().is_empty()).then(|| try_header(&entry, &read(&typed, Times::default())))
    });
    view! {
        <div class="try-header">
            <TextField
                id="try-header"
                label="Try a Retry-After"
                text
                hint=Signal::derive(|| "Seconds, a date with the response\u{2019}s Date line, or a block of headers.".to_owned())
                reading=""
                error=Signal::derive(|| None::<String>)
                placeholder="120"
                lines=1
                on_input=move |typed| text.set(typed)
            />
            <p class="try-header-fate" role="status">
                {move || {
                    tried.get().map(|tried| {
                        view! { <strong>{tried.fate.word()}</strong> ". " <Sentence text=tried.sentence /> }
                    })
                }}
            </p>
        </div>
    }
}
