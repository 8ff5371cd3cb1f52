//! Retryscope: exact retry plans and seeded retry-storm simulations.
//!
//! Layers, each using only those above it: `units`, `math`, `rng`; `policy`;
//! `sim`; `link`, `report`; `plot`, `cli`, `web`; `app`.
//! See `ARCHITECTURE.md`.

#[cfg(feature = "cli")]
pub mod cli;
pub mod link;
pub mod math;
pub mod policy;
pub mod report;
pub mod rng;
pub mod sim;
pub mod units;
