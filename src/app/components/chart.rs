//! A canvas that follows its container's size, the theme and the pixel ratio.

use leptos::ev;
use leptos::html::{Canvas, Div};
use leptos::prelude::*;
use plotters_canvas::CanvasBackend;

use super::width::observe_width;
use crate::app::state::AppState;
use crate::plot::{Ink, PlotError};
use crate::web::canvas;

/// What a reader did on a chart.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) enum ChartEvent {
    /// The pointer is at this point, in CSS pixels from the top left.
    Point(f64, f64),
    /// The pointer was pressed at this point.
    Press(f64, f64),
    /// The pointer was released at this point.
    Release(f64, f64),
    /// The pointer left, or its gesture was taken over by the browser.
    Leave,
    /// A key was pressed; its name as in `KeyboardEvent.key`.
    Key(String),
}

/// A focusable chart. It redraws whenever a signal that `draw` reads, its size or the theme changes.
#[component]
pub(in crate::app) fn Chart(
    /// What the chart shows, in a sentence: its text alternative.
    #[prop(into)]
    summary: Signal<String>,
    /// Height in CSS pixels.
    #[prop(into)]
    height: Signal<f64>,
    /// Draws the chart.
    draw: impl Fn(&Ink<'_, CanvasBackend>) -> Result<(), PlotError> + 'static,
    /// Pointer and keys; returns whether the key meant something here.
    on_event: impl Fn(ChartEvent) -> bool + Clone + 'static,
) -> impl IntoView {
    let frame = NodeRef::<Div>::new();
    let surface = NodeRef::<Canvas>::new();
    let width = observe_width(frame);
    let failure = RwSignal::new(None::<String>);
    let AppState { theme, repaint, .. } = expect_context::<AppState>();
    Effect::new(move || {
        theme.track();
        repaint.track();
        let size = (width.get(), height.get());
        let Some(surface) = surface.get().filter(|_| size.0 > 0.0) else { return };
        failure.set(canvas::draw_on(&surface, size, &draw).err().map(|e| e.to_string()));
    });
    let tell = StoredValue::new_local(on_event.clone());
    let at = move |event: &ev::PointerEvent, kind: fn(f64, f64) -> ChartEvent| {
        tell.with_value(|tell| tell(kind(event.offset_x().into(), event.offset_y().into())));
    };
    let on_down = move |event: ev::PointerEvent| {
        // A drag that ends outside still ends here.
        if let Some(surface) = surface.get_untracked() {
            let _ = surface.set_pointer_capture(event.pointer_id());
        }
        at(&event, ChartEvent::Press);
    };
    let on_leave = move || tell.with_value(|tell| tell(ChartEvent::Leave));
    let on_key = move |event: ev::KeyboardEvent| {
        let plain = !(event.ctrl_key() || event.meta_key() || event.alt_key());
        if plain && on_event(ChartEvent::Key(event.key())) {
            event.prevent_default();
        }
    };
    view! {
        <div class="chart" node_ref=frame>
            <span class="color-probe" hidden></span>
            <canvas
                node_ref=surface
                tabindex="0"
                role="img"
                aria-label=move || summary.get()
                style:height=move || format!("{}px", height.get())
                on:pointermove=move |event| at(&event, ChartEvent::Point)
                on:pointerdown=on_down
                on:pointerup=move |event| at(&event, ChartEvent::Release)
                on:pointerleave=move |_| { on_leave(); }
                on:pointercancel=move |_| { on_leave(); }
                on:keydown=on_key
            ></canvas>
            <Show when=move || failure.with(Option::is_some)>
                <p class="notice notice-error" role="alert">
                    {move || failure.get()} ". The table below holds the same values."
                </p>
            </Show>
        </div>
    }
}
