//! Saving a text as a file.

use js_sys::Array;
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use super::clock::after;

/// How long the browser has to take the text over before its address is given up.
const KEPT_MS: i32 = 10_000;

/// Offers `text` as a download under `name`. Where the browser refuses downloads (a sandboxed frame), nothing
/// happens that the page could notice; copying works there too.
pub fn save(name: &str, media_type: &str, text: &str) {
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    let parts = Array::of1(&text.into());
    let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) else { return };
    let Ok(address) = Url::create_object_url_with_blob(&blob) else { return };
    let anchor = web_sys::window()
        .and_then(|w| w.document())
        .and_then(|d| d.create_element("a").ok())
        .and_then(|a| a.dyn_into::<HtmlAnchorElement>().ok());
    if let Some(anchor) = anchor {
        anchor.set_href(&address);
        anchor.set_download(name);
        anchor.click();
    }
    after(KEPT_MS, move || {
        let _ = Url::revoke_object_url(&address);
    });
}
