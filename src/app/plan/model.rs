//! What the plan assumes and does not do.

use leptos::prelude::*;

/// The model in our own words.
#[component]
pub(super) fn Model() -> impl IntoView {
    view! {
        <section class="panel model" aria-labelledby="model-heading">
            <h2 id="model-heading">"What this computes"</h2>
            <div class="model-columns">
                <div>
                    <h3>"Model"</h3>
                    <ul>
                        <li>"The initial request starts at 0. N retries are at most N + 1 requests."</li>
                        <li>"Baseline of retry n: d = min(cap, base × multiplier"<sup>"n−1"</sup>"). The first retry waits the base itself, and the cap comes before the jitter."</li>
                        <li>"Wait: none is exactly d; full is 0 to d; equal is d/2 to d; decorrelated draws between base and three times the previous wait, at most the cap, and ignores the multiplier."</li>
                        <li>"Retry-After is a floor under every wait, also above the cap: both ends of the range are raised to it."</li>
                        <li>"Retry n starts after n requests and n waits. A start at or before the deadline is in time."</li>
                    </ul>
                </div>
                <div>
                    <h3>"Assumptions and limits"</h3>
                    <ul>
                        <li>"Every request takes the same time and fails. Every response carries the same Retry-After."</li>
                        <li>"The deadline classifies starts. It does not say that a retry happens, completes or succeeds, and it cuts no request short."</li>
                        <li>"Ranges are possibilities, not predictions. How likely a start is follows from the policy's own draws, which are taken as independent and uniform, and so are request durations between shortest and longest; it is computed, not sampled, to three digits or more."</li>
                        <li>"It sends nothing, and decides nothing about status codes or whether a request is safe to repeat."</li>
                        <li>"Arithmetic is exact decimal. Numbers are rounded to 0.001 ms only to be shown, never before they are compared."</li>
                    </ul>
                </div>
            </div>
            <p>
                "Libraries differ: some start at base × multiplier, some put the cap after the jitter, some count attempts instead of retries. Compare their words with the model above before trusting any calculator."
            </p>
        </section>
    }
}
