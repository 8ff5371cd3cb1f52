//! Feedback: the law of each wait from the law of the one before, and the moments of their sum.

use super::knots::knots;
use super::law::Law;
use super::piece::{Piece, is_same};
use super::question::{Drawn, Rule, Sent, SnapTo, Step};

/// Cells a draw is cut into. A cell is drawn from by its mean, which is right to the second order of its width.
const CELLS: usize = 4096;
/// Mass above which a draw's upper end counts.
const TAIL: f64 = 1e-12;
/// A draw narrower than this part of its value counts as one value.
const NARROW: f64 = 1e-9;

/// A part of a draw, and what becomes of it. Times in ms.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// The draw, before rounding.
    pub(super) draw: (f64, f64),
    /// The wait that the next one is drawn from.
    pub(super) own: (f64, f64),
    /// The wait after least wait and Retry-After; where a Retry-After stands instead of it, 0.
    pub(super) wait: (f64, f64),
    pub(super) mass: f64,
    /// Means of the sum of waits so far beyond the chain's constant, and of its square, times the mass.
    pub(super) sum: f64,
    pub(super) square: f64,
}

impl Cell {
    pub(super) fn own_mean(&self) -> f64 {
        f64::midpoint(self.own.0, self.own.1)
    }

    pub(super) fn wait_mean(&self) -> f64 {
        f64::midpoint(self.wait.0, self.wait.1)
    }
}

/// The draw that follows a wait of `own` (`None`: the first), its end not reached where it is a range.
pub(super) fn draw_after(rule: &Rule, step: &Step, own: Option<f64>) -> (f64, f64) {
    let (lo, hi) = match (step.drawn, own) {
        (Drawn::Uniform { lo, hi }, _) => (lo, hi),
        (_, None) => rule.first,
        (_, Some(own)) => {
            let grown = step.grown_most.map_or(rule.pre * own, |most| most.min(rule.pre * own));
            let lo = rule.fixed_lo.unwrap_or(rule.lo * grown);
            (lo, lo.max(rule.hi * grown))
        }
    };
    let most = step.ends_most.unwrap_or(f64::INFINITY);
    let (lo, hi) = (lo.min(most), hi.min(most));
    if hi > lo { (lo, hi + step.snap.map_or(0.0, |snap| snap.reach)) } else { (lo, lo) }
}

/// The cells of one wait.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub(super) cells: Vec<Cell>,
    /// What every sum holds at least: apart from it, so that squares of long sure waits do not drown the rest.
    constant: f64,
}

impl Chain {
    /// The cells of the next wait; `before` is `None` for the first.
    pub(super) fn next(before: Option<&Self>, rule: &Rule, step: &Step) -> Self {
        let start =
            [Cell { draw: (0.0, 0.0), own: (0.0, 0.0), wait: (0.0, 0.0), mass: 1.0, sum: 0.0, square: 0.0 }];
        let sources = before.map_or(&start[..], |before| &before.cells);
        let draws: Vec<(f64, f64)> =
            sources.iter().map(|cell| draw_after(rule, step, before.map(|_| cell.own_mean()))).collect();
        let post = if before.is_some() && step.drawn == Drawn::Feedback { rule.post } else { 1.0 };
        let (bounds, moved) = cut(sources, &draws, step, post);
        let outcome = Outcome { step, post, moved };
        let leans_left = step.snap.is_some_and(|snap| snap.to == SnapTo::Above);
        let spread = |weight: &dyn Fn(&Cell) -> f64| {
            let weights: Vec<f64> = sources.iter().map(weight).collect();
            spread(&draws, &weights, &bounds, leans_left)
        };
        let (masses, sums, squares) =
            (spread(&|cell| cell.mass), spread(&|cell| cell.sum), spread(&|cell| cell.square));
        let mut cells: Vec<Cell> = Vec::new();
        for (k, pair) in bounds.windows(2).enumerate() {
            let draw = (pair[0], pair[1]);
            let own = outcome.own(draw);
            let wait = (step.final_of(own.0), step.final_of(own.1));
            let (mass, sum, square) = (masses[k], sums[k], squares[k]);
            let cell = Cell { draw, own, wait, mass, sum, square };
            match cells.last_mut() {
                Some(last) if own.0 == own.1 && last.own == own => {
                    last.draw.1 = draw.1;
                    last.mass += mass;
                    last.sum += sum;
                    last.square += square;
                }
                _ => cells.push(cell),
            }
        }
        let least = cells.first().map_or(0.0, |cell| cell.wait.0);
        for cell in &mut cells {
            let (wait, width) = (cell.wait_mean() - least, cell.wait.1 - cell.wait.0);
            cell.square += 2.0 * wait * cell.sum + cell.mass * (wait * wait + width * width / 12.0);
            cell.sum += cell.mass * wait;
        }
        let constant = before.map_or(0.0, |before| before.constant) + least;
        Self { cells, constant }
    }

    /// The law of the wait.
    pub(super) fn law(&self) -> Law {
        Law::new(self.cells.iter().map(|cell| Piece::between(cell.wait.0, cell.wait.1, cell.mass)))
    }

