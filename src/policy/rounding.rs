//! How a drawn wait becomes a multiple of a unit.

use super::Range;
use crate::math::Exact;
use crate::units::Micros;

/// Which multiple of the unit a value becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RoundingMode {
    /// The largest multiple at or below it.
    Floor,
    /// The nearest multiple, halves up.
    Nearest,
    /// The smallest multiple at or above it.
    Ceiling,
    /// The distance from the baseline is rounded down, so the value moves towards the baseline.
    TowardBaseline,
}

/// Rounding of a drawn wait, before any cap that comes after the jitter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rounding {
    /// Waits are multiples of this; above 0.
    pub unit: Micros,
    /// Which multiple.
    pub mode: RoundingMode,
    /// Whether the draw reaches one unit further up, as whole numbers drawn "from a to b, both included" do.
    pub inclusive: bool,
    /// Whether the baseline is rounded down at every step too, before the next one is computed from it.
    pub each_step: bool,
}

impl Rounding {
    /// The ends of the rounded values of a draw from `drawn`.
    ///
    /// A draw from lo to hi reaches lo but not hi (uniform generators give [0, 1)), so rounding down never
    /// gives hi itself. A point stays one value. `baseline_ms` matters to [`RoundingMode::TowardBaseline`] only.
    #[must_use]
    pub fn range(&self, drawn: &Range, baseline_ms: &Exact) -> Range {
        let unit = self.unit.0;
        if drawn.is_point() {
            let only = self.value(&drawn.earliest, baseline_ms);
            return Range::new(only.clone(), only);
        }
        let (lo, hi) = (&drawn.earliest, &drawn.latest);
        match self.mode {
            RoundingMode::Floor => {
                let end = if self.inclusive { hi.clone() + &self.unit_ms() } else { hi.clone() };
                Range::new(lo.floor_to(unit), end.below_in(unit))
            }
            RoundingMode::Nearest => Range::new(lo.nearest_in(unit), hi.nearest_in(unit)),
            RoundingMode::Ceiling => Range::new(lo.ceil_to(unit), hi.ceil_to(unit)),
            RoundingMode::TowardBaseline => {
                // Each distance is drawn from 0 up to, but not including, the end of its side.
                let side = |far: Exact| if far.is_zero() { far } else { far.below_in(unit) };
                let d = baseline_ms;
                let down = if lo < d { side(d.clone() - lo.clone()) } else { Exact::zero() };
                let up = if hi > d { side(hi.clone() - d.clone()) } else { Exact::zero() };
                Range::new(d.clone() - down, d.clone() + up)
            }
        }
    }

    /// One value rounded.
    #[must_use]
    pub fn value(&self, ms: &Exact, baseline_ms: &Exact) -> Exact {
        let unit = self.unit.0;
        match self.mode {
            RoundingMode::Floor => ms.floor_to(unit),
            RoundingMode::Nearest => ms.nearest_in(unit),
            RoundingMode::Ceiling => ms.ceil_to(unit),
            RoundingMode::TowardBaseline if ms < baseline_ms => {
                baseline_ms.clone() - (baseline_ms.clone() - ms.clone()).floor_to(unit)
            }
            RoundingMode::TowardBaseline => {
                baseline_ms.clone() + (ms.clone() - baseline_ms.clone()).floor_to(unit)
            }
        }
    }

    /// A baseline rounded down on the way to the next one, where the rule asks for it.
    pub(super) fn step(&self, baseline_ms: Exact) -> Exact {
        if self.each_step { baseline_ms.floor_to(self.unit.0) } else { baseline_ms }
    }

    /// The unit in ms.
    #[must_use]
    pub fn unit_ms(&self) -> Exact {
        Exact::from_steps(self.unit.0, 3)
    }
}
