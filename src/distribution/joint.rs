//! Feedback: the law of the sum of waits, jointly with the last wait.

use super::chain::{Cell, Chain, draw_after};
use super::knots::{add_moved, add_ramp, knots};
use super::question::{Rule, SnapTo, Step};
use super::smooth::{Smooth, merge};

/// The last wait is known to about this many groups: no group holds more than this share of mass or width.
const GROUPS: usize = 112;
/// Chains of at most this many cells are kept cell by cell.
const FEW_CELLS: usize = 128;
/// Gaps between the knots of the sum.
const GAPS: usize = 640;
/// Atoms kept one by one in all groups.
const MOST_ATOMS: usize = 2000;
/// Mass at either end left out when the next knots are laid.
const TAIL: f64 = 1e-9;

/// Neighbouring cells that are treated alike. Times in ms.
#[derive(Clone, Debug)]
struct Group {
    draw: (f64, f64),
    own: f64,
    wait: (f64, f64),
    wait_mean: f64,
    mass: f64,
    /// The law of the sum within this group: atoms, and mass at or below each knot.
    atoms: Vec<(f64, f64)>,
    cdf: Vec<f64>,
}

/// The law of the sum of waits together with the last wait.
#[derive(Clone, Debug)]
pub(super) struct Joint {
    groups: Vec<Group>,
    knots: Vec<f64>,
}

impl Joint {
    /// Before the first wait: the sum is 0.
    pub(super) fn start() -> Self {
        let group = Group {
            draw: (0.0, 0.0),
            own: 0.0,
            wait: (0.0, 0.0),
            wait_mean: 0.0,
            mass: 1.0,
            atoms: vec![(0.0, 1.0)],
            cdf: Vec::new(),
        };
        Self { groups: vec![group], knots: Vec::new() }
    }

    /// After one more wait, whose cells are those of `chain`.
    pub(super) fn next(&self, rule: &Rule, step: &Step, chain: &Chain, is_first: bool) -> Self {
        let mut groups = grouped(&chain.cells);
        self.mix(&mut groups, rule, step, is_first);
        self.shift(groups)
    }

    /// Gives each group the laws of the sum before this wait, from every group the wait can follow.
    fn mix(&self, groups: &mut [Group], rule: &Rule, step: &Step, is_first: bool) {
        let count = self.knots.len();
        let leans_left = step.snap.is_some_and(|snap| snap.to == SnapTo::Above);
        // What begins and ends to be drawn from, by group.
        let mut changes = vec![Vec::new(); groups.len() + 1];
        let add = |to: &mut Vec<f64>, from: &[f64], factor: f64| {
            to.resize(count, 0.0);
            to.iter_mut().zip(from).for_each(|(to, from)| *to += factor * from);
        };
        for source in &self.groups {
            let (lo, hi) = draw_after(rule, step, (!is_first).then_some(source.own));
            let below = |group: &Group| if leans_left { group.draw.1 < lo } else { group.draw.1 <= lo };
            let first = groups.partition_point(below).min(groups.len() - 1);
            let last = groups.partition_point(|group| group.draw.0 < hi).max(first + 1) - 1;
            let share = |group: &Group| {
                if hi <= lo || first == last {
                    return 1.0;
                }
                ((group.draw.1.min(hi) - group.draw.0.max(lo)) / (hi - lo)).max(0.0)
            };
            for group in &mut groups[first..=last] {
                let share = share(group);
                group.atoms.extend(source.atoms.iter().map(|(at, mass)| (*at, mass * share)));
            }
            for end in if last > first { vec![first, last] } else { vec![first] } {
                let share = share(&groups[end]);
                add(&mut groups[end].cdf, &source.cdf, share);
            }
            if last > first {
                add(&mut changes[first + 1], &source.cdf, 1.0 / (hi - lo));
                add(&mut changes[last], &source.cdf, -1.0 / (hi - lo));
            }
        }
        let mut density = vec![0.0; count];
        for (group, change) in groups.iter_mut().zip(&changes) {
            group.cdf.resize(count, 0.0);
            if !change.is_empty() {
                add(&mut density, change, 1.0);
            }
            let width = group.draw.1 - group.draw.0;
            group.cdf.iter_mut().zip(&density).for_each(|(to, density)| *to += width * density);
        }
    }

    /// Adds each group's wait.
    fn shift(&self, mut groups: Vec<Group>) -> Self {
        for group in &mut groups {
            group.atoms.retain(|(_, mass)| *mass > 0.0);
            merge(&mut group.atoms);
        }
        let many = groups.iter().map(|group| group.atoms.len()).sum::<usize>() > MOST_ATOMS;
        let ends = |group: &Group| {
            let knots = self.knots.first().zip(self.knots.last());
            let knots = knots.filter(|_| group.cdf.last().is_some_and(|mass| *mass > 0.0));
            let atoms = group.atoms.first().zip(group.atoms.last());
            let atoms = atoms.filter(|_| many || group.wait.1 > group.wait.0);
            let lo =
                knots.map(|k| *k.0).into_iter().chain(atoms.map(|a| a.0.0)).fold(f64::INFINITY, f64::min);
            let hi =
                knots.map(|k| *k.1).into_iter().chain(atoms.map(|a| a.1.0)).fold(f64::NEG_INFINITY, f64::max);
            (lo + group.wait.0, hi + group.wait.1)
        };
        let lo = groups.iter().map(|group| ends(group).0).fold(f64::INFINITY, f64::min);
        let hi = groups.iter().map(|group| ends(group).1).fold(f64::NEG_INFINITY, f64::max);
        let knots = if hi > lo { knots(lo, hi, self.typical(&groups) - lo, GAPS) } else { Vec::new() };
        let gap = (hi - lo) / GAPS as f64;
        for group in &mut groups {
            let before = std::mem::take(&mut group.cdf);
            group.cdf = vec![0.0; knots.len()];
            add_moved(&mut group.cdf, (&self.knots, &before), &knots, group.wait_mean, 1.0);
            if many || group.wait.1 > group.wait.0 {
                // Atoms become ramps as wide as the waits of the group.
                for (at, mass) in std::mem::take(&mut group.atoms) {
                    let half = ((group.wait.1 - group.wait.0) / 2.0).max(gap * 1e-6);
                    let middle = at + group.wait_mean;
                    add_ramp(&mut group.cdf, &knots, (middle - half, middle + half), mass);
                }
            } else {
                group.atoms.iter_mut().for_each(|(at, _)| *at += group.wait_mean);
            }
        }
        Self { groups, knots }.trimmed()
    }

