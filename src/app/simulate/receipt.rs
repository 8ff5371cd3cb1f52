//! The receipt: what repeats a run.

use std::sync::Arc;

use leptos::prelude::*;

use super::outcome::Outcome;
use crate::app::components::CopyButton;
use crate::report::{Receipt, simulate_json};
use crate::web::download;

/// Scenario, fingerprint, seeds, generator, version; and how long it took, which is no part of it.
#[component]
pub(super) fn ReceiptPanel(outcome: Arc<Outcome>) -> impl IntoView {
    let receipt = Receipt::of(&outcome.input);
    let (text, json) = (receipt.text(), receipt.json());
    let elapsed = format!("{:.0} ms", outcome.elapsed_ms);
    let results = move || simulate_json(&outcome.input, &outcome.results);
    let save = {
        let (results, name) =
            (results.clone(), format!("retryscope-{}.json", &receipt.scenario_sha256[..12]));
        move |_| download::save(&name, "application/json", &results())
    };
    view! {
        <section class="panel" aria-labelledby="receipt-heading">
            <div class="panel-head">
                <h2 id="receipt-heading">"Receipt"</h2>
                <div class="button-row">
                    <CopyButton label="Copy as text" text=Signal::derive(move || text.clone()) />
                    <CopyButton label="Copy as JSON" text=Signal::derive(move || json.clone()) />
                    <CopyButton label="Copy results as JSON" text=Signal::derive(results.clone()) />
                    <button type="button" class="button" on:click=save>"Save results as JSON"</button>
                </div>
            </div>
            <dl class="receipt">
                <div><dt>"Scenario"</dt><dd class="code">{receipt.link.clone()}</dd></div>
                <div><dt>"SHA-256"</dt><dd class="code">{receipt.scenario_sha256.clone()}</dd></div>
                <div><dt>"Seeds"</dt><dd>{format!("{}–{}", receipt.seeds[0], receipt.seeds[1])}</dd></div>
                <div><dt>"Generator"</dt><dd>{receipt.generator}</dd></div>
                <div><dt>"Version"</dt><dd>"Retryscope " {receipt.app_version}</dd></div>
                <div><dt>"Elapsed"</dt><dd>{elapsed} " (no part of the result)"</dd></div>
            </dl>
        </section>
    }
}
