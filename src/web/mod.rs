//! The browser's side: the only place with web-sys. No Leptos, no formulas.

#[cfg(feature = "app")]
pub mod canvas;
#[cfg(feature = "app")]
pub mod clipboard;
#[cfg(feature = "app")]
pub mod fragment;
#[cfg(feature = "app")]
pub mod main_thread;
pub mod pace;
#[cfg(feature = "app")]
pub mod pool;
#[cfg(feature = "app")]
pub mod preferences;
#[cfg(feature = "worker")]
pub mod worker;
