//! Simulation kernel: what many clients that retry do to one server.
//!
//! A [`Scenario`] fixes everything; [`Run`] plays its trials in slices;
//! [`Results`] puts them together, and [`Summary`] and [`Bands`] condense
//! them. The published studies are scenarios too ([`FixedWindow`], [`Tick`],
//! [`OutageRecovery`]). Nothing here knows a clock, a thread or a file.
//!
//! Time is counted in whole ticks; attempts due at the same tick keep the
//! order in which they were scheduled, or the one the server imposes.

mod arrival;
mod check;
mod client_order;
mod delay;
mod error;
mod estimate;
mod flat;
mod ledger;
pub mod limits;
mod machine;
mod metrics;
mod planned;
mod published;
mod queue;
mod run;
mod scenario;
mod segment;
mod series;
mod service;
mod summary;
mod wait;

pub use delay::{Backoff, DelayRule, Draw, Growth, Rounding};
pub use error::{RunError, ScenarioError};
pub use estimate::Estimate;
pub use metrics::{Metric, TrialMetrics};
pub use planned::{Planned, PlannedMemory, PlannedMode, PlannedRounding, PlannedRow, PlannedServer};
pub use published::{FixedWindow, OutageRecovery, Study, Tick};
pub use run::{Progress, Results, Run, TrialId, TrialResult, simulate, trials};
pub use scenario::{NamedPolicy, Scenario, ScenarioConfig, SeedRange, TickUnit};
pub use series::{Band, Bands, Series};
pub use service::{Order, Outage, Service};
pub use summary::Summary;
