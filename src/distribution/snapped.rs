//! Rounding of a law.

use super::piece::Piece;
use super::question::{Snap, SnapTo};

/// Slack in units for values that lie on a multiple but for rounding of doubles.
const SLACK: f64 = 1e-9;
/// Most values of a rounded power draw that are kept one by one.
const MOST_VALUES: f64 = 4096.0;

impl Snap {
    /// A part of the draw after rounding, in ascending order.
    pub(super) fn rounded(&self, piece: Piece) -> Vec<Piece> {
        match (self.to, piece) {
            (_, Piece::Atom { at, mass }) => vec![Piece::Atom { at: self.value(at), mass }],
            (SnapTo::Toward(center), _) => {
                // Below the baseline distances are rounded down, so values up; above it values down.
                let (below, above) = piece.split(center);
                let up = Grid { unit: self.unit, origin: center, lead: -self.unit };
                let down = Grid { lead: 0.0, ..up };
                let below = below.map(|part| up.rounded(part)).unwrap_or_default();
                let above = above.map(|part| down.rounded(part)).unwrap_or_default();
                below.into_iter().chain(above).collect()
            }
            _ => Grid { unit: self.unit, origin: 0.0, lead: self.lead() }.rounded(piece),
        }
    }

    /// A point at which the draws of one value end and those of the next begin.
    pub(super) fn origin(&self) -> f64 {
        match self.to {
            SnapTo::Toward(center) => center,
            _ => self.lead(),
        }
    }

    /// How far rounding moves a draw on average.
    pub(super) fn mean_move(&self) -> f64 {
        match self.to {
            SnapTo::Toward(_) => 0.0,
            _ => -self.lead() - self.unit / 2.0,
        }
    }

    /// Where the draws that become a multiple begin, relative to that multiple.
    fn lead(&self) -> f64 {
        match self.to {
            SnapTo::Below | SnapTo::Toward(_) => 0.0,
            SnapTo::Nearest => -self.unit / 2.0,
            SnapTo::Above => -self.unit,
        }
    }

    /// One value rounded.
    pub(super) fn value(&self, x: f64) -> f64 {
        let down = |x: f64| libm::floor(x / self.unit + SLACK) * self.unit;
        match self.to {
            SnapTo::Below => down(x),
            SnapTo::Nearest => down(x + self.unit / 2.0),
            SnapTo::Above => libm::ceil(x / self.unit - SLACK) * self.unit,
            SnapTo::Toward(center) if x < center => center - down(center - x),
            SnapTo::Toward(center) => center + down(x - center),
        }
    }
}

/// Values `origin + k·unit`; each stands for the draws from `lead` beside it up to one unit further.
#[derive(Clone, Copy)]
struct Grid {
    unit: f64,
    origin: f64,
    lead: f64,
}

impl Grid {
    fn rounded(&self, piece: Piece) -> Vec<Piece> {
        let index = |x: f64| (x - self.origin - self.lead) / self.unit;
        let (from, to) = (index(piece.least()), index(piece.most()));
        let value = |k: f64| self.origin + k * self.unit;
        // Multiples first…end have all their draws within the part.
        let (first, end) = (libm::ceil(from - SLACK), libm::floor(to + SLACK));
        if first > end {
            return vec![Piece::Atom { at: value(end), mass: piece.mass() }];
        }
        match piece {
            Piece::Uniform { mass, .. } => {
                let per_unit = mass / (to - from);
                let atom = |k: f64, units: f64| Piece::Atom { at: value(k), mass: per_unit * units };
                let mut parts = Vec::new();
                if first - from > SLACK {
                    parts.push(atom(first - 1.0, first - from));
                }
                let count = end - first;
                if count > 0.0 {
                    let mass = per_unit * count;
                    parts.push(Piece::Comb { first: value(first), step: self.unit, count, mass });
                }
                if to - end > SLACK {
                    parts.push(atom(end, to - end));
                }
                parts
            }
            _ if end - first <= MOST_VALUES => {
                let mut rest = Some(piece);
                let mut parts = Vec::new();
                let mut k = first - 1.0;
                while let Some(part) = rest {
                    let (below, above) = part.split(value(k) + self.lead + self.unit);
                    parts.extend(below.map(|below| Piece::Atom { at: value(k), mass: below.mass() }));
                    rest = above;
                    k += 1.0;
                }
                parts
            }
            // So many values that the law is as good as continuous.
            _ => vec![piece.shifted(-self.lead - self.unit / 2.0)],
        }
    }
}
