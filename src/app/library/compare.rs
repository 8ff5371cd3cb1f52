//! Libraries side by side.

use leptos::prelude::*;

use crate::app::state::AppState;
use crate::library::{Entry, compare};
use crate::link::View;
use crate::math::shown;
use crate::policy::{Plan, Range};
use crate::study::policy_of_plan;

/// Rows of waits that are compared at most.
const MOST_ROWS: usize = 12;

/// Up to four libraries: their waits, and the behaviours in which they differ.
#[component]
pub(super) fn Comparison() -> impl IntoView {
    let state = expect_context::<AppState>().library;
    let entries = Memo::new(move |_| {
        let Some(catalogue) = state.catalogue() else { return Vec::new() };
        state
            .compared
            .with(|ids| ids.iter().filter_map(|id| catalogue.find(id).cloned()).collect::<Vec<Entry>>())
    });
    move || {
        let entries = entries.get();
        (!entries.is_empty()).then(|| view! { <Panel entries /> })
    }
}

#[component]
fn Panel(entries: Vec<Entry>) -> impl IntoView {
    let app = expect_context::<AppState>();
    let state = app.library;
    let plans: Vec<Option<Plan>> =
        entries.iter().map(|e| e.input().ok().map(|input| Plan::new(&input))).collect();
    let heads = entries
        .iter()
        .map(|entry| {
            let id = entry.id.clone();
            let label = format!("Remove {} from the comparison", entry.name);
            view! {
                <th scope="col">
                    {entry.name.clone()}
                    <button
                        type="button"
                        class="button button-quiet"
                        aria-label=label
                        on:click=move |_| {
                            app.choose();
                            state.toggle_compared(&id);
                        }
                    >
                        "Remove"
                    </button>
                </th>
            }
        })
        .collect_view();
    let most = plans.iter().flatten().map(|plan| plan.rows.len()).max().unwrap_or(0).min(MOST_ROWS);
    let waits = (0..most)
        .map(|row| {
            let cells = plans
                .iter()
                .map(|plan| {
                    let wait = plan.as_ref().and_then(|plan| plan.rows.get(row)).map(|row| range(&row.wait));
                    view! { <td class="number">{wait.unwrap_or_else(|| "–".to_owned())}</td> }
                })
                .collect_view();
            view! { <tr><th scope="row">{format!("Wait {}", row + 1)} <span class="unit">" ms"</span></th>{cells}</tr> }
        })
        .collect_view();
    let borrowed: Vec<&Entry> = entries.iter().collect();
    let behaviours = compare(&borrowed);
    let same = behaviours.iter().filter(|row| !row.differs).count();
    let differing = behaviours
        .into_iter()
        .map(|row| {
            let cells = row.words.into_iter().map(|word| view! { <td>{word}</td> }).collect_view();
            view! {
                <tr class:differs=row.differs>
                    <th scope="row">
                        {row.label}
                        {row.differs.then(|| view! { <span class="differs-mark">" ≠"<span class="visually-hidden">" differs"</span></span> })}
                    </th>
                    {cells}
                </tr>
            }
        })
        .collect_view();
    let crowd: Vec<_> =
        entries.iter().filter_map(|entry| entry.input().ok()).map(|input| policy_of_plan(&input)).collect();
    let simulate = move |_| {
        app.choose();
        app.simulate.open_own_of(crowd.clone());
        app.view.set(View::Simulate);
    };
    let alone = entries.len() == 1;
    view! {
        <section class="panel" aria-labelledby="comparison-heading">
            <div class="panel-head">
                <h2 id="comparison-heading">"Side by side"</h2>
                <div class="button-row">
                    <button type="button" class="button" on:click=simulate>"Simulate a crowd with each"</button>
                    <button
                        type="button"
                        class="button button-quiet"
                        on:click=move |_| {
                            app.choose();
                            state.compared.set(Vec::new());
                        }
                    >
                        "Clear"
                    </button>
                </div>
            </div>
            {alone.then(|| view! { <p>"Choose another library and press Compare to see both."</p> })}
            <div class="table-scroll" tabindex="0" role="region" aria-label="Comparison of libraries">
                <table class="comparison">
                    <thead><tr><td></td>{heads}</tr></thead>
                    <tbody>{waits}</tbody>
                    <tbody>{differing}</tbody>
                </table>
            </div>
            {(!alone).then(|| view! { <p class="summary">{format!("They agree in {same} of these behaviours; ≠ marks the others.")}</p> })}
        </section>
    }
}

fn range(range: &Range) -> String {
    if range.is_point() {
        shown(&range.latest)
    } else {
        format!("{} – {}", shown(&range.earliest), shown(&range.latest))
    }
}