    /// A distance that a good part of the sums reaches, counted from 0.
    fn typical(&self, groups: &[Group]) -> f64 {
        let spreads = |group: &&Group| group.wait.1 > group.wait.0;
        let total: f64 = groups.iter().filter(spreads).map(|group| group.mass).sum();
        let mut below = 0.0;
        let early = groups.iter().filter(spreads).find(|group| {
            below += group.mass;
            below > total / 4.0
        });
        self.smooth().early() + early.or(groups.first()).map_or(0.0, |group| group.wait_mean)
    }

    /// Leaves out knots beyond which there is next to no mass.
    fn trimmed(mut self) -> Self {
        let total = self.total();
        let Some(all) = total.last().copied() else { return self };
        let from = total.partition_point(|value| *value < TAIL).saturating_sub(1);
        let to = (total.partition_point(|value| *value < all - TAIL) + 1).min(total.len());
        self.knots = self.knots[from..to].to_vec();
        for group in &mut self.groups {
            group.cdf = group.cdf[from..to].to_vec();
        }
        self
    }

    fn total(&self) -> Vec<f64> {
        let mut total = vec![0.0; self.knots.len()];
        for group in &self.groups {
            total.iter_mut().zip(&group.cdf).for_each(|(to, from)| *to += from);
        }
        total
    }

    /// The law of the sum alone.
    pub(super) fn smooth(&self) -> Smooth {
        let atoms = self.groups.iter().flat_map(|group| group.atoms.iter().copied()).collect();
        Smooth::new(atoms, self.knots.clone(), self.total())
    }
}

/// Cells in groups, none of which is large in mass or in width.
fn grouped(cells: &[Cell]) -> Vec<Group> {
    let limits = limits(cells);
    let mut limits = limits.iter().peekable();
    let mut groups: Vec<(Group, Means)> = Vec::new();
    let mut open = false;
    for cell in cells {
        // A cell beyond the next limits begins a group of its own.
        while limits.next_if(|limit| **limit <= cell.own.0).is_some() {
            open = false;
        }
        let is_point = cell.wait.0 == cell.wait.1;
        let alone = cells.len() <= FEW_CELLS || (is_point && cell.own.0 == cell.own.1);
        let joins = |(last, _): &&mut (Group, Means)| {
            open && !alone && is_point == (last.wait.0 == last.wait.1) && last.mass < 1.0 / GROUPS as f64
        };
        match groups.last_mut().filter(joins) {
            Some((group, means)) => {
                group.mass += cell.mass;
                group.draw.1 = cell.draw.1;
                group.wait.1 = cell.wait.1;
                means.add(cell);
            }
            None => {
                let group = Group {
                    draw: cell.draw,
                    own: 0.0,
                    wait: cell.wait,
                    wait_mean: 0.0,
                    mass: cell.mass,
                    atoms: Vec::new(),
                    cdf: Vec::new(),
                };
                let mut means = Means::default();
                means.add(cell);
                groups.push((group, means));
            }
        }
        open = !alone;
    }
    let closed = groups.into_iter().map(|(group, means)| {
        let (own, wait_mean) = means.of(group.mass);
        Group { own, wait_mean, ..group }
    });
    closed.collect()
}

/// Waits at which a new group begins: as far apart as knots would be.
fn limits(cells: &[Cell]) -> Vec<f64> {
    let first = cells.first().map_or(0.0, |cell| cell.own.0);
    let at = |part: f64| {
        let mut below = 0.0;
        let reached = cells.iter().find(|cell| {
            below += cell.mass;
            below >= part
        });
        reached.map_or(first, Cell::own_mean)
    };
    let most = at(1.0 - 1e-6).max(first);
    // Where much lies close to the lower end, the groups there are small too.
    let typical = (at(0.25) - first).min(8.0 * (at(0.04) - first));
    if most > first { knots(first, most, typical, GROUPS) } else { Vec::new() }
}

/// Means over the cells of a group, by mass; plain ones where there is no mass, as the group still needs a place.
#[derive(Clone, Copy, Debug, Default)]
struct Means {
    own: f64,
    wait: f64,
    plain: (f64, f64),
    count: f64,
}

impl Means {
    fn add(&mut self, cell: &Cell) {
        self.own += cell.mass * cell.own_mean();
        self.wait += cell.mass * cell.wait_mean();
        self.plain = (self.plain.0 + cell.own_mean(), self.plain.1 + cell.wait_mean());
        self.count += 1.0;
    }

    fn of(&self, mass: f64) -> (f64, f64) {
        if mass > 0.0 {
            (self.own / mass, self.wait / mass)
        } else {
            (self.plain.0 / self.count, self.plain.1 / self.count)
        }
    }
}
