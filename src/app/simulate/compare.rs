//! The comparison table: metrics × policies.

use std::sync::Arc;

use leptos::prelude::*;

use super::outcome::Outcome;
use crate::app::components::CopyButton;
use crate::report::{format_measure, simulate_markdown, summary};
use crate::sim::{Metric, Summary};
use crate::study::{Better, Measure, measures};
use crate::web::fragment;

/// Medians with their ranges, the best of each metric marked.
#[component]
pub(super) fn Compare(outcome: Arc<Outcome>) -> impl IntoView {
    let explained = RwSignal::new(None::<&'static Measure>);
    let input = &outcome.input;
    let seeds = input.seeds;
    let head = input.policies.iter().enumerate().map(|(index, policy)| {
        let swatch = format!("swatch series-{}", outcome.style(index) + 1);
        view! { <th scope="col"><span class=swatch aria-hidden="true"></span>{policy.name.clone()}</th> }
    });
    let eligible = serves_most(&outcome);
    let rows = measures(input.kind).iter().map(|measure| {
        let eligible = eligible.clone();
        let row: Vec<_> = outcome
            .results
            .policies
            .iter()
            .map(|trials| summary(measure, input.scenario.tick, trials))
            .collect();
        view! { <MeasureRow measure row eligible explained /> }
    });
    let markdown = {
        let outcome = outcome.clone();
        move || simulate_markdown(&outcome.input, &outcome.results, &fragment::page_address())
    };
    view! {
        <section class="panel" aria-labelledby="compare-heading">
            <div class="panel-head">
                <h2 id="compare-heading">"Comparison"</h2>
                <CopyButton label="Copy as Markdown" text=Signal::derive(markdown) />
            </div>
            <p class="meaning" id="meaning">
                {move || explained.get().map_or_else(
                    || format!("Medians over seeds {}–{}, with the least and the greatest value where trials differ; ★ marks the best (of times, among the policies that serve most).", seeds.first, seeds.last),
                    |measure| format!("{}: {}", measure.label, measure.meaning),
                )}
            </p>
            <div class="table-scroll" tabindex="0" role="region" aria-label="Comparison table">
                <table class="plan-table compare-table">
                    <caption class="visually-hidden">"Metrics of each policy"</caption>
                    <thead><tr><th scope="col">"Metric"</th>{head.collect_view()}</tr></thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        </section>
    }
}

#[component]
fn MeasureRow(
    measure: &'static Measure,
    row: Vec<Option<Summary>>,
    eligible: Vec<bool>,
    explained: RwSignal<Option<&'static Measure>>,
) -> impl IntoView {
    let best = best(measure, &row, &eligible);
    let of_all = !measure.metric.is_time();
    let cells = row
        .into_iter()
        .zip(eligible)
        .map(|(summary, eligible)| cell(measure, summary, best.filter(|_| of_all || eligible)));
    let cells = cells.collect_view();
    let show = move || explained.set(Some(measure));
    let hide = move || explained.set(None);
    view! {
        <tr on:pointerenter=move |_| show() on:pointerleave=move |_| hide()>
            <th scope="row">
                <button
                    type="button"
                    class="row-button"
                    title=measure.meaning
                    aria-describedby="meaning"
                    on:focus=move |_| show()
                    on:blur=move |_| hide()
                    on:click=move |_| show()
                >
                    {measure.label}
                </button>
            </th>
            {cells}
        </tr>
    }
}

/// Which policies serve as many clients as any: only among them is an earlier success time better. Whoever
/// serves five clients at once and loses the others was not fast.
fn serves_most(outcome: &Outcome) -> Vec<bool> {
    let successes = outcome.results.policies.iter().map(|trials| {
        Summary::of_metric(Metric::Successes, trials.iter().map(|trial| &trial.metrics))
            .map_or(0.0, |s| s.median)
    });
    let successes: Vec<f64> = successes.collect();
    let most = successes.iter().copied().fold(0.0, f64::max);
    successes.into_iter().map(|served| served == most).collect()
}

/// The best median, when policies differ.
fn best(measure: &Measure, row: &[Option<Summary>], eligible: &[bool]) -> Option<f64> {
    let of_all = !measure.metric.is_time();
    let medians = || {
        let candidates = row.iter().zip(eligible).filter(|(_, eligible)| of_all || **eligible);
        candidates.filter_map(|(summary, _)| summary.as_ref()).map(|summary| summary.median)
    };
    let differ = {
        let mut all = row.iter().flatten().map(|summary| summary.median);
        all.next().is_some_and(|first| all.any(|other| other != first))
    };
    let least = medians().fold(f64::INFINITY, f64::min);
    let most = medians().fold(f64::NEG_INFINITY, f64::max);
    (differ && least.is_finite()).then_some(match measure.better {
        Better::Less => least,
        Better::More => most,
    })
}

fn cell(measure: &Measure, summary: Option<Summary>, best: Option<f64>) -> impl IntoView + use<> {
    let Some(summary) = summary else {
        return view! { <td title="No trial has a value.">"–"</td> }.into_any();
    };
    let show = |value| format_measure(measure, value);
    let is_best = best == Some(summary.median);
    let range = (summary.min < summary.max).then(|| format!("{} – {}", show(summary.min), show(summary.max)));
    view! {
        <td class:is-best=is_best>
            {is_best.then(|| view! { <span class="best-mark" title="Best of this metric">"★ "</span> })}
            <span class="median">{show(summary.median)}</span>
            {range.map(|range| view! { <span class="range">{range}</span> })}
        </td>
    }
    .into_any()
}
