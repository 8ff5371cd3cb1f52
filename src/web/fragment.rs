//! The URL fragment: where the page's state lives, so that no server ever sees it.

use wasm_bindgen::JsValue;

/// The present fragment without `#`; empty when there is none.
#[must_use]
pub fn read() -> String {
    let hash = web_sys::window().and_then(|w| w.location().hash().ok()).unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// Whether a new fragment becomes a step of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Replaces the present entry: typing.
    Replace,
    /// A new entry that Back returns from: a choice.
    Push,
}

/// Writes the fragment. Where the history is refused (a sandboxed frame) nothing happens:
/// the page works on, only its address stays behind.
pub fn write(fragment: &str, step: Step) {
    let Some(history) = web_sys::window().and_then(|w| w.history().ok()) else { return };
    let url = format!("#{fragment}");
    let written = match step {
        Step::Replace => history.replace_state_with_url(&JsValue::NULL, "", Some(&url)),
        Step::Push => history.push_state_with_url(&JsValue::NULL, "", Some(&url)),
    };
    if written.is_err() {
        web_sys::console::info_1(&"The address cannot be updated here; Copy link still works.".into());
    }
}

/// The address of this page without its fragment.
#[must_use]
pub fn page_address() -> String {
    let href = web_sys::window().and_then(|w| w.location().href().ok()).unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}
