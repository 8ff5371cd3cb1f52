//! A labelled text input with its limits, its reading and its error.

use leptos::ev;
use leptos::prelude::*;

/// A text input that never changes what is typed. Hint and error share one place, so nothing jumps.
#[component]
pub(in crate::app) fn TextField(
    /// Unique on the page.
    #[prop(into)]
    id: String,
    /// The visible label.
    label: &'static str,
    /// What is typed now.
    #[prop(into)]
    text: Signal<String>,
    /// The limits, shown while there is no error.
    #[prop(into)]
    hint: Signal<String>,
    /// How the text was understood ("1 min 30 s"), beside the label; empty for nothing to add.
    #[prop(into)]
    reading: Signal<String>,
    /// What is wrong with it.
    #[prop(into)]
    error: Signal<Option<String>>,
    /// What stands in an empty field.
    #[prop(default = "")]
    placeholder: &'static str,
    /// Lines shown, of a field that keeps pasted line ends; 0: a field of one line, which drops them.
    #[prop(default = 0)]
    lines: u32,
    /// Called with every change.
    #[prop(into)]
    on_input: UnsyncCallback<String>,
) -> impl IntoView {
    let help_id = format!("{id}-help");
    let shared = view! {
        <{..}
            id=id.clone()
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            placeholder=placeholder
            aria-describedby=help_id.clone()
            aria-invalid=move || error.with(Option::is_some).then_some("true")
            prop:value=move || text.get()
            on:input=move |event| on_input.run(event_target_value(&event))
        />
    };
    let control = match lines {
        0 => view! { <input type="text" inputmode="text" {..shared} /> }.into_any(),
        // In one line, Enter would only scroll away what was typed.
        1 => view! { <textarea class="one-line" rows="1" {..shared} on:keydown=keep_one_line></textarea> }
            .into_any(),
        _ => view! { <textarea rows=lines.to_string() {..shared}></textarea> }.into_any(),
    };
    view! {
        <div class="field" class:has-error=move || error.with(Option::is_some)>
            <div class="field-head">
                <label for=id>{label}</label>
                <span class="field-reading">{move || reading.get()}</span>
            </div>
            {control}
            <p class="field-help" id=help_id>{move || error.get().unwrap_or_else(|| hint.get())}</p>
        </div>
    }
}

fn keep_one_line(event: ev::KeyboardEvent) {
    if event.key() == "Enter" {
        event.prevent_default();
    }
}
