//! The engine for crowds that fit the cache, at servers that take attempts in
//! order of arrival.

use crate::rng::Source;

use super::ledger::Ledger;
use super::machine::Machine;
use super::metrics::TrialMetrics;
use super::ring::{Ring, Step};
use super::scenario::Scenario;
use super::series::Series;
use super::wait::Wait;

/// Attempts after which a step ends at the next word of ticks.
const STEP: u32 = 50_000;

/// Clients are alike to such a server, so an attempt carries no client number,
/// only its retry number and what its wait rule remembers.
pub(super) struct FewEngine<G, W: Wait> {
    clients: u32,
    /// Retries of a client; `u32::MAX` for no limit.
    limit: u32,
    /// First tick not played; `u64::MAX` for none.
    horizon: u64,
    wait: W,
    /// Retry numbers stop here: the wait rule has no row beyond it.
    last_row: u32,
    rng: G,
    begun: bool,
    /// Attempts in the ring.
    pending: u32,
    /// The tick at which the ring's present round began.
    base: u64,
    ring: Ring<W::Memory>,
    ledger: Ledger,
}

impl<G: Source, W: Wait> FewEngine<G, W> {
    pub(super) fn new(scenario: &Scenario, policy: usize, wait: W, ticks: u32) -> Self {
        let rule = &scenario.policies[policy];
        Self {
            clients: scenario.clients,
            limit: rule.retries.unwrap_or(u32::MAX),
            horizon: scenario.horizon_ticks.unwrap_or(u64::MAX),
            last_row: wait.last_row(),
            wait,
            rng: G::seeded(0),
            begun: false,
            pending: 0,
            base: 0,
            ring: Ring::new(ticks),
            ledger: Ledger::new(scenario),
        }
    }

    /// The first attempts of all clients, at tick 0.
    fn begin_calls(&mut self) {
        let mut gate = self.ledger.gate(0);
        let accepted = gate.left.min(self.clients);
        gate.left -= accepted;
        self.ledger.accept_all(0, accepted);
        self.ledger.settle_firsts(gate, self.clients, accepted);
        let rejected = self.clients - accepted;
        if self.limit == 0 {
            return self.ledger.give_up_all(rejected);
        }
        let mut rng = self.rng.clone();
        for _ in 0..rejected {
            let mut memory = self.wait.first_memory();
            let wait = self.wait.ticks(1, &mut memory, &mut rng);
            self.ring.insert_first(wait as u32, 1, memory);
        }
        self.rng = rng;
        self.pending = rejected;
    }

    /// Plays on for a while. The generator and the gate live outside `self`
    /// meanwhile, so that the loop keeps them in registers.
    fn play(&mut self) {
        let mut rng = self.rng.clone();
        let mut gate = self.ledger.gate(self.base);
        let mut until = self.until(gate.until);
        let (mut retries, mut played, mut last) = (0, 0, 0);
        loop {
            let tick = match self.ring.step() {
                Step::Attempt(tick) => tick,
                Step::Word(word) => {
                    self.ring.end_word(word);
                    if retries > 0 {
                        played += retries;
                        self.ledger.settle_retries(gate, retries);
                        self.ledger.last_arrival(self.base + u64::from(last));
                        retries = 0;
                    }
                    if word == 0 {
                        self.base += u64::from(self.ring.ticks);
                        until = self.until(gate.until);
                    }
                    if self.pending == 0 || played >= STEP {
                        break;
                    }
                    continue;
                }
            };
            if tick >= until {
                if retries > 0 {
                    played += retries;
                    self.ledger.settle_retries(gate, retries);
                    self.ledger.last_arrival(self.base + u64::from(last));
                    retries = 0;
                }
                let now = self.base + u64::from(tick);
                if now >= self.horizon {
                    self.ledger.leave_all_unfinished(self.pending);
                    self.pending = 0;
                    break;
                }
                gate = self.ledger.gate(now);
                until = self.until(gate.until);
            }
            retries += 1;
            last = tick;
            if gate.left > 0 {
                gate.left -= 1;
                self.pending -= 1;
                self.ledger.accept(self.base + u64::from(tick));
            } else {
                let retry = self.ring.retry();
                if retry >= self.limit {
                    self.pending -= 1;
                    self.ledger.give_up();
                } else {
                    let next = (retry + 1).min(self.last_row);
                    let mut memory = self.ring.memory();
                    let wait = self.wait.ticks(next, &mut memory, &mut rng);
                    self.ring.insert(tick + wait as u32, next, memory);
                }
            }
            self.ring.release();
        }
        self.rng = rng;
    }

    /// The tick of this round from which on the gate must be asked for again.
    fn until(&self, tick: u64) -> u32 {
        (tick.min(self.horizon) - self.base).min(u64::from(self.ring.ticks)) as u32
    }
}

impl<G, W> Machine for FewEngine<G, W>
where
    G: Source + Send,
    W: Wait + Send,
    W::Memory: Send,
{
    fn begin(&mut self, seed: u64) {
        self.rng = G::seeded(seed);
        self.begun = false;
        self.base = 0;
        self.ring.clear();
    }

    fn step(&mut self) -> Option<u32> {
        if !self.begun {
            self.begun = true;
            self.begin_calls();
        } else if self.pending == 0 {
            return None;
        }
        if self.pending > 0 {
            self.play();
        }
        Some(self.ledger.attempts())
    }

    fn finish(&mut self) -> (TrialMetrics, Series) {
        self.ledger.finish()
    }
}
