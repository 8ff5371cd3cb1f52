//! Retryscope: exact retry plans and seeded retry-storm simulations.
//!
//! Layers, each using only those above it: `units`, `math`, `rng`; `policy`;
//! `sim`; `link`, `protocol`, `report`; `plot`, `cli`, `web`; `app`.
//! See `ARCHITECTURE.md`.

pub mod rng;
pub mod sim;
