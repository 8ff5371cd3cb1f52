//! The charts' values as a table.

use leptos::prelude::*;

use super::charts::tick_text;
use crate::math::group_digits;
use crate::plot::{Courses, SeriesView};

/// Rows shown at once; a reader zooms in for the rest.
const MOST_ROWS: usize = 400;

/// The points of one policy within the zoom. `policy` is the one the reader chose.
#[component]
pub(super) fn Values(
    /// The courses drawn.
    courses: Memo<Courses>,
    /// What is looked at.
    view: RwSignal<SeriesView>,
) -> impl IntoView {
    let policy = RwSignal::new(0_usize);
    let is_open = RwSignal::new(false);
    let names = move || courses.with(|c| c.policies.iter().map(|p| p.name.clone()).collect::<Vec<_>>());
    view! {
        <details class="values" on:toggle=move |_| is_open.update(|open| *open = !*open)>
            <summary>"The same values as a table"</summary>
            <label class="inline-choice">
                "Policy "
                <select on:change=move |event| policy.set(event_target_value(&event).parse().unwrap_or(0))>
                    {move || names()
                        .into_iter()
                        .enumerate()
                        .map(|(i, name)| view! { <option value=i.to_string() prop:selected=move || policy.get() == i>{name}</option> })
                        .collect_view()}
                </select>
            </label>
            {move || is_open.get().then(|| courses.with(|courses| table(courses, &view.get(), policy.get())))}
        </details>
    }
}

fn table(courses: &Courses, view: &SeriesView, policy: usize) -> impl IntoView + use<> {
    let policy = policy.min(courses.policies.len().saturating_sub(1));
    let (from, to) = view.range(courses);
    let points = courses.policies.get(policy).map_or(0, |p| p.series.retries.len());
    let step = courses.point_ticks(policy);
    let first = (from / step) as usize;
    let last = ((to / step).ceil() as usize).min(points);
    let count = last.saturating_sub(first);
    let band = courses.policies.get(policy).and_then(|p| p.band.clone());
    let number = |n: u64| group_digits(&n.to_string());
    let rows = (first..last).take(MOST_ROWS).map(|point| {
        let reading = courses.reading(policy, (point as f64 + 0.5) * step);
        let median = band.as_ref().and_then(|b| {
            (b.windows_per_point == reading.windows).then(|| b.arrivals.median.get(point).copied()).flatten()
        });
        view! {
            <tr>
                <th scope="row">{tick_text(courses.tick, reading.from_tick as f64)}</th>
                <td>{number(reading.first_attempts)}</td>
                <td>{number(reading.retries)}</td>
                <td>{number(reading.accepted)}</td>
                <td>{number(reading.rejected)}</td>
                <td>{format!("{:.1} %", reading.share_served * 100.0)}</td>
                <td>{median.map(|m| group_digits(&m.to_string()))}</td>
            </tr>
        }
    });
    let rest = (count > MOST_ROWS)
        .then(|| format!("The first {MOST_ROWS} of {count} points in view; zoom in to see the others."));
    view! {
        <p class="summary">{rest}</p>
        <div class="table-scroll" tabindex="0" role="region" aria-label="Values of the charts">
            <table class="plan-table">
                <thead>
                    <tr>
                        <th scope="col">"From"</th>
                        <th scope="col">"First requests"</th>
                        <th scope="col">"Retries"</th>
                        <th scope="col">"Accepted"</th>
                        <th scope="col">"Rejected"</th>
                        <th scope="col">"Served so far"</th>
                        <th scope="col">"Median arrivals, all trials"</th>
                    </tr>
                </thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        </div>
    }
}
