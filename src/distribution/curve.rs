//! Polly v8: waits between neighbouring points of a curve.
//!
//! Retry n is at t = n − 1 + U of the curve f, and waits (f(t) − f(t′))·base/1.4 with t′ the point of the retry
//! before. Each wait shares one U with each of its neighbours; without caps and floors the waits add up to
//! f(t)·base/1.4.

use super::knots::{add_moved, add_ramp, add_smeared, areas, knots};
use super::law::Law;
use super::piece::Piece;
use super::question::Step;
use super::smooth::{Smooth, merge};
use crate::policy::polly;

/// Parts of U for the law of a wait.
const FINE: usize = 768;
/// Parts of U for moments of sums.
const MIDDLE: usize = 192;
/// Parts of U for the law of a sum that does not telescope.
const COARSE: usize = 40;
/// Gaps between the knots of such a sum.
const GAPS: usize = 448;
/// Narrower ranges of waits, relative to the wait, count as one value.
const NARROW: f64 = 1e-9;
/// Mass at either end that is left out when the next knots are laid.
const TAIL: f64 = 1e-9;

/// The curve of one policy, in ms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Curve {
    pub(super) base: f64,
    pub(super) factor: f64,
}

impl Curve {
    fn at(self, t: f64) -> f64 {
        self.base * polly::wait_in_bases(self.factor, 0.0, t)
    }

    /// The curve at the middles of `parts` equal parts of U; 0 before the first retry.
    fn middles(self, retry: usize, parts: usize) -> Vec<f64> {
        let u = |k: usize| (k as f64 + 0.5) / parts as f64;
        (0..parts).map(|k| if retry == 0 { 0.0 } else { self.at(retry as f64 - 1.0 + u(k)) }).collect()
    }

    /// The law of the difference between retry `retry` and the one before.
    pub(super) fn draw(self, retry: usize) -> Law {
        let ends: Vec<f64> =
            (0..=FINE).map(|k| self.at(retry as f64 - 1.0 + k as f64 / FINE as f64)).collect();
        if retry == 1 {
            let share = 1.0 / FINE as f64;
            return Law::new(ends.windows(2).map(|end| Piece::between(end[0], end[1], share)));
        }
        let before = self.middles(retry - 1, FINE);
        let most = ends[FINE] - before[0];
        let bounds = knots(0.0, most, most / 8.0, FINE);
        let mut below = 0.0;
        let parts = bounds.windows(2).map(|pair| {
            let reached = reached(&ends, &before, pair[1]);
            let mass = reached - below;
            below = reached;
            Piece::between(pair[0], pair[1], mass.max(0.0))
        });
        Law::new(parts.collect::<Vec<_>>())
    }

    /// The law of the curve at a retry: of the sum of all waits up to it.
    pub(super) fn telescoped(self, retry: usize) -> Law {
        let share = 1.0 / FINE as f64;
        let at = |k: usize| self.at(retry as f64 - 1.0 + k as f64 / FINE as f64);
        Law::new((0..FINE).map(|k| Piece::between(at(k), at(k + 1), share)))
    }
}

/// The probability that the curve rises by at most `x`, averaged over its points `before`; `ends` are the points
/// it can reach, for equal parts of U.
fn reached(ends: &[f64], before: &[f64], x: f64) -> f64 {
    let parts = ends.len() - 1;
    let mut above = 0;
    let share = |from: &f64| {
        let target = from + x;
        while above < ends.len() && ends[above] <= target {
            above += 1;
        }
        match above {
            0 => 0.0,
            k if k > parts => 1.0,
            k => (k as f64 - 1.0 + (target - ends[k - 1]) / (ends[k] - ends[k - 1])) / parts as f64,
        }
    };
    before.iter().map(share).sum::<f64>() / before.len() as f64
}

/// Mean and variance of the sum of waits, part by part of the last U.
#[derive(Clone, Debug)]
pub(super) struct Moments {
    /// Mean of the sum beyond `constant` and of its square in each part.
    parts: Vec<(f64, f64)>,
    /// What every sum holds at least.
    constant: f64,
}

impl Moments {
    pub(super) fn start() -> Self {
        Self { parts: vec![(0.0, 0.0); MIDDLE], constant: 0.0 }
    }

    pub(super) fn next(&self, curve: Curve, step: &Step, retry: usize) -> Self {
        let (before, now) = (curve.middles(retry - 1, MIDDLE), curve.middles(retry, MIDDLE));
        let least = step.wait_of(0.0);
        let of = |now: &f64| {
            let mut total = (0.0, 0.0);
            for (before, (mean, square)) in before.iter().zip(&self.parts) {
                let wait = step.wait_of(now - before) - least;
                total.0 += mean + wait;
                total.1 += square + 2.0 * wait * mean + wait * wait;
            }
            (total.0 / MIDDLE as f64, total.1 / MIDDLE as f64)
        };
        Self { parts: now.iter().map(of).collect(), constant: self.constant + least }
    }

