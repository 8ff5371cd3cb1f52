//! The colour theme: the reader's choice, kept when storage is allowed, else for this visit.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::HtmlElement;

const THEME_ITEM: &str = "theme";
/// Other pages of the same host may store things too.
const PREFIX: &str = "retryscope.";

/// Which colours the page uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Theme {
    /// As the system is set.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

impl Theme {
    /// All themes, in the order they are offered.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// The word in storage and markup.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The theme a word names.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.key() == key)
    }

    /// The theme chosen on an earlier visit.
    #[must_use]
    pub fn stored() -> Self {
        recall(THEME_ITEM).and_then(|key| Self::from_key(&key)).unwrap_or_default()
    }

    /// Applies the theme to the page and remembers it where storage is allowed.
    pub fn apply(self) {
        let root = web_sys::window().and_then(|w| w.document()).and_then(|d| d.document_element());
        if let Some(root) = root.and_then(|root| root.dyn_into::<HtmlElement>().ok()) {
            // The stylesheet maps the attribute to `color-scheme`, which every token follows.
            let _ = root.set_attribute("data-theme", self.key());
        }
        remember(THEME_ITEM, self.key());
    }
}

/// What was remembered under a name; `None` if nothing was or storage is refused.
#[must_use]
pub fn recall(item: &str) -> Option<String> {
    storage()?.get_item(&format!("{PREFIX}{item}")).ok().flatten()
}

/// Remembers a text under a name for later visits; refused or full storage only means that it is forgotten.
pub fn remember(item: &str, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&format!("{PREFIX}{item}"), text);
    }
}

/// Calls `changed` whenever the system's light or dark preference changes, for the life of the page.
pub fn on_system_theme_change(changed: impl Fn() + 'static) {
    let query = web_sys::window().and_then(|w| w.match_media("(prefers-color-scheme: dark)").ok().flatten());
    if let Some(query) = query {
        let callback = Closure::<dyn Fn()>::new(changed);
        let _ = query.add_event_listener_with_callback("change", callback.as_ref().unchecked_ref());
        callback.forget();
    }
}

/// Local storage; `None` where the browser refuses it (merely asking may throw).
fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}
