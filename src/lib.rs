//! Retryscope: exact retry plans and seeded retry-storm simulations.
//!
//! Layers, each using only those above it: `units`, `math`, `rng`; `policy`;
//! `distribution`, `sim`, `study`; `link`, `protocol`; `library`, `report`;
//! `plot`, `cli`, `web`; `app`.
//! See `ARCHITECTURE.md`.

#[cfg(feature = "app")]
pub mod app;
#[cfg(feature = "cli")]
pub mod cli;
pub mod distribution;
pub mod library;
pub mod link;
pub mod math;
#[cfg(feature = "plot")]
pub mod plot;
pub mod policy;
pub mod protocol;
pub mod report;
pub mod rng;
pub mod sim;
pub mod study;
pub mod units;
#[cfg(feature = "web")]
pub mod web;
