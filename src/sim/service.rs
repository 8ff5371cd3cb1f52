//! What the server does with the attempts that arrive.

use serde::{Deserialize, Serialize};

/// Which of the attempts due at one tick the server takes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// In the order in which they were scheduled.
    Arrival,
    /// In ascending client number.
    Client,
    /// A random choice of those the capacity admits, when it cannot admit
    /// all; the others schedule their retries in ascending client number.
    Random,
}

/// A span of ticks in which every attempt is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outage {
    /// First tick of the outage.
    pub from_tick: u64,
    /// First tick after it.
    pub until_tick: u64,
}

impl Outage {
    /// Whether `tick` lies in the outage.
    #[must_use]
    #[inline]
    pub fn contains(self, tick: u64) -> bool {
        (self.from_tick..self.until_tick).contains(&tick)
    }
}

/// The server: at most `capacity` attempts are accepted in each aligned window
/// (window = ⌊tick / window_ticks⌋); every other attempt is rejected at once.
///
/// All three published servers are of this form: the fixed window
/// ([`Order::Arrival`], 100 ticks), the tick model ([`Order::Random`], 1 tick)
/// and the outage ([`Order::Client`], 1 tick, with an [`Outage`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Service {
    /// Width of a window in ticks, at least 1.
    pub window_ticks: u32,
    /// Attempts accepted per window, at least 1.
    pub capacity: u32,
    /// Who comes first among equal ticks.
    pub order: Order,
    /// When the server takes nobody. Accepted attempts of a window that began
    /// before the outage still count against its capacity after it.
    pub outage: Option<Outage>,
}
