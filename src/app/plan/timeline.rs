//! The timeline chart with its read-out.

use leptos::prelude::*;

use super::outcome::Answer;
use super::shown::Shown;
use crate::app::components::{Chart, ChartEvent, Segmented};
use crate::distribution::class_words;
use crate::math::human_ms;
use crate::plot::{TimeScale, Timeline, timeline_height};

/// The plan on a time axis. Pointer and arrow keys move the same selection as the table.
#[component]
pub(in crate::app) fn TimelinePanel(
    /// The plan drawn.
    shown: Shown,
) -> impl IntoView {
    let Shown { answer, selected, laws } = shown;
    let scale = RwSignal::new(TimeScale::Linear);
    let timeline = Memo::new(move |_| {
        answer.with(|answer| {
            let (input, plan) = answer.as_ref()?;
            Some(laws.with(|laws| Timeline::new(input, plan).shaded(laws)))
        })
    });
    let count = Memo::new(move |_| answer.with(|a| a.as_ref().map_or(0, |(_, plan)| plan.rows.len())));
    let on_event = move |event| match event {
        ChartEvent::Point(_, y) | ChartEvent::Press(_, y) => {
            if let Some(retry) = timeline.with_untracked(|t| t.as_ref().and_then(|t| t.retry_at(y))) {
                selected.set(retry);
            }
            true
        }
        ChartEvent::Release(..) | ChartEvent::Leave => false,
        ChartEvent::Key(key) => match key.as_str() {
            "ArrowDown" | "ArrowRight" => select_by(shown, 1),
            "ArrowUp" | "ArrowLeft" => select_by(shown, -1),
            "Home" => select_by(shown, i64::MIN),
            "End" => select_by(shown, i64::MAX),
            _ => false,
        },
    };
    let draw = move |ink: &crate::plot::Ink<'_, plotters_canvas::CanvasBackend>| {
        let selected = selected.get().min(count.get() as u32);
        timeline.with(|t| t.as_ref().map_or(Ok(()), |t| t.draw(ink, scale.get(), Some(selected))))
    };
    view! {
        <figure class="panel" aria-labelledby="timeline-heading">
            <div class="panel-head">
                <h2 id="timeline-heading">"Timeline"</h2>
                <Segmented
                    label="Time axis"
                    choices=vec![(TimeScale::Linear, "Linear"), (TimeScale::Log, "Log")]
                    value=scale
                    on_choice=move |chosen| scale.set(chosen)
                />
            </div>
            <p class="readout" role="status">{move || readout(shown, selected.get())}</p>
            <Chart
                summary=Signal::derive(move || summary(answer))
                height=Signal::derive(move || timeline_height(count.get()))
                draw
                on_event
            />
            <figcaption>
                <Legend answer />
                <p class="summary">{move || summary(answer)}</p>
            </figcaption>
        </figure>
    }
}

fn select_by(shown: Shown, step: i64) -> bool {
    shown.select_by(step);
    true
}

/// The exact values of the selected retry, in a fixed place.
fn readout(shown: Shown, selected: u32) -> Option<String> {
    shown.answer.with(|answer| {
        let (_, plan) = answer.as_ref()?;
        let row = plan.rows.get(selected.min(plan.rows.len() as u32).checked_sub(1)? as usize)?;
        let span = |range: &crate::policy::Range| {
            if range.is_point() {
                human_ms(&range.latest)
            } else {
                format!("{} to {}", human_ms(&range.earliest), human_ms(&range.latest))
            }
        };
        let words = |class| shown.laws.with(|laws| class_words(class, laws.get(row.retry as usize - 1)));
        let class = row.deadline.map(|c| format!(" · {} {}", c.symbol(), words(c))).unwrap_or_default();
        Some(format!("Retry {}: waits {}, starts at {}{class}", row.retry, span(&row.wait), span(&row.start)))
    })
}

/// The chart in one sentence.
fn summary(answer: Answer) -> String {
    answer.with(|answer| {
        let Some((input, plan)) = answer.as_ref() else { return String::new() };
        let (Some(first), Some(last)) = (plan.rows.first(), plan.rows.last()) else { return String::new() };
        let deadline = input.conditions.deadline.map_or(String::new(), |deadline| {
            let deadline = crate::math::Exact::from_steps(deadline.0, 3);
            format!(", with a deadline at {}", human_ms(&deadline))
        });
        let (from, to) = (human_ms(&first.start.earliest), human_ms(&plan.last_end.latest));
        if last.retry == 1 {
            return format!("Retry 1 on a time axis: it can start from {from} and ends by {to} at the latest{deadline}.");
        }
        format!(
            "Retries 1 to {} on a time axis: the first can start from {from}, the last ends by {to} at the latest{deadline}.",
            last.retry,
        )
    })
}

/// What the marks mean. Marks this plan lacks keep their place, so that nothing below moves.
#[component]
fn Legend(answer: Answer) -> impl IntoView {
    let marks = move || {
        answer.with(|answer| {
            let Some((input, plan)) = answer.as_ref() else { return Vec::new() };
            let floored = plan.rows.iter().any(|row| row.earliest_by == crate::policy::Binding::Floor);
            vec![
                ("mark-range", "earliest to latest start, darker is likelier", true),
                ("mark-deadline", "deadline", input.conditions.deadline.is_some()),
                (
                    "mark-request",
                    "request, from the latest start",
                    !input.conditions.request_range().latest.is_zero(),
                ),
                ("mark-floor", "waiting for Retry-After, at the earliest", floored),
            ]
        })
    };
    view! {
        <ul class="legend">
            {move || marks()
                .into_iter()
                .map(|(class, text, present)| {
                    view! {
                        <li class:is-absent=!present>
                            <span class=format!("mark {class}") aria-hidden="true"></span>
                            {text}
                        </li>
                    }
                })
                .collect_view()}
        </ul>
    }
}
