//! Wait rules prepared for the inner loop: baselines tabulated per retry.

use crate::rng::{Source, Span};

use super::delay::{Backoff, DelayRule, Draw, Growth, Rounding};
use super::planned::PlannedWait;

/// Most rows a table may need before its baseline stops growing.
pub const MAX_TABLE_ROWS: u32 = 4096;

/// A wait rule as the engine calls it.
pub(super) trait Wait {
    /// What a client remembers from wait to wait.
    type Memory: Copy + Default;

    /// The memory before the first retry.
    fn first_memory(&self) -> Self::Memory;

    /// The last retry number that has a wait of its own: all later retries
    /// wait as this one does. With a limit of retries it is not below it.
    fn last_row(&self) -> u32;

    /// The wait in ticks (at least 1) before retry `n`, from 1 to
    /// [`last_row`](Wait::last_row).
    fn ticks<G: Source>(&self, n: u32, memory: &mut Self::Memory, rng: &mut G) -> u64;
}

/// Waits without jitter: immediate, fixed, exponential.
pub(super) struct Steady {
    rows: Vec<u64>,
}

/// Full jitter in whole ticks.
pub(super) struct WholeFull {
    rows: Vec<Span>,
    least: u64,
}

/// Real jitter in proportion to the baseline: `start + u·width`.
pub(super) struct Scaled {
    rows: Vec<(f64, f64)>,
    rounding: Rounding,
    least: u64,
}

/// Decorrelated jitter.
pub(super) struct Decorrelated {
    base: f64,
    cap: f64,
    rounding: Rounding,
    least: u64,
    last_row: u32,
}

/// Any rule, for code that chooses at run time.
pub(super) enum AnyWait {
    Steady(Steady),
    WholeFull(WholeFull),
    Scaled(Scaled),
    Decorrelated(Decorrelated),
    Planned(PlannedWait),
}

impl AnyWait {
    /// Prepares `rule` for clients that retry at most `retries` times.
    pub(super) fn new(rule: &DelayRule, retries: Option<u32>) -> Self {
        let least = rule.least_ticks();
        let rounding = rule.rounding;
        let constant = last_row(retries, || Some(1));
        let baselines = |growth: Growth| {
            let rows = last_row(retries, || settled_at(&growth));
            (1..=rows).map(move |n| growth.baseline(n))
        };
        let steady = |wait: f64| rounding.ticks(wait).max(least);
        match &rule.backoff {
            Backoff::Immediate => Self::Steady(Steady { rows: vec![least; constant as usize] }),
            Backoff::Fixed { wait } => Self::Steady(Steady { rows: vec![steady(*wait); constant as usize] }),
            Backoff::Exponential(growth) => {
                Self::Steady(Steady { rows: baselines(*growth).map(steady).collect() })
            }
            Backoff::Full { growth, draw } => match draw {
                Draw::Whole => Self::WholeFull(WholeFull {
                    rows: baselines(*growth).map(|d| Span::new(d + 1.0)).collect(),
                    least,
                }),
                Draw::Real => Self::Scaled(Scaled {
                    rows: baselines(*growth).map(|d| (0.0, d)).collect(),
                    rounding,
                    least,
                }),
            },
            Backoff::Equal(growth) => Self::Scaled(Scaled {
                rows: baselines(*growth).map(|d| (d / 2.0, d / 2.0)).collect(),
                rounding,
                least,
            }),
            Backoff::Decorrelated { base, cap } => Self::Decorrelated(Decorrelated {
                base: *base,
                cap: *cap,
                rounding,
                least,
                last_row: constant,
            }),
            Backoff::Planned(planned) => {
                let rows = last_row(retries, || Some(planned.rows.len() as u32));
                Self::Planned(PlannedWait::new((**planned).clone(), rounding, least, rows))
            }
        }
    }
}

/// The retry from which on the baseline of `growth` no longer changes, or
/// `None` when that takes more than [`MAX_TABLE_ROWS`].
pub(super) fn settled_at(growth: &Growth) -> Option<u32> {
    let settled = |n: &u32| growth.multiplier == 1.0 || growth.baseline(*n) >= growth.cap;
    (1..=MAX_TABLE_ROWS).find(settled)
}

/// The last row a table needs: the limit of retries, so that a client's count
/// stays exact; without one the row that stands for all later ones.
fn last_row(retries: Option<u32>, settled: impl FnOnce() -> Option<u32>) -> u32 {
    let row = retries.or_else(settled).unwrap_or(MAX_TABLE_ROWS);
    row.clamp(1, MAX_TABLE_ROWS)
}

/// The row of retry `n`.
#[inline(always)]
fn row<T: Copy>(rows: &[T], n: u32) -> T {
    rows[n as usize - 1]
}

impl Wait for Steady {
    type Memory = ();

    fn first_memory(&self) {}

    fn last_row(&self) -> u32 {
        self.rows.len() as u32
    }

    #[inline(always)]
    fn ticks<G: Source>(&self, n: u32, (): &mut (), _: &mut G) -> u64 {
        row(&self.rows, n)
    }
}

impl Wait for WholeFull {
    type Memory = ();

    fn first_memory(&self) {}

    fn last_row(&self) -> u32 {
        self.rows.len() as u32
    }

    #[inline(always)]
    fn ticks<G: Source>(&self, n: u32, (): &mut (), rng: &mut G) -> u64 {
        u64::from(rng.below(row(&self.rows, n))).max(self.least)
    }
}

impl Wait for Scaled {
    type Memory = ();

    fn first_memory(&self) {}

    fn last_row(&self) -> u32 {
        self.rows.len() as u32
    }

    #[inline(always)]
    fn ticks<G: Source>(&self, n: u32, (): &mut (), rng: &mut G) -> u64 {
        let (start, width) = row(&self.rows, n);
        self.rounding.ticks(start + rng.unit() * width).max(self.least)
    }
}

impl Wait for Decorrelated {
    type Memory = f64;

    fn first_memory(&self) -> f64 {
        self.base
    }

    fn last_row(&self) -> u32 {
        self.last_row
    }

    #[inline(always)]
    fn ticks<G: Source>(&self, _: u32, previous: &mut f64, rng: &mut G) -> u64 {
        let width = *previous * 3.0 - self.base;
        *previous = self.cap.min(self.base + rng.unit() * width);
        self.rounding.ticks(*previous).max(self.least)
    }
}

impl Wait for AnyWait {
    type Memory = f64;

    fn first_memory(&self) -> f64 {
        match self {
            Self::Decorrelated(wait) => wait.first_memory(),
            Self::Planned(wait) => wait.first_memory(),
            _ => 0.0,
        }
    }

    fn last_row(&self) -> u32 {
        match self {
            Self::Steady(wait) => wait.last_row(),
            Self::WholeFull(wait) => wait.last_row(),
            Self::Scaled(wait) => wait.last_row(),
            Self::Decorrelated(wait) => wait.last_row(),
            Self::Planned(wait) => wait.last_row(),
        }
    }

    #[inline]
    fn ticks<G: Source>(&self, n: u32, memory: &mut f64, rng: &mut G) -> u64 {
        match self {
            Self::Steady(wait) => wait.ticks(n, &mut (), rng),
            Self::WholeFull(wait) => wait.ticks(n, &mut (), rng),
            Self::Scaled(wait) => wait.ticks(n, &mut (), rng),
            Self::Decorrelated(wait) => wait.ticks(n, memory, rng),
            Self::Planned(wait) => wait.ticks(n, memory, rng),
        }
    }
}
