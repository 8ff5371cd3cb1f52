//! A general policy, tabulated for the engine: what is drawn before each retry and what becomes of the draw.
//!
//! Whoever has the policy fills the table from its exact plan; the engine computes in double precision, with
//! operations that give the same bits on every target (`libm` for the transcendental ones).

use serde::{Deserialize, Serialize};

use crate::policy::polly::curve;
use crate::rng::Source;

use super::delay::Rounding;
use super::limits::MAX_WAIT_TICKS;
use super::wait::Wait;

/// A wait rule by table. Times are in ticks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Planned {
    /// Retry n has row n, from 1; later retries have the last one. Not empty.
    pub rows: Vec<PlannedRow>,
    /// How waits depend on the one before, where a row draws so.
    pub memory: Option<PlannedMemory>,
    /// Rounding of a draw; `None`: none.
    pub rounding: Option<PlannedRounding>,
    /// Upper limit of a wait after rounding.
    pub most: Option<f64>,
    /// Lower limit after that.
    pub least: f64,
}

/// What is drawn before one retry.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedRow {
    /// `from + width·u^power`, unless `from_memory`.
    pub from: f64,
    /// Length of the draw; 0 draws nothing.
    pub width: f64,
    /// Power of the draw, at least 1.
    pub power: u32,
    /// Whether the draw depends on the wait before.
    pub from_memory: bool,
    /// Baseline, for rounding towards it.
    pub baseline: f64,
    /// Whether rounding and least wait leave this row alone (an immediate first retry).
    pub is_plain: bool,
    /// What the server asked for before this retry.
    pub server: PlannedServer,
}

/// What a Retry-After does to a wait w.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "use", rename_all = "kebab-case")]
pub enum PlannedServer {
    /// Nothing.
    Nothing,
    /// max(w, floor).
    Floor {
        /// The floor.
        floor: f64,
    },
    /// Drawn from `from` to `to` instead of w.
    Instead {
        /// Least value.
        from: f64,
        /// Greatest value.
        to: f64,
    },
    /// `at` moved into [w, w + extra].
    Within {
        /// The value sent.
        at: f64,
        /// How much later than w at most.
        extra: f64,
    },
}

/// How a wait depends on the one before.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum PlannedMemory {
    /// U(lo·p, hi·p) with p = min(cap, pre·previous), then times `post` after rounding; the first is
    /// U(first.0, first.1).
    Feedback {
        /// Ends of the first draw.
        first: (f64, f64),
        /// Factor of the previous wait.
        pre: f64,
        /// Upper limit of p.
        cap: Option<f64>,
        /// Least factor.
        lo: f64,
        /// Greatest factor.
        hi: f64,
        /// The lower end of every draw, instead of lo·p.
        lower_end: Option<f64>,
        /// Upper limit of both ends of the draw.
        ends: Option<f64>,
        /// Factor after rounding, not of the first wait.
        post: f64,
    },
    /// Polly v8's curve f (see [`crate::policy::polly`]): (f(t) − f(t′))·scale with t = n − 1 + u.
    Polly {
        /// Growth of the curve.
        factor: f64,
        /// Ticks in one unit of the curve.
        scale: f64,
    },
}

/// Rounding of a draw to multiples of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedRounding {
    /// The unit.
    pub unit: f64,
    /// Which multiple.
    pub mode: PlannedMode,
    /// Whether a draw of some width reaches one unit further up.
    pub inclusive: bool,
}

/// Which multiple a draw becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlannedMode {
    /// At or below.
    Floor,
    /// Nearest, halves up.
    Nearest,
    /// At or above.
    Ceiling,
    /// Nearer to the baseline.
    TowardBaseline,
}

impl PlannedRounding {
    fn apply(&self, value: f64, baseline: f64) -> f64 {
        let units = value / self.unit;
        self.unit
            * match self.mode {
                PlannedMode::Floor => libm::floor(units),
                PlannedMode::Nearest => libm::floor(units + 0.5),
                PlannedMode::Ceiling => libm::ceil(units),
                PlannedMode::TowardBaseline => {
                    let from = baseline / self.unit;
                    from + libm::trunc(units - from)
                }
            }
    }
}

