//! The law of one wait: parts in ascending order.

use super::answer::Summary;
use super::piece::{Piece, is_same, total};

/// A law as parts in ascending order; their masses sum to 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Law {
    pieces: Vec<Piece>,
}

impl Law {
    /// Parts in ascending order. Equal neighbours become one; parts without mass are dropped.
    pub(super) fn new(parts: impl IntoIterator<Item = Piece>) -> Self {
        let mut pieces: Vec<Piece> = Vec::new();
        for piece in parts {
            if piece.mass() <= 0.0 {
                continue;
            }
            match (pieces.last_mut(), piece) {
                (Some(Piece::Atom { at, mass }), Piece::Atom { at: next, mass: more })
                    if is_same(*at, next) =>
                {
                    *mass += more;
                }
                _ => pieces.push(piece),
            }
        }
        Self { pieces }
    }

    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The only value, where there is one.
    pub(super) fn only(&self) -> Option<f64> {
        match self.pieces[..] {
            [Piece::Atom { at, .. }] => Some(at),
            _ => None,
        }
    }

    pub(super) fn least(&self) -> f64 {
        self.pieces.first().map_or(0.0, Piece::least)
    }

    pub(super) fn most(&self) -> f64 {
        self.pieces.last().map_or(0.0, Piece::most)
    }

    /// max(x, limit).
    pub(super) fn at_least(self, limit: f64) -> Self {
        if self.least() >= limit {
            return self;
        }
        self.cut(limit, |below| Piece::Atom { at: limit, mass: below.mass() }, |above| above)
    }

    /// min(x, limit).
    pub(super) fn at_most(self, limit: f64) -> Self {
        if self.most() <= limit {
            return self;
        }
        self.cut(limit, |below| below, |above| Piece::Atom { at: limit, mass: above.mass() })
    }

    /// v moved into [x, x + extra]: x + extra where that is still below v, v up to x = v, x beyond.
    pub(super) fn clamping(self, v: f64, extra: f64) -> Self {
        let (early, late): (Vec<_>, Vec<_>) =
            self.pieces.into_iter().map(|piece| piece.split(v - extra)).unzip();
        let early = early.into_iter().flatten().map(|piece| piece.shifted(extra));
        let late = Self::new(late.into_iter().flatten()).at_least(v);
        Self::new(early.chain(late.pieces))
    }

    fn cut(self, limit: f64, below: impl Fn(Piece) -> Piece, above: impl Fn(Piece) -> Piece) -> Self {
        let parts = self.pieces.into_iter().flat_map(|piece| {
            let (lower, upper) = piece.split(limit);
            [lower.map(&below), upper.map(&above)]
        });
        Self::new(parts.flatten())
    }

    /// Mean and variance.
    pub(super) fn moments(&self) -> (f64, f64) {
        let parts = || self.pieces.iter().map(|piece| (piece.mass(), piece.moments()));
        let mean = parts().map(|(mass, (mean, _))| mass * mean).sum::<f64>();
        let variance =
            parts().map(|(mass, (own, spread))| mass * (spread + (own - mean) * (own - mean))).sum();
        (mean, variance)
    }

    /// The least value at or below which a share `part` of the draws lies.
    pub(super) fn quantile(&self, part: f64) -> f64 {
        let mut left = part;
        for piece in &self.pieces {
            if left <= piece.mass() * (1.0 + 1e-12) + 1e-14 {
                return piece.quantile((left / piece.mass()).clamp(0.0, 1.0));
            }
            left -= piece.mass();
        }
        self.most()
    }

    /// The probability of a value at or below `x`.
    pub(super) fn cdf(&self, x: f64) -> f64 {
        total(self.pieces.iter().filter_map(|piece| piece.split(x).0).map(|below| below.mass()))
    }

    /// The probability of exactly `value`.
    pub(super) fn mass_at(&self, value: f64) -> f64 {
        total(self.pieces.iter().map(|piece| piece.mass_at(value)))
    }

    /// The numbers people ask for.
    pub(super) fn summary(&self, percents: &[f64]) -> Summary {
        let (mean_ms, variance) = self.moments();
        let percentiles_ms = percents.iter().map(|percent| self.quantile(percent / 100.0)).collect();
        Summary { mean_ms, sd_ms: libm::sqrt(variance), percentiles_ms }
    }
}
