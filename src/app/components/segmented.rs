//! A few choices side by side, one of them on.

use leptos::prelude::*;

/// A group of toggle buttons that share one signal.
#[component]
pub(in crate::app) fn Segmented<T>(
    /// What is chosen among, for screen readers.
    label: &'static str,
    /// Value and name of each choice.
    choices: Vec<(T, &'static str)>,
    /// The chosen value.
    #[prop(into)]
    value: Signal<T>,
    /// Called with a choice.
    #[prop(into)]
    on_choice: UnsyncCallback<T>,
) -> impl IntoView
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    let buttons = choices.into_iter().map(|(of, name)| {
        view! {
            <button
                type="button"
                aria-pressed=move || (value.get() == of).to_string()
                on:click=move |_| on_choice.run(of)
            >
                {name}
            </button>
        }
    });
    view! { <div class="segmented" role="group" aria-label=label>{buttons.collect_view()}</div> }
}