/// No wait came before.
const NOTHING_BEFORE: f64 = -1.0;

/// A table as the inner loop calls it.
pub(super) struct PlannedWait {
    rule: Planned,
    to_ticks: Rounding,
    least: u64,
    last_row: u32,
}

impl PlannedWait {
    /// `least` is the least wait in ticks, `last_row` the last retry with a row of its own.
    pub(super) fn new(rule: Planned, to_ticks: Rounding, least: u64, last_row: u32) -> Self {
        Self { rule, to_ticks, least, last_row }
    }

    /// The draw of a row that depends on the wait before. Polly's memory is the curve, feedback's the wait.
    fn remembered<G: Source>(&self, n: u32, memory: &mut f64, rng: &mut G) -> f64 {
        let u = rng.unit();
        match self.rule.memory {
            None => 0.0,
            Some(PlannedMemory::Polly { factor, scale }) => {
                let before = memory.max(0.0);
                *memory = curve(factor, f64::from(n - 1) + u);
                (*memory - before).max(0.0) * scale
            }
            Some(PlannedMemory::Feedback { first, pre, cap, lo, hi, lower_end, ends, .. }) => {
                let (from, to) = if *memory == NOTHING_BEFORE {
                    first
                } else {
                    let grown = *memory * pre;
                    let grown = cap.map_or(grown, |cap| grown.min(cap));
                    let from = lower_end.unwrap_or(grown * lo);
                    (from, (grown * hi).max(from))
                };
                let end = |value: f64| ends.map_or(value, |ends| value.min(ends));
                let (from, to) = (end(from), end(to));
                from + u * (to - from)
            }
        }
    }

    fn own<G: Source>(&self, n: u32, row: &PlannedRow, memory: &mut f64, rng: &mut G) -> f64 {
        let rule = &self.rule;
        let is_first = *memory == NOTHING_BEFORE;
        let is_feedback = matches!(rule.memory, Some(PlannedMemory::Feedback { .. }));
        let mut wait = if row.from_memory {
            self.remembered(n, memory, rng)
        } else if row.width == 0.0 {
            row.from
        } else {
            let u = rng.unit();
            let mut reached = u;
            for _ in 1..row.power {
                reached *= u;
            }
            let further = match rule.rounding {
                Some(rounding) if rounding.inclusive => rounding.unit,
                _ => 0.0,
            };
            row.from + (row.width + further) * reached
        };
        if let Some(rounding) = rule.rounding.filter(|_| !row.is_plain) {
            wait = rounding.apply(wait, row.baseline);
        }
        if let Some(PlannedMemory::Feedback { post, .. }) = rule.memory
            && row.from_memory
            && !is_first
        {
            wait *= post;
        }
        wait = wait.max(0.0);
        if let Some(most) = rule.most {
            wait = wait.min(most);
        }
        if is_feedback {
            *memory = wait;
        }
        if row.is_plain { wait } else { wait.max(rule.least) }
    }
}

impl Wait for PlannedWait {
    type Memory = f64;

    fn first_memory(&self) -> f64 {
        NOTHING_BEFORE
    }

    fn last_row(&self) -> u32 {
        self.last_row
    }

    fn ticks<G: Source>(&self, n: u32, memory: &mut f64, rng: &mut G) -> u64 {
        let rows = &self.rule.rows;
        let row = &rows[(n as usize).min(rows.len()) - 1];
        let own = self.own(n, row, memory, rng);
        let wait = match row.server {
            PlannedServer::Nothing => own,
            PlannedServer::Floor { floor } => own.max(floor),
            PlannedServer::Instead { from, to } if from == to => from,
            PlannedServer::Instead { from, to } => from + rng.unit() * (to - from),
            PlannedServer::Within { at, extra } => at.max(own).min(own + extra),
        };
        // A wait of 49 days lies beyond every horizon, whatever its exact length.
        self.to_ticks.ticks(wait.min(f64::from(MAX_WAIT_TICKS))).max(self.least)
    }
}
