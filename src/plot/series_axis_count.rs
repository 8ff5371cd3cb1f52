//! The axis of counts, from 0 upwards.

use super::axis::decimal_step;
use crate::math::group_digits;

/// How counts are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CountScale {
    /// Equal counts, equal heights.
    #[default]
    Linear,
    /// Logarithmic, height = ln(1 + count), so that zero stays on the axis.
    Log,
}

/// Least distance between two labels in CSS pixels.
const LABEL_STEP_PX: f64 = 16.0;

/// Counts from bottom to top; lengths are CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CountAxis {
    /// y of the greatest count.
    pub top: f64,
    /// y of 0.
    pub bottom: f64,
    /// Greatest count, above 0.
    pub max: f64,
    /// The scale.
    pub scale: CountScale,
}

impl CountAxis {
    /// Height of `count`, which is kept within the axis.
    #[must_use]
    pub fn y(&self, count: f64) -> f64 {
        let count = count.clamp(0.0, self.max);
        let share = match self.scale {
            CountScale::Linear => count / self.max,
            CountScale::Log => libm::log1p(count) / libm::log1p(self.max),
        };
        self.bottom - (self.bottom - self.top) * share
    }

    /// The labelled counts, ascending from 0, all whole.
    #[must_use]
    pub fn labels(&self) -> Vec<(f64, String)> {
        let counts: Vec<f64> = match self.scale {
            CountScale::Linear => {
                let fit = libm::floor((self.bottom - self.top) / (LABEL_STEP_PX * 1.5)).max(1.0);
                let step = decimal_step((self.max / fit).max(1.0));
                (0..=libm::floor(self.max / step) as u64).map(|i| i as f64 * step).collect()
            }
            CountScale::Log => {
                let decades = std::iter::successors(Some(1.0), |decade| Some(decade * 10.0));
                std::iter::once(0.0).chain(decades.take_while(|decade| *decade <= self.max)).collect()
            }
        };
        let mut free_below = f64::INFINITY;
        let mut labels = Vec::new();
        for count in counts {
            if self.y(count) <= free_below {
                free_below = self.y(count) - LABEL_STEP_PX;
                labels.push((count, group_digits(&format!("{count:.0}"))));
            }
        }
        labels
    }
}
