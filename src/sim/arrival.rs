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
    /// Retry numbers stop here: the wait rule has no row beyond it.
    last_row: u32,
    rng: G,
    begun: bool,
    /// The segment being played.
    segment: u64,
    /// Ticks of that segment that are played: all, or up to the horizon.
    within: u64,
    list: SegmentList<W::Memory>,
    queue: Queue<W::Memory>,
    ledger: Ledger,
}

/// Up to so many clients all pending attempts fit a list in the first cache.
const FEW_CLIENTS: u32 = 1024;
/// Attempts per segment that make its own cost small, for more clients.
const DENSITY: u64 = 64;
/// Segments would have fewer ticks: then one tick alone has enough attempts.
const MIN_TICKS: u64 = 8;

/// The segment width as a power of two, for `clients` whose waits are `reach`
/// ticks at most. It decides the speed only, never the result.
fn segment_shift(clients: u32, reach: u64) -> u32 {
    if clients <= FEW_CLIENTS {
        return (2 * reach).ilog2().min(MAX_SHIFT);
    }
    let ticks = DENSITY * reach / u64::from(clients);
    if ticks < MIN_TICKS {
        return 0;
    }
    ticks.ilog2().min(MAX_SHIFT)
}

impl<G: Source, W: Wait> ArrivalEngine<G, W> {
    pub(super) fn new(scenario: &Scenario, policy: usize, wait: W) -> Self {
        let rule = &scenario.policies[policy];
        let reach = rule.delay.greatest_ticks();
        let shift = segment_shift(scenario.clients, reach);
        Self {
            clients: scenario.clients,
            limit: rule.retries.unwrap_or(u32::MAX),
            horizon: scenario.horizon_ticks.unwrap_or(u64::MAX),
            last_row: wait.last_row(),
            wait,
            rng: G::seeded(0),
            begun: false,
            segment: 0,
            within: 0,
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

    /// The attempt that is retry `retry` (0 for the first) was rejected at
    /// `offset` ticks into the segment.
    #[inline(always)]
    fn reject(&mut self, offset: u32, retry: u32, mut memory: W::Memory, rng: &mut G) {
        if retry >= self.limit {
            return self.ledger.give_up();
        }
        let next = (retry + 1).min(self.last_row);
        let due = u64::from(offset) + self.wait.ticks(next, &mut memory, rng);
        if due < self.within {
            self.list.insert(Entry::new(due as u32, next, memory));
        } else {
            self.schedule(due, next, memory);
        }
    }

    /// Schedules a retry `due` ticks after the segment's start, beyond it.
    #[inline(always)]
    fn schedule(&mut self, due: u64, next: u32, memory: W::Memory) {
        let shift = self.queue.shift();
        let tick = (self.segment << shift) + due;
        if tick >= self.horizon {
            return self.ledger.leave_unfinished();
        }
        let offset = tick as u32 & ((1 << shift) - 1);
        self.queue.push(tick, Entry::new(offset, next, memory));
    }

    /// Makes `segment` the one being played.
    fn enter(&mut self, segment: u64) {
        self.segment = segment;
        let shift = self.queue.shift();
        self.within = (self.horizon - (segment << shift)).min(1 << shift);
    }

    /// Plays the list to its end. The generator and the gate live outside
    /// `self` meanwhile, so that the loop keeps them in registers.
    fn play_list(&mut self) {
        let start = self.segment << self.queue.shift();
        let mut rng = self.rng.clone();
        let mut offset = 0;
        let mut gate = self.ledger.gate(start);
        let mut until = gate.until - start;
        let mut retries = 0;
        while let Some(entry) = self.list.next() {
            offset = entry.offset();
            if u64::from(offset) >= until {
                self.ledger.settle_retries(gate, retries);
                retries = 0;
                gate = self.ledger.gate(start + u64::from(offset));
                until = gate.until - start;
            }
            retries += 1;
            if gate.left > 0 {
                gate.left -= 1;
                self.ledger.accept(start + u64::from(offset));
            } else {
                self.reject(offset, entry.retry(), entry.payload, &mut rng);
            }
        }
        if retries > 0 {
            self.ledger.last_arrival(start + u64::from(offset));
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
                self.reject(0, entry.retry(), entry.payload, &mut rng);
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
        self.enter(0);
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
        self.enter(taken.segment);
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
