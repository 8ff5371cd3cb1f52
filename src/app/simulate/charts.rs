//! The herd and the share chart with their shared cross-hair, zoom, legend and read-out.

use std::sync::Arc;

use leptos::prelude::*;
use plotters_canvas::CanvasBackend;

use super::outcome::Outcome;
use super::values::Values;
use crate::app::components::{Chart, ChartEvent, Segmented};
use crate::app::state::AppState;
use crate::math::{Exact, group_digits, human_ms};
use crate::plot::{
    CountScale, Courses, Ink, PlotError, SeriesView, TimeAxis, TimeScale, draw_herd, draw_share, herd_height,
    share_height,
};
use crate::sim::TickUnit;

/// Pixels a pointer must travel for a drag to zoom; less is a tap.
const DRAG_PX: f64 = 6.0;

/// A peak of more than so many times the capacity opens on a logarithmic axis.
const LOG_FROM: f64 = 50.0;

/// Everything the two charts share.
#[derive(Clone, Copy)]
struct Stage {
    courses: Memo<Courses>,
    view: RwSignal<SeriesView>,
    /// Width of the charts in CSS pixels, as last drawn.
    width: StoredValue<f64>,
    /// Where a drag began, in CSS pixels.
    pressed: StoredValue<Option<f64>>,
}

/// Arrivals and served clients over time.
#[component]
pub(super) fn Charts(outcome: Arc<Outcome>) -> impl IntoView {
    let bands = expect_context::<AppState>().simulate.bands;
    let with_band = RwSignal::new(true);
    let has_band = outcome.input.seeds.trials() > 1;
    let count = outcome.input.policies.len();
    let courses = {
        let outcome = outcome.clone();
        Memo::new(move |_| {
            if with_band.get() && has_band {
                bands.with(|bands| outcome.courses(bands))
            } else {
                outcome.courses(&[])
            }
        })
    };
    // One policy far above the others would flatten them on a linear axis.
    let counts = courses.with_untracked(|courses| {
        let times_capacity = courses.peak() / f64::from(courses.service.capacity);
        if times_capacity > LOG_FROM { CountScale::Log } else { CountScale::Linear }
    });
    let view = RwSignal::new(SeriesView { counts, visible: vec![true; count], ..SeriesView::default() });
    let stage = Stage { courses, view, width: StoredValue::new(0.0), pressed: StoredValue::new(None) };
    let visible = move || view.with(|v| v.visible.iter().filter(|shown| **shown).count());
    let draw_arrivals = move |ink: &Ink<'_, CanvasBackend>| stage.draw(ink, draw_herd);
    let draw_served = move |ink: &Ink<'_, CanvasBackend>| stage.draw(ink, draw_share);
    let first_seed = outcome.input.seeds.first;
    let summary = Signal::derive(move || courses.with(herd_summary));
    let share_text = Signal::derive(move || courses.with(share_summary));
    view! {
        <section class="panel charts" aria-labelledby="charts-heading">
            <div class="panel-head">
                <h2 id="charts-heading">"Arrivals over time"</h2>
                <div class="button-row">
                    <Show when=move || has_band>
                        <Segmented
                            label="Trials"
                            choices=vec![(true, "All trials"), (false, "First trial")]
                            value=with_band
                            on_choice=move |chosen| with_band.set(chosen)
                        />
                    </Show>
                    <Segmented
                        label="Scale of arrivals"
                        choices=vec![(CountScale::Linear, "Linear"), (CountScale::Log, "Log")]
                        value=Signal::derive(move || view.with(|v| v.counts))
                        on_choice=move |chosen| view.update(|v| v.counts = chosen)
                    />
                    <Segmented
                        label="Time axis"
                        choices=vec![(TimeScale::Linear, "Linear time"), (TimeScale::Log, "Log time")]
                        value=Signal::derive(move || view.with(|v| v.time))
                        on_choice=move |chosen| view.update(|v| v.time = chosen)
                    />
                    <button
                        type="button"
                        class="button"
                        disabled=move || view.with(|v| v.zoom.is_none())
                        on:click=move |_| view.update(|v| v.zoom = None)
                    >
                        "Reset zoom"
                    </button>
                </div>
            </div>
            <Toggles outcome stage />
            <p class="summary">
                {move || if has_band && with_band.get() {
                    format!("Columns show seed {first_seed}; the shaded band spans the least to the greatest of all trials, its line the median. Drag to zoom, or use + − and the arrow keys.")
                } else {
                    format!("Columns show seed {first_seed}. Drag to zoom, or use + − and the arrow keys.")
                }}
            </p>
            <div
                class="readout readout-many"
                role="status"
                style=move || format!("--lines: {}", visible())
            >
                {move || readout(stage)}
            </div>
            <Chart
                summary
                height=Signal::derive(move || herd_height(visible()))
                draw=draw_arrivals
                on_event=move |event| stage.hear(event)
            />
            <p class="summary">{move || summary.get()}</p>
            <h3>"Share of clients served"</h3>
            <Chart
                summary=share_text
                height=Signal::derive(share_height)
                draw=draw_served
                on_event=move |event| stage.hear(event)
            />
            <p class="summary">{move || share_text.get()}</p>
            <Values courses view />
        </section>
    }
}

