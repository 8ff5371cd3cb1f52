//! The arithmetic of the selected retry.

use leptos::prelude::*;

use super::outcome::Answer;
use crate::app::state::AppState;
use crate::policy::explain;

/// How the selected retry came to its numbers; a place of its own, so that nothing moves when it changes.
#[component]
pub(super) fn ExplanationPanel(answer: Answer) -> impl IntoView {
    let selected = expect_context::<AppState>().plan.selected;
    let shown = Memo::new(move |_| {
        answer.with(|answer| {
            let (input, plan) = answer.as_ref()?;
            // A selection beyond a plan that became shorter falls back to its last row.
            let retry = selected.get().min(plan.rows.last()?.retry);
            Some((retry, explain(input, plan, retry)?))
        })
    });
    view! {
        <section class="explanation" id="explanation" tabindex="0" aria-labelledby="explanation-heading">
            <h3 id="explanation-heading">
                {move || shown.with(|s| s.as_ref().map(|(retry, _)| format!("How retry {retry} gets its numbers")))}
            </h3>
            <dl>
                {move || {
                    shown.with(|s| {
                        s.as_ref().map(|(_, explanation)| {
                            explanation
                                .steps
                                .iter()
                                .map(|(label, text)| view! { <div><dt>{*label}</dt><dd>{text.clone()}</dd></div> })
                                .collect_view()
                        })
                    })
                }}
            </dl>
        </section>
    }
}