    pub(super) fn of_sum(&self) -> (f64, f64) {
        let mean = self.parts.iter().map(|part| part.0).sum::<f64>() / MIDDLE as f64;
        let square = self.parts.iter().map(|part| part.1).sum::<f64>() / MIDDLE as f64;
        (self.constant + mean, (square - mean * mean).max(0.0))
    }
}

/// The law of the sum of waits together with the last U.
#[derive(Clone, Debug)]
pub(super) struct Sums {
    /// For each part of the last U.
    parts: Vec<Part>,
    knots: Vec<f64>,
}

/// The law of the sum within one part of the last U, with mass 1: atoms, and mass at or below each knot.
#[derive(Clone, Debug, Default)]
struct Part {
    atoms: Vec<(f64, f64)>,
    cdf: Vec<f64>,
}

impl Sums {
    /// After `retries` waits that add up to the curve.
    pub(super) fn telescoped(curve: Curve, retries: usize) -> Self {
        if retries == 0 {
            let part = Part { atoms: vec![(0.0, 1.0)], cdf: Vec::new() };
            return Self { parts: vec![part; COARSE], knots: Vec::new() };
        }
        let end = |k: usize| curve.at(retries as f64 - 1.0 + k as f64 / COARSE as f64);
        let knots = knots(end(0), end(COARSE), end(COARSE / 4) - end(0), GAPS);
        let part = |k: usize| {
            let mut cdf = vec![0.0; knots.len()];
            add_ramp(&mut cdf, &knots, (end(k), end(k + 1)), 1.0);
            Part { atoms: Vec::new(), cdf }
        };
        Self { parts: (0..COARSE).map(part).collect(), knots }
    }

    pub(super) fn next(&self, curve: Curve, step: &Step, retry: usize) -> Self {
        let before = curve.middles(retry - 1, COARSE);
        let now = curve.middles(retry, COARSE);
        let end = |k: usize| curve.at(retry as f64 - 1.0 + k as f64 / COARSE as f64);
        let least = step.wait_of(end(0) - before[COARSE - 1]);
        let most = step.wait_of(end(COARSE) - before[0]);
        let own = self.smooth();
        let (lo, hi) = own.trimmed(TAIL);
        let (lo, hi) = (lo + least, hi + most);
        let knots = if hi > lo {
            knots(lo, hi, own.early() + (most - least) / 8.0 - lo + least, GAPS)
        } else {
            Vec::new()
        };
        let share = 1.0 / COARSE as f64;
        let areas: Vec<Vec<f64>> = self.parts.iter().map(|part| areas(&self.knots, &part.cdf)).collect();
        let part = |i: usize| {
            let mut part = Part { atoms: Vec::new(), cdf: vec![0.0; knots.len()] };
            for ((source, areas), before) in self.parts.iter().zip(&areas).zip(&before) {
                // The waits of this part of U; where they are all the same, atoms stay atoms.
                let wait = step.wait_of(now[i] - before);
                let (from, to) = (step.wait_of(end(i) - before), step.wait_of(end(i + 1) - before));
                if to - from > NARROW * to {
                    let law = (&self.knots[..], &source.cdf[..], &areas[..]);
                    add_smeared(&mut part.cdf, law, &knots, (from, to), share);
                } else {
                    add_moved(&mut part.cdf, (&self.knots, &source.cdf), &knots, wait, share);
                }
                for (at, mass) in &source.atoms {
                    if to - from > NARROW * to {
                        add_ramp(&mut part.cdf, &knots, (at + from, at + to), mass * share);
                    } else {
                        part.atoms.push((at + wait, mass * share));
                    }
                }
            }
            merge(&mut part.atoms);
            part
        };
        let parts = (0..COARSE).map(part).collect();
        Self { parts, knots }
    }

    /// The law of the sum alone.
    pub(super) fn smooth(&self) -> Smooth {
        let share = 1.0 / COARSE as f64;
        let mut cdf = vec![0.0; self.knots.len()];
        let mut atoms = Vec::new();
        for part in &self.parts {
            cdf.iter_mut().zip(&part.cdf).for_each(|(to, from)| *to += share * from);
            atoms.extend(part.atoms.iter().map(|(at, mass)| (*at, mass * share)));
        }
        Smooth::new(atoms, self.knots.clone(), cdf)
    }
}
