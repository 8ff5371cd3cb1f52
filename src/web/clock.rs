//! The page's clock and its timers.

use wasm_bindgen::prelude::*;

/// Calls `task` after a delay.
pub fn after(delay_ms: i32, task: impl FnOnce() + 'static) {
    let callback = Closure::once_into_js(task);
    if let Some(window) = web_sys::window() {
        let _ =
            window.set_timeout_with_callback_and_timeout_and_arguments_0(callback.unchecked_ref(), delay_ms);
    }
}

/// Milliseconds on a clock that never runs backwards.
#[must_use]
pub fn now_ms() -> f64 {
    web_sys::window().and_then(|w| w.performance()).map_or_else(js_sys::Date::now, |clock| clock.now())
}
