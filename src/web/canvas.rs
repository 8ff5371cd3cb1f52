//! Drawing on a canvas: sharp at any pixel ratio, in the colours of the page's own tokens.

use plotters::prelude::*;
use plotters_canvas::CanvasBackend;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlCanvasElement, HtmlElement};

use crate::plot::{Ink, Palette, PlotError};

/// Largest side of a canvas in device pixels; browsers refuse or blank larger ones.
const MAX_SIDE: f64 = 16_384.0;

/// Sizes `canvas` to `width` × `height` CSS pixels at the screen's pixel ratio and draws on it.
///
/// # Errors
/// When the canvas has no 2d context or drawing fails.
pub fn draw_on(
    canvas: &HtmlCanvasElement,
    (width, height): (f64, f64),
    draw: impl FnOnce(&Ink<'_, CanvasBackend>) -> Result<(), PlotError>,
) -> Result<(), PlotError> {
    let ratio = web_sys::window().map_or(1.0, |w| w.device_pixel_ratio());
    let ratio = ratio.min(MAX_SIDE / width.max(height).max(1.0));
    let pixels = |css: f64| (css * ratio).round().max(1.0) as u32;
    canvas.set_width(pixels(width));
    canvas.set_height(pixels(height));
    let palette = palette(canvas)?;
    let backend = CanvasBackend::with_canvas_object(canvas.clone())
        .ok_or_else(|| PlotError("this browser gives no 2d canvas".to_owned()))?;
    let area = backend.into_drawing_area();
    draw(&Ink::new(&area, &palette, ratio))
}

/// The colour tokens as they apply to `canvas` right now.
fn palette(canvas: &HtmlCanvasElement) -> Result<Palette, PlotError> {
    // A custom property computes to its text ("light-dark(…)"); only a real colour property resolves it.
    let probe = canvas
        .parent_element()
        .and_then(|parent| parent.query_selector(".color-probe").ok().flatten())
        .and_then(|probe| probe.dyn_into::<HtmlElement>().ok())
        .ok_or_else(|| PlotError("the colour probe beside the canvas is missing".to_owned()))?;
    let read = |token: &str| resolve(&probe, token);
    Ok(Palette {
        surface: read("--surface")?,
        ink: read("--ink")?,
        muted: read("--ink-muted")?,
        grid: read("--grid")?,
        accent: read("--accent")?,
        within: read("--within")?,
        may_miss: read("--may-miss")?,
        misses: read("--misses")?,
        series: [
            read("--series-1")?,
            read("--series-2")?,
            read("--series-3")?,
            read("--series-4")?,
            read("--series-5")?,
            read("--series-6")?,
            read("--series-7")?,
            read("--series-8")?,
        ],
    })
}

fn resolve(probe: &HtmlElement, token: &str) -> Result<RGBColor, PlotError> {
    let failed = || PlotError(format!("the colour token {token} is not readable"));
    probe.style().set_property("color", &format!("var({token})")).map_err(|_| failed())?;
    let element: &Element = probe;
    let computed = web_sys::window()
        .and_then(|w| w.get_computed_style(element).ok().flatten())
        .and_then(|style| style.get_property_value("color").ok())
        .ok_or_else(failed)?;
    parse_rgb(&computed).ok_or_else(failed)
}

/// Reads "rgb(1, 2, 3)" or "rgba(1, 2, 3, 1)", the form computed colours have.
fn parse_rgb(computed: &str) -> Option<RGBColor> {
    let inner = computed.split_once('(')?.1.strip_suffix(')')?;
    let mut channels = inner.split([',', ' ', '/']).filter(|part| !part.is_empty()).map(str::parse::<u8>);
    let mut next = || channels.next()?.ok();
    Some(RGBColor(next()?, next()?, next()?))
}
