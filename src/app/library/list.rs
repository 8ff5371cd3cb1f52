//! Search, filters and the list of entries.

use leptos::prelude::*;

use super::state::Load;
use crate::app::components::{ChoiceField, LinkNotice, TextField};
use crate::app::state::AppState;
use crate::library::Entry;
use crate::link::Filter;

/// What to look for, and what was found.
#[component]
pub(super) fn LibraryList() -> impl IntoView {
    let state = expect_context::<AppState>().library;
    let problems =
        Signal::derive(move || state.violations.with(|all| all.iter().map(ToString::to_string).collect()));
    let dismiss = move |()| {
        state.violations.set(Vec::new());
        state.unknown_keys.set(Vec::new());
    };
    let found = Memo::new(move |_| {
        let catalogue = state.catalogue()?;
        let filter = state.filter.get();
        Some(catalogue.filtered(&filter).cloned().collect::<Vec<Entry>>())
    });
    let count = move || match (found.get(), state.load.get()) {
        (Some(found), _) if found.len() == 1 => "1 library".to_owned(),
        (Some(found), _) => format!("{} libraries", found.len()),
        (None, Load::Failed(_)) => String::new(),
        (None, _) => "Loading the catalogue…".to_owned(),
    };
    view! {
        <form class="inputs library-list" aria-label="Libraries" on:submit=|event| event.prevent_default()>
            <LinkNotice problems ignored=state.unknown_keys on_dismiss=dismiss />
            <TextField
                id="find"
                label="Find"
                text=Signal::derive(move || state.filter.with(|filter| filter.text.clone()))
                hint=Signal::derive(|| "Part of a name or language.".to_owned())
                reading=Signal::derive(String::new)
                error=Signal::derive(|| None::<String>)
                on_input=move |typed: String| state.filter.update(|filter| filter.text = typed)
            />
            <div class="fields filters">
                <Language />
                <YesNo id="jitter-filter" label="Jitter" words=("With jitter", "Without jitter") of=|f| &mut f.jitter />
                <YesNo id="header-filter" label="Retry-After" words=("Honoured", "Ignored") of=|f| &mut f.retry_after />
                <YesNo id="budget-filter" label="Retry budget" words=("With budget", "Without budget") of=|f| &mut f.budget />
            </div>
            <p class="library-count" role="status">{count}</p>
            <ul class="library-names">
                {move || {
                    let found = found.get()?;
                    if found.is_empty() {
                        return Some(view! { <li class="library-none">"Nothing matches. Widen the filters."</li> }.into_any());
                    }
                    Some(found.into_iter().map(|entry| view! { <Name entry /> }).collect_view().into_any())
                }}
            </ul>
        </form>
    }
}

/// The languages of the catalogue.
#[component]
fn Language() -> impl IntoView {
    let state = expect_context::<AppState>().library;
    move || {
        let languages: Vec<String> = state
            .catalogue()
            .map(|c| c.languages().into_iter().map(str::to_owned).collect())
            .unwrap_or_default();
        let choose = move |event| {
            let chosen = event_target_value(&event);
            state.filter.update(|filter| filter.language = Some(chosen).filter(|chosen| !chosen.is_empty()));
        };
        let shown = move || state.filter.with(|filter| filter.language.clone().unwrap_or_default());
        view! {
            <div class="field">
                <div class="field-head"><label for="language">"Language"</label></div>
                <select id="language" on:change=choose>
                    <option value="" prop:selected=move || shown().is_empty()>"All"</option>
                    {languages
                        .into_iter()
                        .map(|language| {
                            let value = language.clone();
                            view! {
                                <option value=language.clone() prop:selected=move || shown() == value>{language.clone()}</option>
                            }
                        })
                        .collect_view()}
                </select>
            </div>
        }
    }
}

/// A filter of all, with, without.
#[component]
fn YesNo(
    /// Unique on the page.
    id: &'static str,
    /// The visible label.
    label: &'static str,
    /// The words for with and without.
    words: (&'static str, &'static str),
    /// The part of the filter it sets.
    of: fn(&mut Filter) -> &mut Option<bool>,
) -> impl IntoView {
    let state = expect_context::<AppState>().library;
    let value = Signal::derive(move || {
        let mut filter = state.filter.get();
        match *of(&mut filter) {
            None => String::new(),
            Some(true) => "yes".to_owned(),
            Some(false) => "no".to_owned(),
        }
    });
    view! {
        <ChoiceField
            id
            label
            choices=vec![("", "All"), ("yes", words.0), ("no", words.1)]
            value
            hint=Signal::derive(String::new)
            error=Signal::derive(|| None::<String>)
            on_choice=move |chosen: String| {
                let asked = match chosen.as_str() {
                    "yes" => Some(true),
                    "no" => Some(false),
                    _ => None,
                };
                state.filter.update(|filter| *of(filter) = asked);
            }
        />
    }
}

/// One entry of the list.
#[component]
fn Name(entry: Entry) -> impl IntoView {
    let app = expect_context::<AppState>();
    let state = app.library;
    let id = entry.id.clone();
    let is_chosen = {
        let id = id.clone();
        move || state.chosen.with(|chosen| chosen.as_ref() == Some(&id)).then_some("true")
    };
    let choose = move |_| {
        app.choose();
        state.selected.set(1);
        state.chosen.set(Some(id.clone()));
    };
    let mut traits = vec![entry.language.clone()];
    if !entry.has_jitter() {
        traits.push("no jitter".to_owned());
    }
    if entry.honours_retry_after() {
        traits.push("Retry-After".to_owned());
    }
    if entry.budget.is_some() {
        traits.push("budget".to_owned());
    }
    if entry.is_unverified() {
        traits.push("unverified".to_owned());
    }
    view! {
        <li>
            <button type="button" class="library-name" aria-current=is_chosen on:click=choose>
                <span class="library-title">{entry.name.clone()}</span>
                <span class="library-traits">{traits.join(" · ")}</span>
            </button>
        </li>
    }
}
