//! The parts a law is made of.

/// Relative slack within which two computed times are the same.
const SAME: f64 = 1e-9;

/// Whether two times in ms differ by no more than rounding of doubles does.
pub(super) fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() <= SAME * (1e-3 + a.abs().max(b.abs()))
}

/// The sum of masses; of none it is 0, where the standard sum of doubles is −0.
pub(super) fn total(masses: impl Iterator<Item = f64>) -> f64 {
    masses.fold(0.0, |sum, mass| sum + mass)
}

/// One part of a law, with its probability mass. Times in ms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Piece {
    /// One value.
    Atom { at: f64, mass: f64 },
    /// Uniform from `lo` to `hi`, `lo < hi`.
    Uniform { lo: f64, hi: f64, mass: f64 },
    /// `from + width·U^power` with U uniform from `lo` to `hi`, both within [0, 1].
    Power { from: f64, width: f64, power: f64, lo: f64, hi: f64, mass: f64 },
    /// `count` equally likely values, `step` apart.
    Comb { first: f64, step: f64, count: f64, mass: f64 },
}

impl Piece {
    /// Uniform from `lo` to `hi`; one value where they are the same.
    pub(super) fn between(lo: f64, hi: f64, mass: f64) -> Self {
        if hi > lo { Self::Uniform { lo, hi, mass } } else { Self::Atom { at: lo, mass } }
    }

    pub(super) const fn mass(&self) -> f64 {
        match *self {
            Self::Atom { mass, .. }
            | Self::Uniform { mass, .. }
            | Self::Power { mass, .. }
            | Self::Comb { mass, .. } => mass,
        }
    }

    pub(super) fn least(&self) -> f64 {
        match *self {
            Self::Atom { at, .. } => at,
            Self::Uniform { lo, .. } => lo,
            Self::Power { from, width, power, lo, .. } => from + width * libm::pow(lo, power),
            Self::Comb { first, .. } => first,
        }
    }

    pub(super) fn most(&self) -> f64 {
        match *self {
            Self::Atom { at, .. } => at,
            Self::Uniform { hi, .. } => hi,
            Self::Power { from, width, power, hi, .. } => from + width * libm::pow(hi, power),
            Self::Comb { first, step, count, .. } => first + step * (count - 1.0),
        }
    }

    /// Mean and variance within the part.
    pub(super) fn moments(&self) -> (f64, f64) {
        match *self {
            Self::Atom { at, .. } => (at, 0.0),
            Self::Uniform { lo, hi, .. } => (f64::midpoint(lo, hi), (hi - lo) * (hi - lo) / 12.0),
            Self::Power { from, width, power, lo, hi, .. } => {
                let raw =
                    |p: f64| (libm::pow(hi, p + 1.0) - libm::pow(lo, p + 1.0)) / ((p + 1.0) * (hi - lo));
                let mean = raw(power);
                (from + width * mean, width * width * (raw(2.0 * power) - mean * mean).max(0.0))
            }
            Self::Comb { first, step, count, .. } => {
                (first + step * (count - 1.0) / 2.0, step * step * (count * count - 1.0) / 12.0)
            }
        }
    }

    /// The least value at or below which a share `part` of this mass lies, `part` within [0, 1].
    pub(super) fn quantile(&self, part: f64) -> f64 {
        match *self {
            Self::Atom { at, .. } => at,
            Self::Uniform { lo, hi, .. } => lo + part * (hi - lo),
            Self::Power { from, width, power, lo, hi, .. } => {
                from + width * libm::pow(lo + part * (hi - lo), power)
            }
            Self::Comb { first, step, count, .. } => {
                let index = libm::ceil(part * count - SAME * count.max(1.0)) - 1.0;
                first + step * index.clamp(0.0, count - 1.0)
            }
        }
    }

    /// The part at or below `limit` and the part above it.
    pub(super) fn split(self, limit: f64) -> (Option<Self>, Option<Self>) {
        if self.most() <= limit || is_same(self.most(), limit) {
            return (Some(self), None);
        }
        match self {
            Self::Comb { first, .. } if first > limit && !is_same(first, limit) => (None, Some(self)),
            Self::Comb { first, step, count, mass } => {
                let below = (libm::floor((limit - first) / step + SAME) + 1.0).clamp(0.0, count);
                let comb = |first, number: f64| {
                    let mass = mass * number / count;
                    (number > 0.0).then_some(Self::Comb { first, step, count: number, mass })
                };
                (comb(first, below), comb(first + step * below, count - below))
            }
            _ if self.least() >= limit => (None, Some(self)),
            Self::Atom { .. } => (None, Some(self)),
            Self::Uniform { lo, hi, mass } => {
                let below = mass * (limit - lo) / (hi - lo);
                let upper = Self::Uniform { lo: limit, hi, mass: mass - below };
                (Some(Self::Uniform { lo, hi: limit, mass: below }), Some(upper))
            }
            Self::Power { from, width, power, lo, hi, mass } => {
                let at = libm::pow((limit - from) / width, 1.0 / power).clamp(lo, hi);
                let below = mass * (at - lo) / (hi - lo);
                let part = |lo, hi, mass| Self::Power { from, width, power, lo, hi, mass };
                (Some(part(lo, at, below)), Some(part(at, hi, mass - below)))
            }
        }
    }

    /// The same part, `by` later.
    pub(super) fn shifted(self, by: f64) -> Self {
        match self {
            Self::Atom { at, mass } => Self::Atom { at: at + by, mass },
            Self::Uniform { lo, hi, mass } => Self::Uniform { lo: lo + by, hi: hi + by, mass },
            Self::Power { from, width, power, lo, hi, mass } => {
                Self::Power { from: from + by, width, power, lo, hi, mass }
            }
            Self::Comb { first, step, count, mass } => Self::Comb { first: first + by, step, count, mass },
        }
    }

    /// The probability of exactly `value`.
    pub(super) fn mass_at(&self, value: f64) -> f64 {
        match *self {
            Self::Atom { at, mass } if is_same(at, value) => mass,
            Self::Comb { first, step, count, mass } => {
                let index = libm::round((value - first) / step);
                let is_tooth = (0.0..count).contains(&index) && is_same(first + step * index, value);
                if is_tooth { mass / count } else { 0.0 }
            }
            _ => 0.0,
        }
    }
}
