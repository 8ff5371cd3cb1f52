//! Shared by the simulation's tests: random own scenarios and a plain
//! reference simulation.

pub mod oracle;
pub mod random;
