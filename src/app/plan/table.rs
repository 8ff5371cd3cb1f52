//! The table "Retry plan".

use leptos::prelude::*;

use super::explanation::bring_into_view;
use super::shown::Shown;
use crate::distribution::class_words;
use crate::math::shown;
use crate::policy::{DeadlineClass, Plan, Range, Row};

/// One row a retry. Pointing at, focusing or tapping a row selects it for the arithmetic below.
#[component]
pub(in crate::app) fn PlanTable(
    /// The plan.
    shown: Shown,
) -> impl IntoView {
    move || {
        shown.answer.with(|answer| {
            answer.as_ref().map(|(_, plan)| {
                if plan.rows.is_empty() {
                    view! { <NoRetries /> }.into_any()
                } else {
                    table(plan, shown).into_any()
                }
            })
        })
    }
}

#[component]
fn NoRetries() -> impl IntoView {
    view! { <p>"0 retries = 1 request. The initial request is all there is: no waits, no rows."</p> }
}

fn table(plan: &Plan, on_screen: Shown) -> impl IntoView + use<> {
    let with_deadline = plan.rows.iter().any(|row| row.deadline.is_some());
    let n = plan.rows.len();
    let columns = if with_deadline { 7 } else { 6 };
    let rows = plan.rows.iter().map(|row| table_row(row, n as u32, on_screen)).collect_view();
    let requests =
        plan.max_requests.map_or("no limit on requests".to_owned(), |max| format!("at most {max} requests"));
    let retries = if n == 1 { "retry" } else { "retries" };
    let stop = plan.stop.map(|stop| format!(" They end there: {}.", stop.word())).unwrap_or_default();
    view! {
        <div class="table-scroll" tabindex="0" role="region" aria-label="Retry plan table">
            <table class="plan-table">
                <caption class="visually-hidden">"Retry plan: all times in milliseconds after the call began"</caption>
                <thead>
                    <tr>
                        <th scope="col">"Retry"</th>
                        <th scope="col">"Baseline" <Unit /></th>
                        <th scope="col" colspan="2">"Wait" <Unit /></th>
                        <th scope="col">"Earliest start" <Unit /></th>
                        <th scope="col">"Latest start" <Unit /></th>
                        {with_deadline.then(|| view! { <th scope="col" class="word">"Deadline"</th> })}
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
                <tfoot>
                    <tr>
                        <th scope="row" colspan="2">"Total wait"</th>
                        {range_cells(&plan.total_wait)}
                        <td colspan=columns - 4></td>
                    </tr>
                    <tr>
                        <th scope="row" colspan="4">"End of the last request"</th>
                        <td>{shown(&plan.last_end.earliest)}</td>
                        <td>{shown(&plan.last_end.latest)}</td>
                        {with_deadline.then(|| view! { <td></td> })}
                    </tr>
                </tfoot>
            </table>
        </div>
        <p class="requests">{format!("{n} {retries} = {requests}.{stop}")}</p>
    }
}

#[component]
fn Unit() -> impl IntoView {
    view! { <span class="unit">" ms"</span> }
}

/// Both ends of a range in a cell each, so that they line up; one number where they are equal.
fn range_cells(range: &Range) -> impl IntoView + use<> {
    let latest = shown(&range.latest);
    let earliest = (!range.is_point()).then(|| format!("{} –", shown(&range.earliest)));
    view! {
        <td class="range-from">{earliest}</td>
        <td class="range-to">{latest}</td>
    }
}

fn table_row(row: &Row, last: u32, on_screen: Shown) -> impl IntoView + use<> {
    let retry = row.retry;
    let Shown { selected, laws, .. } = on_screen;
    let select = move || {
        if selected.get_untracked() != retry {
            selected.set(retry);
        }
    };
    // A selection beyond a plan that became shorter falls back to its last row.
    let is_selected = move || selected.get().min(last) == retry;
    view! {
        <tr
            class:is-selected=is_selected
            class:is-lost=row.deadline == Some(DeadlineClass::Misses)
            on:pointerenter=move |_| select()
            on:click=move |_| {
                select();
                bring_into_view();
            }
        >
            <th scope="row">
                <button
                    type="button"
                    class="row-button"
                    aria-label=format!("Retry {retry}: show the arithmetic")
                    aria-pressed=move || is_selected().to_string()
                    aria-controls="explanation"
                    on:focus=move |_| select()
                >
                    {retry}
                </button>
            </th>
            <td>{shown(&row.baseline)}</td>
            {range_cells(&row.wait)}
            <td>{shown(&row.start.earliest)}</td>
            <td>{shown(&row.start.latest)}</td>
            {row.deadline.map(|class| {
                view! {
                    <td class=format!("word class-{}", class.key())>
                        <span aria-hidden="true">{class.symbol()}</span>
                        " "
                        {move || laws.with(|laws| class_words(class, laws.get(retry as usize - 1)))}
                    </td>
                }
            })}
        </tr>
    }
}
