//! The browser's side: the only place with web-sys. No Leptos, no formulas.

#[cfg(feature = "app")]
pub mod canvas;
#[cfg(feature = "app")]
pub mod catalogue;
#[cfg(feature = "app")]
pub mod clipboard;
#[cfg(feature = "app")]
pub mod clock;
#[cfg(feature = "app")]
pub mod download;
#[cfg(feature = "worker")]
pub mod engine;
#[cfg(feature = "app")]
pub mod fragment;
#[cfg(feature = "worker")]
pub mod pace;
#[cfg(feature = "app")]
pub mod pool;
#[cfg(feature = "app")]
pub mod preferences;
