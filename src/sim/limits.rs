//! Bounds of a scenario. They keep a link from eating a machine; the types'
//! own arithmetic holds within them.

/// Clients of a scenario: 1 to this.
pub const MAX_CLIENTS: u32 = 1_000_000;
/// Policies of a scenario: 1 to this.
pub const MAX_POLICIES: usize = 8;
/// Trials (seeds) of a policy: 1 to this.
pub const MAX_TRIALS: u64 = 10_000;
/// Retries of a client, when limited: 0 to this.
pub const MAX_RETRIES: u32 = 1000;
/// Any wait, base, cap or floor in ticks: at most this (49 days of ms).
pub const MAX_WAIT_TICKS: u32 = u32::MAX - 1;
/// Multiplier: 1 to this.
pub const MAX_MULTIPLIER: f64 = 1000.0;
/// Window width in ticks: 1 to this.
pub const MAX_WINDOW_TICKS: u32 = 1_000_000_000;
/// Horizon, outage and `peak_from_tick`: at most this many ticks.
pub const MAX_HORIZON_TICKS: u64 = 1 << 42;
/// Points of a trial's series are at most this.
pub const MAX_SERIES_POINTS: u64 = 65_536;
/// A trial's series may always have this many points.
pub const MIN_SERIES_POINTS: u64 = 64;
/// Counts held in all series of a run together (of 4 bytes; three a point),
/// as far as [`MIN_SERIES_POINTS`] allows.
pub const MAX_SERIES_COUNTS: u64 = 15_728_640;
/// Estimated attempts of a whole run: at most this.
pub const MAX_ESTIMATED_ATTEMPTS: u64 = 4_000_000_000;
/// Attempts of one trial: at most this.
pub const MAX_TRIAL_ATTEMPTS: u32 = 2_000_000_000;
