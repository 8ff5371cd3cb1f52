//! How much work a slice takes, so that it lasts about as long as it may.

use crate::sim::{Progress, Run, RunError};

/// Attempts of the first slice: well below a millisecond anywhere.
const FIRST_BUDGET: u64 = 20_000;

/// Runs slices of about a given length.
pub struct Pace {
    target_ms: f64,
    budget: u64,
}

impl Pace {
    /// Slices of about `target_ms` milliseconds.
    #[must_use]
    pub fn new(target_ms: f64) -> Self {
        Self { target_ms, budget: FIRST_BUDGET }
    }

    /// One slice of `run`; `now_ms` reads a clock. The next slice is at most twice as long.
    ///
    /// # Errors
    /// As [`Run::advance`].
    pub fn slice(&mut self, run: &mut Run, now_ms: impl Fn() -> f64) -> Result<Progress, RunError> {
        let start = now_ms();
        let progress = run.advance(self.budget)?;
        let elapsed = (now_ms() - start).max(0.05);
        let fitting = self.budget as f64 * (self.target_ms / elapsed).clamp(0.25, 2.0);
        self.budget = (fitting as u64).max(1000);
        Ok(progress)
    }
}
