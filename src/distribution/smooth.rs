//! The law of a sum with continuous terms: a distribution function at knots, straight between them, and atoms.

use super::knots::{areas, knots};
use super::piece::{Piece, is_same};

/// Gaps between knots. With 4096, a straight line between knots is within 1e-7 of a bell-shaped or
/// triangular distribution function; each sum adds that much again.
const GAPS: usize = 4096;
/// Mass at either end that is left out when the next knots are laid.
const TAIL: f64 = 1e-11;
/// Most atoms kept one by one.
const MOST_ATOMS: usize = 4096;
/// Narrower parts of a term, relative to the range of the sum, count as one value: the difference of two areas
/// would drown in rounding.
const NARROW: f64 = 1e-7;
/// Up to this many values, equally spaced ones are added one by one; more of them as a continuous law.
const FEW: f64 = 16.0;
/// A power draw is added as this many uniform parts with the mean and the variance of its own parts.
const SLICES: usize = 64;

/// A sum's law. Masses of atoms and the last value of `cdf` sum to 1.
#[derive(Clone, Debug)]
pub(super) struct Smooth {
    /// Ascending values with their masses.
    atoms: Vec<(f64, f64)>,
    /// Ascending; empty without a continuous part.
    knots: Vec<f64>,
    /// Mass of the continuous part at or below each knot.
    cdf: Vec<f64>,
}

impl Smooth {
    /// The empty sum: 0.
    pub(super) fn zero() -> Self {
        Self { atoms: vec![(0.0, 1.0)], knots: Vec::new(), cdf: Vec::new() }
    }

    /// A law from its atoms, in any order, and its continuous part.
    pub(super) fn new(mut atoms: Vec<(f64, f64)>, knots: Vec<f64>, cdf: Vec<f64>) -> Self {
        merge(&mut atoms);
        Self { atoms, knots, cdf }
    }

    /// The only value, where there is one.
    pub(super) fn only(&self) -> Option<f64> {
        match self.atoms[..] {
            [(at, mass)] if mass > 1.0 - 1e-12 => Some(at),
            _ => None,
        }
    }

    /// The values that are possible, at least and at most.
    pub(super) fn range(&self) -> (f64, f64) {
        let ends = |values: (Option<f64>, Option<f64>)| values.0.into_iter().chain(values.1);
        let least = ends((self.knots.first().copied(), self.atoms.first().map(|atom| atom.0)));
        let most = ends((self.knots.last().copied(), self.atoms.last().map(|atom| atom.0)));
        (least.fold(f64::INFINITY, f64::min), most.fold(f64::NEG_INFINITY, f64::max))
    }

    /// The law of this sum and one more independent term.
    pub(super) fn added(&self, term: &[Piece]) -> Self {
        let term = flat(term);
        let mut atoms = Vec::new();
        let mut sudden = Vec::new();
        for piece in &term {
            if let Piece::Atom { at, mass } = *piece {
                atoms.extend(self.atoms.iter().map(|(own, share)| (own + at, share * mass)));
            }
        }
        merge(&mut atoms);
        if atoms.len() > MOST_ATOMS {
            atoms.sort_by(|a, b| b.1.total_cmp(&a.1));
            sudden = atoms.split_off(MOST_ATOMS);
            atoms.sort_by(|a, b| a.0.total_cmp(&b.0));
        }
        let is_continuous = term.iter().any(|piece| matches!(piece, Piece::Uniform { .. }));
        if self.knots.is_empty() && !is_continuous && sudden.is_empty() {
            return Self { atoms, knots: Vec::new(), cdf: Vec::new() };
        }
        let knots = self.next_knots(&term);
        let mut cdf = vec![0.0; knots.len()];
        let span = knots.last().zip(knots.first()).map_or(0.0, |(hi, lo)| hi - lo);
        let areas = areas(&self.knots, &self.cdf);
        for piece in &term {
            match *piece {
                Piece::Atom { at, mass } if !self.knots.is_empty() => {
                    let mut reader = Reader::new(self, &areas);
                    for (value, knot) in cdf.iter_mut().zip(&knots) {
                        *value += mass * reader.continuous(knot - at);
                    }
                }
                Piece::Uniform { lo, hi, mass } if hi - lo < NARROW * span => {
                    let mut reader = Reader::new(self, &areas);
                    let middle = f64::midpoint(lo, hi);
                    for (value, knot) in cdf.iter_mut().zip(&knots) {
                        *value += mass * reader.total(knot - middle);
                    }
                }
                Piece::Uniform { lo, hi, mass } => {
                    let density = mass / (hi - lo);
                    let (mut upper, mut lower) = (Reader::new(self, &areas), Reader::new(self, &areas));
                    for (value, knot) in cdf.iter_mut().zip(&knots) {
                        *value += density * (upper.area(knot - lo) - lower.area(knot - hi)).max(0.0);
                    }
                }
                _ => {}
            }
        }
        for (at, mass) in sudden {
            let from = knots.partition_point(|knot| *knot < at);
            cdf[from..].iter_mut().for_each(|value| *value += mass);
        }
        // Differences of areas can fall by a rounding error.
        for k in 1..cdf.len() {
            cdf[k] = cdf[k].max(cdf[k - 1]);
        }
        let total = 1.0 - atoms.iter().map(|atom| atom.1).sum::<f64>();
        if let Some(last) = cdf.last().copied().filter(|last| *last > 0.0) {
            // What the tails lost is spread over the rest.
            cdf.iter_mut().for_each(|value| *value *= total / last);
        }
        Self { atoms, knots, cdf }
    }

