//! The law of a sum of rounded waits: masses of equally spaced values.

use super::piece::{Piece, is_same};

/// Most values that are kept.
const MOST_VALUES: usize = 65_536;
/// Most products of masses for one term; a term of that many separate values is as good as continuous.
const MOST_WORK: usize = 1 << 22;
/// Micros per ms: everything that people type is a whole number of them.
const MICROS: f64 = 1000.0;

/// The largest spacing, in ms, on which the values of every term lie, counted from the term's least value.
/// `None` where a term is continuous or its values are no whole numbers of micros.
pub(super) fn spacing<'a>(terms: impl Iterator<Item = &'a [Piece]>) -> Option<f64> {
    let mut common = 0_u64;
    for term in terms {
        let least = term.first()?.least();
        for piece in term {
            let (offset, step) = match *piece {
                Piece::Atom { at, .. } => (at - least, 0.0),
                Piece::Comb { first, step, .. } => (first - least, step),
                Piece::Uniform { .. } | Piece::Power { .. } => return None,
            };
            for distance in [offset, step] {
                let micros = libm::round(distance * MICROS);
                if !is_same(micros, distance * MICROS) || micros > 9e15 {
                    return None;
                }
                common = gcd(common, micros as u64);
            }
        }
    }
    (common > 0).then(|| common as f64 / MICROS)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Value k is k·`spacing` and has mass `masses[k]`.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    spacing: f64,
    masses: Vec<f64>,
}

impl Lattice {
    pub(super) fn zero(spacing: f64) -> Self {
        Self { spacing, masses: vec![1.0] }
    }

    pub(super) fn masses(&self) -> impl Iterator<Item = (f64, f64)> {
        self.masses.iter().enumerate().map(|(k, mass)| (k as f64 * self.spacing, *mass))
    }

    /// Adds a term, counted from its least value; `false` where that is too much to keep or to compute.
    pub(super) fn add(&mut self, term: &[Piece]) -> bool {
        let least = term.first().map_or(0.0, Piece::least);
        let index = |distance: f64| libm::round(distance / self.spacing) as usize;
        let width = term.last().map_or(0.0, |piece| piece.most() - least);
        if width / self.spacing > MOST_VALUES as f64 {
            return false;
        }
        let own = self.masses.len();
        let count = own + index(width);
        if count > MOST_VALUES || own * term.len() > MOST_WORK {
            return false;
        }
        let mut sum = vec![0.0; count];
        for piece in term {
            match *piece {
                Piece::Comb { first, step, count: teeth, mass } => {
                    // Each value of the sum is the one a step before it, plus the newest and minus the oldest term.
                    let (from, stride) = (index(first - least), index(step));
                    let length = stride * teeth as usize;
                    let share = mass / teeth;
                    let mut running = vec![0.0_f64; own + length];
                    for k in 0..own + length - stride {
                        let before = k.checked_sub(stride).map_or(0.0, |j| running[j]);
                        let newest = self.masses.get(k).copied().unwrap_or(0.0);
                        let oldest = k.checked_sub(length).map_or(0.0, |j| self.masses[j]);
                        running[k] = (before + newest - oldest).max(0.0);
                    }
                    for (k, value) in running[..own + length - stride].iter().enumerate() {
                        sum[from + k] += share * value;
                    }
                }
                _ => {
                    let from = index(piece.least() - least);
                    for (k, own) in self.masses.iter().enumerate() {
                        sum[from + k] += piece.mass() * own;
                    }
                }
            }
        }
        self.masses = sum;
        true
    }
}