    /// Mean and variance of the sum of the waits so far.
    pub(super) fn sum_moments(&self) -> (f64, f64) {
        let mean = self.cells.iter().map(|cell| cell.sum).sum::<f64>();
        let square = self.cells.iter().map(|cell| cell.square).sum::<f64>();
        (self.constant + mean, (square - mean * mean).max(0.0))
    }
}

/// What becomes of a draw.
struct Outcome<'a> {
    step: &'a Step,
    post: f64,
    /// Where rounding has so many values that it is only felt on average: how far it moves a draw.
    moved: Option<f64>,
}

impl Outcome<'_> {
    fn own(&self, draw: (f64, f64)) -> (f64, f64) {
        let kept = |x: f64| (x * self.post).max(0.0).min(self.step.most.unwrap_or(f64::INFINITY));
        match (self.step.snap, self.moved) {
            (None, _) => (kept(draw.0), kept(draw.1)),
            (Some(_), Some(by)) => (kept(draw.0 + by), kept(draw.1 + by)),
            (Some(snap), None) => {
                let value = kept(snap.value(f64::midpoint(draw.0, draw.1)));
                (value, value)
            }
        }
    }

    /// Draws at which the outcome bends.
    fn bends(&self) -> Vec<f64> {
        let step = self.step;
        let mut waits = vec![0.0, step.least];
        waits.extend(step.most);
        match step.sent {
            Sent::Floor(floor) => waits.push(floor),
            Sent::Clamp { ms, extra } => waits.extend([ms, ms - extra]),
            Sent::Nothing | Sent::Instead { .. } => {}
        }
        let by = self.moved.unwrap_or(0.0);
        waits.into_iter().map(|wait| wait / self.post - by).filter(|draw| draw.is_finite()).collect()
    }
}

/// The bounds of the cells of a draw, and how far rounding moves a draw where it is only felt on average.
fn cut(sources: &[Cell], draws: &[(f64, f64)], step: &Step, post: f64) -> (Vec<f64>, Option<f64>) {
    let lo = draws.first().map_or(0.0, |draw| draw.0);
    let mut above = 0.0;
    let reaching = sources.iter().zip(draws).rev().find(|(cell, _)| {
        above += cell.mass;
        above > TAIL
    });
    let hi = reaching.map_or(lo, |(_, draw)| draw.1);
    if hi - lo <= NARROW * hi.abs() {
        return (vec![lo, lo], None);
    }
    let mut moved = None;
    if let Some(snap) = step.snap {
        let origin = snap.origin();
        let index = |x: f64| (x - origin) / snap.unit;
        let (first, end) = (libm::floor(index(lo) + NARROW), libm::ceil(index(hi) - NARROW));
        if end - first <= CELLS as f64 {
            let bounds = (0..=(end - first) as u32).map(|k| origin + (first + f64::from(k)) * snap.unit);
            return (bounds.collect(), None);
        }
        moved = Some(snap.mean_move());
    }
    let mut below = 0.0;
    let early = sources.iter().zip(draws).find(|(cell, _)| {
        below += cell.mass;
        below > 0.25
    });
    let typical = early.map_or(0.0, |(_, draw)| f64::midpoint(draw.0, draw.1) - lo);
    let mut bounds = knots(lo, hi, typical, CELLS);
    let outcome = Outcome { step, post, moved };
    bounds.extend(outcome.bends().into_iter().filter(|x| lo < *x && *x < hi));
    bounds.sort_by(f64::total_cmp);
    bounds.dedup_by(|next, kept| is_same(*kept, *next));
    (bounds, moved)
}

/// How much of each source's weight lies in each cell, summed over the sources, which ascend. A draw of one
/// value on a bound belongs to the cell above it, or below it with `leans_left`.
fn spread(draws: &[(f64, f64)], weights: &[f64], bounds: &[f64], leans_left: bool) -> Vec<f64> {
    let is_point = |draw: (f64, f64)| draw.1 - draw.0 <= NARROW * draw.1.abs();
    let (mut started, mut ended) = (0, 0);
    // Weight of the draws passed, and density and density·lower end of those under way.
    let (mut passed, mut density, mut moment) = (0.0, 0.0, 0.0);
    let mut before = 0.0;
    let last = bounds.len() - 1;
    let mut cells = Vec::with_capacity(last);
    for (k, x) in bounds.iter().enumerate() {
        let slack = NARROW * x.abs();
        let upto = if leans_left || k == last { x + slack } else { x - slack };
        while let Some(draw) =
            draws.get(started).filter(|draw| draw.0 <= if is_point(**draw) { upto } else { *x })
        {
            let weight = weights[started];
            if is_point(*draw) {
                passed += weight;
            } else {
                density += weight / (draw.1 - draw.0);
                moment += weight / (draw.1 - draw.0) * draw.0;
            }
            started += 1;
        }
        while let Some(draw) = draws.get(ended).filter(|draw| ended < started && draw.1 <= *x) {
            let weight = weights[ended];
            if !is_point(*draw) {
                passed += weight;
                density -= weight / (draw.1 - draw.0);
                moment -= weight / (draw.1 - draw.0) * draw.0;
            }
            ended += 1;
        }
        let reached = passed + (x * density - moment).max(0.0);
        if k > 0 {
            cells.push((reached - before).max(0.0));
        }
        before = reached;
    }
    cells
}
