//! What is known of a library beyond its plan.

use leptos::prelude::*;

use super::try_header::TryHeader;
use crate::app::state::AppState;
use crate::library::{Entry, ModelFit};

/// Attempts, Retry-After, budget, surprises, settings, and how all that was found out.
#[component]
pub(super) fn Facts(entry: Entry) -> impl IntoView {
    let header = expect_context::<AppState>().library.header;
    let attempts = entry.attempts_in_words();
    let own_words = format!("In its own words: {}.", entry.attempts);
    let retry_after = entry.retry_after_in_words();
    let forms: Vec<&'static str> = entry.retry_after.forms.iter().map(|form| form.word()).collect();
    let reads = (!forms.is_empty()).then(|| format!("It reads: {}.", forms.join("; ")));
    let settings = entry
        .settings
        .iter()
        .map(|(what, how)| view! { <div><dt>{what.replace('_', " ")}</dt><dd><code>{how.clone()}</code></dd></div> })
        .collect_view();
    let surprises = entry.surprises.iter().map(|text| view! { <li>{text.clone()}</li> }).collect_view();
    let fit = match entry.model_fit {
        ModelFit::Exact => "The model gives the ranges and the distribution of this library.",
        ModelFit::Range => {
            "The model gives the ranges of this library; its draws lie differently inside them."
        }
        ModelFit::Outside => "The model leaves this library in places.",
    };
    let (has_surprises, has_settings) = (!entry.surprises.is_empty(), !entry.settings.is_empty());
    view! {
        {has_surprises.then(|| view! {
            <section class="panel" aria-labelledby="surprises-heading">
                <h2 id="surprises-heading">"What surprises people"</h2>
                <ul class="entry-surprises">{surprises}</ul>
            </section>
        })}
        <section class="panel" aria-labelledby="facts-heading">
            <h2 id="facts-heading">"Behaviour"</h2>
            <dl class="facts">
                <div><dt>"Attempts"</dt><dd>{attempts} " " {own_words}</dd></div>
                <div><dt>"Retry-After"</dt><dd>{retry_after} " " {reads}</dd></div>
                {entry.budget.as_ref().map(|budget| view! {
                    <div><dt>"Retry budget"</dt><dd>{budget.text.clone()} " It is described here, not planned or simulated."</dd></div>
                })}
                <div><dt>"Draws"</dt><dd>{entry.distribution.word()}</dd></div>
            </dl>
            <TryHeader entry=entry.clone() text=header />
        </section>
        {has_settings.then(|| view! {
            <section class="panel" aria-labelledby="settings-heading">
                <h2 id="settings-heading">"Settings"</h2>
                <dl class="facts">{settings}</dl>
            </section>
        })}
        <section class="panel" aria-labelledby="source-heading">
            <h2 id="source-heading">"How this was found out"</h2>
            <dl class="facts">
                <div><dt>"Checked"</dt><dd>{entry.checked.word()} ": " {entry.method.clone()} "."</dd></div>
                <div><dt>"Source"</dt><dd>{entry.source.clone()}</dd></div>
                <div><dt>"Model"</dt><dd>{fit} " " {entry.fit_note.clone()}</dd></div>
                {entry.correction.clone().map(|text| view! { <div><dt>"Correction"</dt><dd>{text}</dd></div> })}
                {entry.note.clone().map(|text| view! { <div><dt>"Note"</dt><dd>{text}</dd></div> })}
            </dl>
        </section>
    }
}
