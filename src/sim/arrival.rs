//! The engine for servers that take attempts in order of arrival.

use crate::rng::Source;

use super::ledger::Ledger;
use super::machine::Machine;
use super::metrics::TrialMetrics;
use super::queue::{Entry, MAX_SHIFT, Queue, Taken};
use super::scenario::Scenario;
use super::segment::SegmentList;
use super::series::Series;
use super::wait::Wait;

/// Clients are alike to such a server, so an attempt carries no client number,
/// only its retry number and what its wait rule remembers.
pub(super) struct ArrivalEngine<G, W: Wait> {
    clients: u32,
    /// Retries of a client; `u32::MAX` for no limit.
    limit: u32,
    /// First tick not played; `u64::MAX` for none.
    horizon: u64,
    wait: W,
    rng: G,
    begun: bool,
    /// The segment being played.
    segment: u64,
    list: SegmentList<W::Memory>,
    queue: Queue<W::Memory>,
    ledger: Ledger,
}

/// Pending attempts per segment at which the cost of a segment is small and
/// its list still fits the first cache.
const DENSITY: u64 = 512;

/// The segment width for `clients` whose waits are `reach` ticks at most:
/// a power of two that gives about [`DENSITY`] attempts a segment, and single
/// ticks where a tick alone has many.
fn segment_shift(clients: u32, reach: u64) -> u32 {
    let ticks = DENSITY * reach / u64::from(clients);
    if ticks < MIN_TICKS {
        return 0;
    }
    ticks.ilog2().min(MAX_SHIFT)
}

/// Narrower segments than this are not worth their list.
const MIN_TICKS: u64 = 64;

impl<G: Source, W: Wait> ArrivalEngine<G, W> {
    pub(super) fn new(scenario: &Scenario, policy: usize, wait: W) -> Self {
        let rule = &scenario.policies[policy];
        let reach = rule.delay.greatest_ticks();
        let shift = segment_shift(scenario.clients, reach);
        Self {
            clients: scenario.clients,
            limit: rule.retries.unwrap_or(u32::MAX),
            horizon: scenario.horizon_ticks.unwrap_or(u64::MAX),
            wait,
            rng: G::seeded(0),
            begun: false,
            segment: 0,
            list: SegmentList::new(shift),
            queue: Queue::new(shift, reach),
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
        let mut rng = self.rng.clone();
        let memory = self.wait.first_memory();
        for _ in accepted..self.clients {
            self.reject(0, 0, memory, &mut rng);
        }
        self.rng = rng;
    }

    /// The attempt that is retry `retry` (0 for the first) was rejected.
    #[inline(always)]
    fn reject(&mut self, tick: u64, retry: u32, mut memory: W::Memory, rng: &mut G) {
        if retry >= self.limit {
            return self.ledger.give_up();
        }
        let next = retry + 1;
        let due = tick + self.wait.ticks(next, &mut memory, rng);
        if due >= self.horizon {
            return self.ledger.leave_unfinished();
        }
        let entry = Entry::new(due, self.queue.shift(), next, memory);
        if due >> self.queue.shift() == self.segment {
            self.list.insert(entry);
        } else {
            self.queue.push(due, entry);
        }
    }

    /// Plays the list to its end. The generator and the gate live outside
    /// `self` meanwhile, so that the loop keeps them in registers.
    fn play_list(&mut self) {
        let start = self.segment << self.queue.shift();
        let mut rng = self.rng.clone();
        let mut tick = start;
        let mut gate = self.ledger.gate(start);
        let mut retries = 0;
        while let Some(entry) = self.list.next() {
            tick = start + u64::from(entry.offset());
            if tick >= gate.until {
                self.ledger.settle_retries(gate, retries);
                retries = 0;
                gate = self.ledger.gate(tick);
            }
            retries += 1;
            if gate.left > 0 {
                gate.left -= 1;
                self.ledger.accept(tick);
            } else {
                self.reject(tick, entry.retry(), entry.payload, &mut rng);
            }
        }
        if retries > 0 {
            self.ledger.last_arrival(tick);
        }
        self.ledger.settle_retries(gate, retries);
        self.list.clear();
        self.rng = rng;
    }

    /// Plays a segment of one tick: its entries are in order, and nothing can
    /// be added to them.
    fn play_tick(&mut self, mut taken: Taken) {
        let tick = taken.segment;
        let mut rng = self.rng.clone();
        let mut gate = self.ledger.gate(tick);
        let mut retries = 0;
        while let Some(run) = self.queue.next_run(&mut taken) {
            retries += run.len() as u32;
            let accepted = (gate.left as usize).min(run.len());
            gate.left -= accepted as u32;
            self.ledger.accept_all(tick, accepted as u32);
            for index in run.start + accepted..run.end {
                let entry = self.queue.entry(index);
                self.reject(tick, entry.retry(), entry.payload, &mut rng);
            }
        }
        self.ledger.last_arrival(tick);
        self.ledger.settle_retries(gate, retries);
        self.rng = rng;
    }
}

impl<G, W> Machine for ArrivalEngine<G, W>
where
    G: Source + Send,
    W: Wait + Send,
    W::Memory: Send,
{
    fn begin(&mut self, seed: u64) {
        self.rng = G::seeded(seed);
        self.begun = false;
        self.segment = 0;
        self.queue.rewind();
    }

    fn step(&mut self) -> Option<u32> {
        if !self.begun {
            self.begun = true;
            self.begin_calls();
            self.play_list();
            return Some(self.ledger.attempts());
        }
        let mut taken = self.queue.take()?;
        self.segment = taken.segment;
        if self.queue.shift() == 0 {
            self.play_tick(taken);
        } else {
            while let Some(run) = self.queue.next_run(&mut taken) {
                for index in run {
                    self.list.insert(self.queue.entry(index));
                }
            }
            self.play_list();
        }
        Some(self.ledger.attempts())
    }

    fn finish(&mut self) -> (TrialMetrics, Series) {
        self.ledger.finish()
    }
}