    fn next_knots(&self, term: &[Piece]) -> Vec<f64> {
        let own = self.trimmed(TAIL);
        let least = term.iter().map(Piece::least).fold(f64::INFINITY, f64::min);
        let most = term.iter().map(Piece::most).fold(f64::NEG_INFINITY, f64::max);
        let (lo, hi) = (own.0 + least, own.1 + most);
        let typical = self.early() - own.0 + early(term) - least;
        knots(lo, hi, typical, GAPS)
    }

    /// A time that a good part of the continuous part lies below; where there is none, of the atoms.
    pub(super) fn early(&self) -> f64 {
        match self.cdf.last() {
            Some(total) => {
                self.knots[self.cdf.partition_point(|mass| *mass < total / 4.0).min(self.knots.len() - 1)]
            }
            None => self.quantile(0.25),
        }
    }

    /// The range without the outermost `tail` of mass on either side of the continuous part.
    pub(super) fn trimmed(&self, tail: f64) -> (f64, f64) {
        let (least, most) = self.range();
        let Some(total) = self.cdf.last() else { return (least, most) };
        let from = self.cdf.partition_point(|value| *value < tail).saturating_sub(1);
        let to = self.cdf.partition_point(|value| *value < total - tail).min(self.knots.len() - 1);
        let first = self.atoms.first().map_or(most, |atom| atom.0);
        let last = self.atoms.last().map_or(least, |atom| atom.0);
        (self.knots[from].min(first), self.knots[to].max(last))
    }

    /// The probability of a value at or below `x`.
    pub(super) fn cdf(&self, x: f64) -> f64 {
        let below = self.atoms.partition_point(|(at, _)| *at <= x || is_same(*at, x));
        let atoms: f64 = self.atoms[..below].iter().map(|atom| atom.1).sum();
        atoms + self.continuous(x)
    }

    fn continuous(&self, x: f64) -> f64 {
        let next = self.knots.partition_point(|knot| *knot <= x);
        match (next.checked_sub(1), self.knots.get(next)) {
            (None, _) => 0.0,
            (Some(_), None) => self.cdf.last().copied().unwrap_or(0.0),
            (Some(k), Some(above)) => {
                let part = (x - self.knots[k]) / (above - self.knots[k]);
                self.cdf[k] + part * (self.cdf[next] - self.cdf[k])
            }
        }
    }

    /// The least value at or below which a share `part` lies.
    pub(super) fn quantile(&self, part: f64) -> f64 {
        let (mut lo, mut hi) = self.range();
        if self.cdf(lo) >= part - 1e-12 {
            return lo;
        }
        for _ in 0..100 {
            let middle = f64::midpoint(lo, hi);
            if middle <= lo || middle >= hi || is_same(lo, hi) {
                break;
            }
            if self.cdf(middle) >= part - 1e-12 { hi = middle } else { lo = middle }
        }
        hi
    }

    /// The law as parts, not in order.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Piece> {
        let gaps = self.knots.windows(2).zip(self.cdf.windows(2));
        let gaps = gaps.map(|(x, f)| Piece::between(x[0], x[1], f[1] - f[0]));
        let first = self.knots.first().zip(self.cdf.first());
        let first = first.map(|(at, mass)| Piece::Atom { at: *at, mass: *mass });
        let atoms = self.atoms.iter().map(|(at, mass)| Piece::Atom { at: *at, mass: *mass });
        atoms.chain(first).chain(gaps)
    }

    /// Mean and variance of the law as it is kept.
    pub(super) fn moments(&self) -> (f64, f64) {
        let parts = || self.pieces().map(|piece| (piece.mass(), piece.moments()));
        let mean = parts().map(|(mass, (mean, _))| mass * mean).sum::<f64>();
        let variance =
            parts().map(|(mass, (own, spread))| mass * (spread + (own - mean) * (own - mean))).sum();
        (mean, variance)
    }

    /// The law with its continuous part moved and scaled, so that mean and variance are as stated where only
    /// the coarseness of the knots set them apart. A law with atoms, which are exact already, or with a heavy tail,
    /// whose mean says little about the rest, stays as it is.
    pub(super) fn with_moments(self, (mean, variance): (f64, f64)) -> Self {
        let (own_mean, own_variance) = self.moments();
        let scale = libm::sqrt(variance / own_variance);
        let has_tail = own_variance > 0.5 * (own_mean - self.range().0) * (own_mean - self.range().0);
        if !scale.is_finite() || has_tail || self.atoms.iter().any(|(_, mass)| *mass > 1e-6) {
            return self;
        }
        let knots = self.knots.into_iter().map(|x| mean + (x - own_mean) * scale).collect();
        Self { knots, ..self }
    }
}