/// The legend: which policies show.
#[component]
fn Toggles(outcome: Arc<Outcome>, stage: Stage) -> impl IntoView {
    let toggles = outcome.input.policies.iter().enumerate().map(|(index, policy)| {
        let is_shown = move || stage.view.with(|v| v.shows(index));
        let toggle = move |_| {
            stage.view.update(|v| {
                // The last one stays: an empty chart says nothing.
                let alone = v.visible.iter().filter(|shown| **shown).count() == 1 && v.visible[index];
                if !alone {
                    v.visible[index] = !v.visible[index];
                }
            });
        };
        let swatch = format!("swatch series-{}", outcome.style(index) + 1);
        view! {
            <button type="button" class="button toggle" aria-pressed=move || is_shown().to_string() on:click=toggle>
                <span class=swatch aria-hidden="true"></span>
                {policy.name.clone()}
            </button>
        }
    });
    view! { <div class="button-row" role="group" aria-label="Policies shown">{toggles.collect_view()}</div> }
}

type Draw = fn(&Ink<'_, CanvasBackend>, &Courses, &SeriesView) -> Result<(), PlotError>;

impl Stage {
    fn draw(self, ink: &Ink<'_, CanvasBackend>, draw: Draw) -> Result<(), PlotError> {
        self.width.set_value(ink.size().0);
        self.courses.with(|courses| self.view.with(|view| draw(ink, courses, view)))
    }

    fn tick_at(self, x_px: f64) -> f64 {
        let width = self.width.get_value();
        self.courses
            .with_untracked(|c| self.view.with_untracked(|v| TimeAxis::new(c, v, width).tick_at(x_px)))
    }

    fn hear(self, event: ChartEvent) -> bool {
        match event {
            ChartEvent::Press(x, _) => {
                self.pressed.set_value(Some(x));
                self.point(x);
            }
            ChartEvent::Point(x, _) => {
                self.point(x);
                let from = self.pressed.get_value().filter(|from| (x - from).abs() >= DRAG_PX);
                if let Some(from) = from {
                    let ends = (self.tick_at(from), self.tick_at(x));
                    self.view.update(|v| v.drag = Some(ends));
                }
            }
            ChartEvent::Release(..) => {
                self.pressed.set_value(None);
                if let Some((from, to)) = self.view.with_untracked(|v| v.drag) {
                    self.change(|v, courses| {
                        v.drag = None;
                        v.zoom_to(courses, from, to);
                    });
                }
            }
            ChartEvent::Leave => {
                if self.pressed.get_value().is_some() {
                    self.pressed.set_value(None);
                    self.view.update(|v| v.drag = None);
                }
            }
            ChartEvent::Key(key) => return self.key(&key),
        }
        true
    }

    fn point(self, x: f64) {
        let tick = self.tick_at(x);
        self.view.update(|v| v.cursor = Some(tick));
    }

    fn change(self, change: impl FnOnce(&mut SeriesView, &Courses)) {
        self.courses.with_untracked(|courses| self.view.update(|view| change(view, courses)));
    }

    /// Arrows move the cross-hair by a point (Page keys by ten), + and − zoom around it, 0 or Escape resets.
    fn key(self, key: &str) -> bool {
        const CLOSER: f64 = 0.5;
        let step = |steps| self.change(move |v, c| v.step_cursor(c, steps));
        let zoom = |factor| {
            self.change(move |v, c| {
                let (from, to) = v.range(c);
                v.zoom_by(c, factor, v.cursor.unwrap_or(f64::midpoint(from, to)));
            });
        };
        match key {
            "ArrowRight" => step(1),
            "ArrowLeft" => step(-1),
            "PageDown" => step(10),
            "PageUp" => step(-10),
            "Home" => step(i64::MIN),
            "End" => step(i64::MAX),
            "+" | "=" => zoom(CLOSER),
            "-" => zoom(1.0 / CLOSER),
            "0" | "Escape" => self.change(|v, _| v.zoom = None),
            _ => return false,
        }
        true
    }
}

/// The exact values at the cross-hair, a line a policy, in a fixed place.
fn readout(stage: Stage) -> impl IntoView + use<> {
    stage.courses.with(|courses| {
        stage.view.with(|view| {
            let Some(tick) = view.cursor else {
                return view! {
                    <p class="readout-hint">
                        "Point at a chart, or focus it and press the arrow keys, to read its exact values."
                    </p>
                }
                .into_any();
            };
            let shown: Vec<usize> = view.shown(courses).collect();
            shown.into_iter().map(|policy| line(courses, policy, tick)).collect_view().into_any()
        })
    })
}

/// One policy's values at the cross-hair.
fn line(courses: &Courses, policy: usize, tick: f64) -> impl IntoView + use<> {
    let reading = courses.reading(policy, tick);
    let number = |n: u64| group_digits(&n.to_string());
    let values = [
        format!("from {}", tick_text(courses.tick, reading.from_tick as f64)),
        format!("{} first", number(reading.first_attempts)),
        format!("{} retries", number(reading.retries)),
        format!("{} accepted", number(reading.accepted)),
        format!("{} rejected", number(reading.rejected)),
        format!("{:.1} % served", reading.share_served * 100.0),
    ];
    let values = values.map(|value| view! { <span class="reading">{value}</span> " " });
    view! { <p><strong>{courses.policies[policy].name.clone()}</strong> " " {values.collect_view()}</p> }
}

/// A point of time in the words of its scenario.
pub(super) fn tick_text(unit: TickUnit, tick: f64) -> String {
    match unit.milliseconds() {
        // Ticks are whole and below 2^53: the conversion is exact.
        Some(ms) => human_ms(&Exact::from_steps(tick.round() as u64, 0).times(ms.into())),
        None => format!("tick {}", group_digits(&format!("{tick:.0}"))),
    }
}

/// The herd chart in one sentence.
fn herd_summary(courses: &Courses) -> String {
    let peaks = courses.policies.iter().enumerate().map(|(index, course)| {
        let arrivals = course.series.arrivals();
        let peak = arrivals.iter().copied().max().unwrap_or(0);
        let after = arrivals.iter().skip(1).copied().max().unwrap_or(0);
        let end = tick_text(courses.tick, courses.course_end(index));
        format!(
            "{} peaks at {} arrivals, at {} after the first point, and ends at {end}",
            course.name,
            group_digits(&peak.to_string()),
            group_digits(&after.to_string()),
        )
    });
    let peaks: Vec<String> = peaks.collect();
    format!(
        "Arrivals per window against a capacity of {}: {}.",
        group_digits(&courses.service.capacity.to_string()),
        peaks.join("; ")
    )
}

/// The share chart in one sentence.
fn share_summary(courses: &Courses) -> String {
    let lines = courses.policies.iter().enumerate().map(|(index, course)| {
        let reach = |share| courses.reaches(index, share).map(|tick| tick_text(courses.tick, tick));
        match (reach(0.5), reach(0.95)) {
            (Some(half), Some(most)) => {
                format!("{} serves half of the clients by {half} and 95 % by {most}", course.name)
            }
            (Some(half), None) => {
                format!("{} serves half of the clients by {half} and never 95 %", course.name)
            }
            _ => format!("{} never serves half of the clients", course.name),
        }
    });
    format!("In the first trial, {}.", lines.collect::<Vec<_>>().join("; "))
}
