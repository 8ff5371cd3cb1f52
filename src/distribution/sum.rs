//! The law of a start: a sum of independent waits and requests.

use super::answer::{StartLaw, Summary};
use super::lattice::Lattice;
use super::law::Law;
use super::piece::{Piece, is_same, total};
use super::smooth::Smooth;

/// Into how many uniform parts a lattice is cut when it becomes too long to keep.
const PARTS: usize = 256;

/// A law of more parts is cut down to [`PARTS`] before it is added.
const MOST_PIECES: usize = 2 * PARTS;
/// Into how many a sum of requests is cut to add it to a sum of waits.
const FEW_PARTS: usize = 64;

/// A growing sum. The three parts are independent and add up.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    constant: f64,
    lattice: Option<Lattice>,
    smooth: Smooth,
    mean: f64,
    variance: f64,
    /// The only term that varies, where there is only one: its law says more than the sum's.
    single: Option<Law>,
    /// Whether any term varies.
    varies: bool,
    /// What varies is a multiple of this, though its law may be kept as a continuous one.
    unit: Option<f64>,
}

impl Sum {
    /// The empty sum. `spacing` is that of the rounded waits, if they have one.
    pub(super) fn zero(spacing: Option<f64>) -> Self {
        Self {
            constant: 0.0,
            lattice: spacing.map(Lattice::zero),
            smooth: Smooth::zero(),
            mean: 0.0,
            variance: 0.0,
            single: None,
            varies: false,
            unit: None,
        }
    }

    /// This sum, which has no lattice, plus an independent one whose law and moments are known.
    pub(super) fn plus(&self, known: Smooth, (mean, variance): (f64, f64)) -> Self {
        let smooth = match &self.single {
            Some(law) => known.added(law.pieces()),
            None if self.smooth.only().is_some() => known,
            None => known.added(&slices(self.smooth.pieces(), FEW_PARTS)),
        };
        let (mean, variance) = (self.mean + mean, self.variance + variance);
        Self {
            constant: self.constant,
            lattice: None,
            smooth,
            mean,
            variance,
            single: None,
            varies: true,
            unit: None,
        }
    }

    /// The same sum, known to be its constant terms and a multiple of `unit` besides.
    pub(super) fn in_units(self, unit: Option<f64>) -> Self {
        Self { unit, ..self }
    }

    /// Whether no term varies.
    pub(super) fn is_constant(&self) -> bool {
        !self.varies
    }

    pub(super) fn add(&mut self, term: &Law) {
        let (mean, variance) = term.moments();
        self.mean += mean;
        self.variance += variance;
        if let Some(only) = term.only() {
            self.constant += only;
            return;
        }
        match self.single.take() {
            // Nothing is added up before there are two terms that vary.
            None if !self.varies => self.single = Some(term.clone()),
            before => {
                before.iter().chain([term]).for_each(|term| self.absorb(term));
            }
        }
        self.varies = true;
    }

    fn absorb(&mut self, term: &Law) {
        let pieces = term.pieces();
        let is_discrete = pieces.iter().all(|piece| matches!(piece, Piece::Atom { .. } | Piece::Comb { .. }));
        if let Some(lattice) = self.lattice.as_mut().filter(|_| is_discrete) {
            if lattice.add(pieces) {
                self.constant += term.least();
                return;
            }
            let atoms = lattice.masses().map(|(at, mass)| Piece::Atom { at, mass });
            let parts = slices(atoms, PARTS);
            self.smooth = self.smooth.added(&parts);
            self.lattice = None;
        }
        self.smooth = if pieces.len() > MOST_PIECES {
            self.smooth.added(&slices(pieces.iter().copied(), PARTS))
        } else {
            self.smooth.added(pieces)
        };
    }

    /// The probability of a sum at or below `x`.
    pub(super) fn cdf(&self, x: f64) -> f64 {
        if let Some(law) = &self.single {
            return law.cdf(x - self.constant);
        }
        let x = x - self.constant;
        match (&self.lattice, self.smooth.only()) {
            (None, _) => self.smooth.cdf(x),
            (Some(lattice), Some(only)) => {
                let below = |value: &f64| *value <= x - only || is_same(*value, x - only);
                total(lattice.masses().take_while(|(value, _)| below(value)).map(|(_, mass)| mass))
            }
            (Some(lattice), None) => {
                let (least, most) = self.smooth.range();
                let masses = lattice.masses().take_while(|(value, _)| x - value >= least);
                let share = |value: f64| if x - value >= most { 1.0 } else { self.smooth.cdf(x - value) };
                total(masses.map(|(value, mass)| mass * share(value)))
            }
        }
    }