/// A time that a good part of a term's continuous part lies below; where there is none, of all of it.
fn early(term: &[Piece]) -> f64 {
    let continuous = |piece: &&Piece| !matches!(piece, Piece::Atom { .. });
    let total: f64 = term.iter().filter(continuous).map(Piece::mass).sum();
    let mut left = total / 4.0;
    for piece in term.iter().filter(continuous) {
        if left <= piece.mass() {
            return piece.quantile(left / piece.mass());
        }
        left -= piece.mass();
    }
    term.iter().map(|piece| piece.mass() * piece.least()).sum()
}

/// A term as atoms and uniform parts.
fn flat(term: &[Piece]) -> Vec<Piece> {
    term.iter().flat_map(|piece| piece.flat()).collect()
}

impl Piece {
    fn flat(&self) -> Vec<Self> {
        match *self {
            Self::Comb { first, step, count, mass } if count <= FEW => (0..count as u32)
                .map(|k| Self::Atom { at: first + step * f64::from(k), mass: mass / count })
                .collect(),
            Self::Comb { first, step, mass, .. } => {
                vec![Self::Uniform { lo: first - step / 2.0, hi: self.most() + step / 2.0, mass }]
            }
            Self::Power { from, width, power, lo, hi, mass } => {
                let at = |k: usize| lo + (hi - lo) * k as f64 / SLICES as f64;
                let share = mass / SLICES as f64;
                let slices = (0..SLICES).map(|k| {
                    let slice = Self::Power { from, width, power, lo: at(k), hi: at(k + 1), mass: share };
                    let (mean, variance) = slice.moments();
                    let half = libm::sqrt(3.0 * variance);
                    Self::between(mean - half, mean + half, share)
                });
                slices.collect()
            }
            other => vec![other],
        }
    }
}

/// Sorts atoms and makes equal ones one.
pub(super) fn merge(atoms: &mut Vec<(f64, f64)>) {
    atoms.sort_by(|a, b| a.0.total_cmp(&b.0));
    atoms.dedup_by(|next, kept| {
        let same = is_same(kept.0, next.0);
        if same {
            kept.1 += next.1;
        }
        same
    });
}

/// Reads a law at ascending points, each in constant time on average.
struct Reader<'a> {
    law: &'a Smooth,
    areas: &'a [f64],
    /// Knots at or below the last point.
    knot: usize,
    /// Atoms at or below the last point, their mass, and the sum of mass·value.
    atom: usize,
    mass: f64,
    weight: f64,
}

impl<'a> Reader<'a> {
    fn new(law: &'a Smooth, areas: &'a [f64]) -> Self {
        Self { law, areas, knot: 0, atom: 0, mass: 0.0, weight: 0.0 }
    }

    /// The gap that holds `x`: index of its lower knot; `None` below all knots.
    fn gap(&mut self, x: f64) -> Option<usize> {
        while self.law.knots.get(self.knot).is_some_and(|knot| *knot <= x) {
            self.knot += 1;
        }
        self.knot.checked_sub(1)
    }

    /// Mass of the continuous part at or below `x`.
    fn continuous(&mut self, x: f64) -> f64 {
        let Some(k) = self.gap(x) else { return 0.0 };
        let (knots, cdf) = (&self.law.knots, &self.law.cdf);
        match knots.get(k + 1) {
            Some(next) => cdf[k] + (x - knots[k]) / (next - knots[k]) * (cdf[k + 1] - cdf[k]),
            None => cdf[k],
        }
    }

    fn pass_atoms(&mut self, x: f64) {
        while let Some((at, mass)) = self.law.atoms.get(self.atom).filter(|(at, _)| *at <= x) {
            self.atom += 1;
            self.mass += mass;
            self.weight += mass * at;
        }
    }

    /// Mass at or below `x`, atoms included.
    fn total(&mut self, x: f64) -> f64 {
        self.pass_atoms(x);
        self.mass + self.continuous(x)
    }

    /// The integral of the distribution function up to `x`, atoms included.
    fn area(&mut self, x: f64) -> f64 {
        self.pass_atoms(x);
        let of_atoms = (self.mass * x - self.weight).max(0.0);
        let Some(k) = self.gap(x) else { return of_atoms };
        let (knots, cdf) = (&self.law.knots, &self.law.cdf);
        let past = x - knots[k];
        let rise = match knots.get(k + 1) {
            Some(next) => past / (next - knots[k]) * (cdf[k + 1] - cdf[k]),
            None => 0.0,
        };
        of_atoms + self.areas[k] + past * (cdf[k] + rise / 2.0)
    }
}
