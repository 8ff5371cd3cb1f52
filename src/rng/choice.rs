//! Choosing k of m without replacement, as NumPy's `Generator.choice` does.

use rand::Rng;

use super::bounded;

/// Above this many, and for a large enough share, NumPy shuffles the tail.
const TAIL_POPULATION: u32 = 10_000;
/// The share: k > m / 50.
const TAIL_CUTOFF: u32 = 50;

/// Chooses winners and keeps its buffers for the next choice.
#[derive(Debug, Default)]
pub struct Chooser {
    chosen: Vec<bool>,
    order: Vec<u32>,
}

impl Chooser {
    /// Chooses `k` of `0..m` and returns one flag for each of the m: whether
    /// it was chosen. Consumes exactly the draws of
    /// `choice(m, size=k, replace=False)`, the final shuffle's included.
    /// `k` above `m` counts as `m`.
    pub fn choose<R: Rng>(&mut self, rng: &mut R, m: u32, k: u32) -> &[bool] {
        let k = k.min(m);
        self.chosen.clear();
        self.chosen.resize(m as usize, false);
        if m > TAIL_POPULATION && k > m / TAIL_CUTOFF {
            self.shuffle_tail(rng, m, k);
        } else {
            self.floyd(rng, m, k);
        }
        &self.chosen
    }

    /// Floyd's algorithm, then the draws of a Fisher–Yates shuffle of the
    /// picks: it changes no winner, but the next choice starts after it.
    fn floyd<R: Rng>(&mut self, rng: &mut R, m: u32, k: u32) {
        for j in m - k..m {
            let pick = bounded(rng, j);
            let pick = if self.chosen[pick as usize] { j } else { pick };
            self.chosen[pick as usize] = true;
        }
        for i in (1..k).rev() {
            bounded(rng, i);
        }
    }

    /// A Fisher–Yates shuffle from the top that stops once the last k places
    /// are drawn; those win.
    fn shuffle_tail<R: Rng>(&mut self, rng: &mut R, m: u32, k: u32) {
        self.order.clear();
        self.order.extend(0..m);
        for i in ((m - k).max(1)..m).rev() {
            let j = bounded(rng, i);
            self.order.swap(i as usize, j as usize);
        }
        for &winner in &self.order[(m - k) as usize..] {
            self.chosen[winner as usize] = true;
        }
    }
}
