//! Copying text, with a fallback where the clipboard interface is refused.

use wasm_bindgen_futures::JsFuture;

/// Puts `text` on the clipboard.
///
/// # Errors
/// When the browser refuses (no permission, an insecure or sandboxed page); the caller then shows the text.
pub async fn copy(text: &str) -> Result<(), ClipboardRefused> {
    let window = web_sys::window().ok_or(ClipboardRefused)?;
    // On insecure origins the property is missing, although its type says otherwise.
    let navigator = window.navigator();
    let present = js_sys::Reflect::get(&navigator, &"clipboard".into()).is_ok_and(|v| v.is_object());
    if !present {
        return Err(ClipboardRefused);
    }
    JsFuture::from(navigator.clipboard().write_text(text)).await.map(|_| ()).map_err(|_| ClipboardRefused)
}

/// The browser does not let this page write to the clipboard.
#[derive(Debug, thiserror::Error)]
#[error("the browser does not let this page copy")]
pub struct ClipboardRefused;
