//! The arithmetic of the selected retry.

use leptos::prelude::*;

use super::shown::Shown;
use crate::distribution::odds;
use crate::policy::explain;

/// Longest table, in rows, that fits a window together with the arithmetic.
const PINNED_ABOVE_ROWS: usize = 8;

/// How the selected retry came to its numbers; a place of its own, so that nothing moves when it changes.
#[component]
pub(in crate::app) fn ExplanationPanel(
    /// The plan explained.
    shown: Shown,
) -> impl IntoView {
    let Shown { answer, selected, laws } = shown;
    let shown = Memo::new(move |_| {
        answer.with(|answer| {
            let (input, plan) = answer.as_ref()?;
            // A selection beyond a plan that became shorter falls back to its last row.
            let retry = selected.get().min(plan.rows.last()?.retry);
            let mut steps = explain(input, plan, retry)?.steps;
            steps.extend(laws.with(|laws| laws.get(retry as usize - 1).map(odds)).unwrap_or_default());
            Some((retry, steps))
        })
    });
    // Beside a long table it stays in view; below a short one it would only cover rows.
    let is_pinned =
        move || answer.with(|a| a.as_ref().is_some_and(|(_, plan)| plan.rows.len() > PINNED_ABOVE_ROWS));
    view! {
        <section class="explanation" class:is-pinned=is_pinned id="explanation" tabindex="0" aria-labelledby="explanation-heading">
            <h3 id="explanation-heading">
                {move || shown.with(|s| s.as_ref().map(|(retry, _)| format!("How retry {retry} gets its numbers")))}
            </h3>
            <dl>
                {move || {
                    shown.with(|s| {
                        s.as_ref().map(|(_, steps)| {
                            steps
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

/// Scrolls just so far that the arithmetic shows, for readers who asked for it by clicking or tapping.
pub(super) fn bring_into_view() {
    let Some(panel) = document().get_element_by_id("explanation") else { return };
    let below = window().inner_height().ok().and_then(|height| height.as_f64());
    if below.is_some_and(|height| panel.get_bounding_client_rect().bottom() > height) {
        panel.scroll_into_view_with_bool(false);
    }
}