    /// A time that stands for `x`: half a unit above the last multiple up to it, where a value kept as a
    /// continuous law is spread half a unit to either side.
    fn reached(&self, x: f64) -> f64 {
        let Some(unit) = self.unit else { return x };
        let multiples = libm::floor((x - self.constant) / unit + 1e-9);
        self.constant + (multiples + 0.5) * unit
    }

    fn quantiles(&self, percents: &[f64], range: (f64, f64)) -> Vec<f64> {
        let part = |percent: &f64| percent / 100.0;
        let found: Vec<f64> = match (&self.lattice, self.smooth.only()) {
            (None, _) => percents.iter().map(|p| self.smooth.quantile(part(p))).collect(),
            (Some(lattice), Some(only)) => {
                let of = |p: &f64| {
                    let mut left = part(p) - 1e-12;
                    let reached = lattice.masses().find(|(_, mass)| {
                        left -= mass;
                        left <= 0.0
                    });
                    reached.map_or(range.1, |(value, _)| value + only)
                };
                percents.iter().map(of).collect()
            }
            (Some(_), None) => {
                percents.iter().map(|p| self.bisected(part(p), range) - self.constant).collect()
            }
        };
        let whole = |x: f64| self.unit.map_or(x, |unit| libm::round(x / unit) * unit);
        found.into_iter().map(|x| (whole(x) + self.constant).clamp(range.0, range.1)).collect()
    }

    fn bisected(&self, part: f64, (mut lo, mut hi): (f64, f64)) -> f64 {
        while !is_same(lo, hi) {
            let middle = f64::midpoint(lo, hi);
            if middle <= lo || middle >= hi {
                break;
            }
            if self.cdf(middle) >= part - 1e-12 { hi = middle } else { lo = middle }
        }
        hi
    }

    /// The answer about a start whose exact range is `range`.
    pub(super) fn start_law(&self, percents: &[f64], deadline: Option<f64>, range: (f64, f64)) -> StartLaw {
        let percentiles_ms = match &self.single {
            Some(law) => {
                let at = |p: &f64| (law.quantile(p / 100.0) + self.constant).clamp(range.0, range.1);
                percents.iter().map(at).collect()
            }
            None => self.quantiles(percents, range),
        };
        let in_time = deadline.map(|deadline| {
            if range.1 <= deadline {
                1.0
            } else if range.0 > deadline {
                0.0
            } else {
                self.cdf(self.reached(deadline)).clamp(0.0, 1.0)
            }
        });
        let summary =
            Summary { mean_ms: self.mean, sd_ms: libm::sqrt(self.variance.max(0.0)), percentiles_ms };
        StartLaw { summary, in_time, shares: self.shares(range) }
    }

    fn shares(&self, (lo, hi): (f64, f64)) -> Vec<f64> {
        if hi <= lo {
            return Vec::new();
        }
        let bins = StartLaw::BINS;
        let mut before = 0.0;
        let share = |k: usize| {
            let upto = if k == bins {
                1.0
            } else {
                self.cdf(lo + (hi - lo) * k as f64 / bins as f64).clamp(0.0, 1.0)
            };
            let share = upto - before;
            before = upto;
            share.max(0.0)
        };
        (1..=bins).map(share).collect()
    }
}

/// A law as about `count` uniform parts, each with mean and variance of the parts of the law it stands for.
fn slices(pieces: impl Iterator<Item = Piece>, count: usize) -> Vec<Piece> {
    let mut sorted: Vec<Piece> = pieces.filter(|piece| piece.mass() > 0.0).collect();
    sorted.sort_by(|a, b| a.least().total_cmp(&b.least()));
    let mut slices = Vec::new();
    let mut rest = &sorted[..];
    while !rest.is_empty() {
        let mut mass = 0.0;
        let reached = rest.iter().position(|piece| {
            mass += piece.mass();
            mass >= 1.0 / count as f64
        });
        let (group, others) = rest.split_at(reached.map_or(rest.len(), |last| last + 1));
        rest = others;
        let mean = group.iter().map(|p| p.mass() * p.moments().0).sum::<f64>() / mass;
        let spread = |p: &Piece| {
            let (own, variance) = p.moments();
            p.mass() * (variance + (own - mean) * (own - mean))
        };
        let half = libm::sqrt(3.0 * group.iter().map(spread).sum::<f64>() / mass);
        slices.push(Piece::between(mean - half, mean + half, mass));
    }
    slices
}
