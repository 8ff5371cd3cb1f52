//! Fetching the catalogue of libraries, which lies beside the page.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::Response;

/// The file's address, with the version of the program, so that an old copy in a cache is not taken for a new one.
const ADDRESS: &str = concat!("./catalogue.json?v=", env!("CARGO_PKG_VERSION"));

/// The text of the catalogue.
///
/// # Errors
/// In words, what kept the file from being read.
pub async fn fetch() -> Result<String, String> {
    let failed = |_| "the file cannot be reached".to_owned();
    let window = web_sys::window().ok_or("there is no window")?;
    let response = JsFuture::from(window.fetch_with_str(ADDRESS)).await.map_err(failed)?;
    let response: Response = response.dyn_into().map_err(failed)?;
    if !response.ok() {
        return Err(format!("the server answers {}", response.status()));
    }
    let text = JsFuture::from(response.text().map_err(failed)?).await.map_err(failed)?;
    text.as_string().ok_or_else(|| "the file is no text".to_owned())
}
