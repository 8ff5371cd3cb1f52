//! What a link got wrong as a whole, and what of it was ignored.

use leptos::prelude::*;

use crate::math::group_digits;
use crate::units::shorten;

/// Hostile links can hold tens of thousands of keys; a few show what is the matter.
const SHOWN: usize = 5;

/// A notice that stays until it is dismissed or its cause is gone; nothing when there is nothing to say.
#[component]
pub(in crate::app) fn LinkNotice(
    /// Problems in words, one each.
    #[prop(into)]
    problems: Signal<Vec<String>>,
    /// Keys that changed nothing.
    #[prop(into)]
    ignored: Signal<Vec<String>>,
    /// Called when the reader has seen it.
    #[prop(into)]
    on_dismiss: UnsyncCallback<()>,
) -> impl IntoView {
    let any = move || problems.with(|all| !all.is_empty()) || ignored.with(|all| !all.is_empty());
    view! {
        <Show when=any>
            <div class="notice" role="alert">
                <p>"About the link you opened:"</p>
                <ul>
                    {move || few(problems.get()).into_iter().map(|text| view! { <li>{text}</li> }).collect_view()}
                    {move || {
                        let keys: Vec<String> = ignored.with(|all| all.iter().map(|key| shorten(key)).collect());
                        (!keys.is_empty())
                            .then(|| view! { <li>"Not known here and ignored: " {few(keys).join(", ")}</li> })
                    }}
                </ul>
                <button type="button" class="button" on:click=move |_| on_dismiss.run(())>"Dismiss"</button>
            </div>
        </Show>
    }
}

fn few(all: Vec<String>) -> Vec<String> {
    let more = all.len().saturating_sub(SHOWN);
    let rest = (more > 0).then(|| format!("and {} more", group_digits(&more.to_string())));
    all.into_iter().take(SHOWN).chain(rest).collect()
}
