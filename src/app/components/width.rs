//! The width of an element as a signal.

use leptos::html::Div;
use leptos::prelude::*;
use send_wrapper::SendWrapper;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// The content width of `element` in CSS pixels, 0 before it is laid out; follows every resize.
pub(super) fn observe_width(element: NodeRef<Div>) -> Signal<f64> {
    let width = RwSignal::new(0.0);
    Effect::new(move || {
        let Some(element) = element.get() else { return };
        let measured = element.clone();
        width.set(f64::from(measured.client_width()));
        let callback = Closure::<dyn FnMut()>::new(move || {
            let now = f64::from(measured.client_width());
            if width.try_get_untracked() != Some(now) {
                width.try_set(now);
            }
        });
        let Ok(observer) = web_sys::ResizeObserver::new(callback.as_ref().unchecked_ref()) else { return };
        observer.observe(&element);
        // The closure lives as long as the observer calls it.
        let held = SendWrapper::new((observer, callback));
        on_cleanup(move || held.0.disconnect());
    });
    width.into()
}
