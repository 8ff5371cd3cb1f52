//! A labelled select with an error.

use leptos::prelude::*;

use crate::units::shorten;

/// A select. A value that is none of the choices (from a link) is kept as an extra, marked option.
#[component]
pub(in crate::app) fn ChoiceField(
    /// Unique on the page.
    #[prop(into)]
    id: String,
    /// The visible label.
    label: &'static str,
    /// Value and name of each choice.
    choices: Vec<(&'static str, &'static str)>,
    /// The present value.
    #[prop(into)]
    value: Signal<String>,
    /// Shown while there is no error.
    #[prop(into)]
    hint: Signal<String>,
    /// What is wrong with the value.
    #[prop(into)]
    error: Signal<Option<String>>,
    /// Called with the chosen value.
    #[prop(into)]
    on_choice: UnsyncCallback<String>,
) -> impl IntoView {
    let help_id = format!("{id}-help");
    let known: Vec<&'static str> = choices.iter().map(|(value, _)| *value).collect();
    let foreign = Memo::new(move |_| {
        let value = value.get();
        (!known.contains(&value.as_str())).then_some(value)
    });
    view! {
        <div class="field" class:has-error=move || error.with(Option::is_some)>
            <div class="field-head"><label for=id.clone()>{label}</label></div>
            <select
                id=id
                aria-describedby=help_id.clone()
                aria-invalid=move || error.with(Option::is_some).then_some("true")
                on:change=move |event| on_choice.run(event_target_value(&event))
            >
                {choices
                    .into_iter()
                    .map(|(key, name)| {
                        view! { <option value=key prop:selected=move || value.with(|v| v == key)>{name}</option> }
                    })
                    .collect_view()}
                {move || foreign.get().map(|raw| view! { <option value=raw.clone() selected>{format!("{} (unknown)", shorten(&raw))}</option> })}
            </select>
            <p class="field-help" id=help_id>{move || error.get().unwrap_or_else(|| hint.get())}</p>
        </div>
    }
}
