//! The engine for servers that take attempts in order of arrival.

use crate::rng::Source;

use super::ledger::Ledger;
use super::machine::Machine;
use super::metrics::TrialMetrics;
use super::queue::{MAX_SHIFT, Queue};
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

/// Pending attempts per segment that keep a segment's own cost small.
const DENSITY: u64 = 64;

/// The segment width for `clients` whose waits are `reach` ticks at most:
/// a power of two that gives about [`DENSITY`] attempts a segment.
fn segment_shift(clients: u32, reach: u64) -> u32 {
    let ticks = DENSITY * reach / u64::from(clients);
    (ticks + 1).ilog2().min(MAX_SHIFT)
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
            wait,
            rng: G::seeded(0),
            begun: false,
            segment: 0,
            list: SegmentList::new(),
            queue: Queue::new(shift, reach),
            ledger: Ledger::new(scenario),
        }
    }

    /// The first attempts of all clients, at tick 0.
    fn begin_calls(&mut self) {
        let accepted = self.ledger.left_at(0).min(self.clients);
        self.ledger.arrive_firsts(self.clients, accepted);
        self.ledger.last_arrival(0);
        for _ in 0..accepted {
            self.ledger.accept(0);
        }
        for _ in accepted..self.clients {
            self.reject(0, 0, self.wait.first_memory());
        }
    }

    /// A retry arrives.
    #[inline(always)]
    fn arrive(&mut self, tick: u64, retry: u32, memory: W::Memory) {
        let left = self.ledger.left_at(tick);
        self.ledger.arrive_retries(1);
        if left > 0 {
            self.ledger.accept(tick);
        } else {
            self.reject(tick, retry, memory);
        }
    }

    /// The attempt that is retry `retry` (0 for the first) was rejected.
    #[inline(always)]
    fn reject(&mut self, tick: u64, retry: u32, mut memory: W::Memory) {
        if retry >= self.limit {
            return self.ledger.give_up();
        }
        let next = retry + 1;
        let due = tick + self.wait.ticks(next, &mut memory, &mut self.rng);
        if due >= self.horizon {
            return self.ledger.leave_unfinished();
        }
        if due >> self.queue.shift() == self.segment {
            let offset = due as u32 & ((1 << self.queue.shift()) - 1);
            self.list.insert(offset, next, memory);
        } else {
            self.queue.push(due, next, memory);
        }
    }

    fn play_list(&mut self) {
        let start = self.segment << self.queue.shift();
        let mut last = None;
        while let Some(due) = self.list.next() {
            let tick = start + u64::from(due.offset);
            self.arrive(tick, due.retry, due.payload);
            last = Some(tick);
        }
        if let Some(tick) = last {
            self.ledger.last_arrival(tick);
        }
        self.list.clear();
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
            // One tick: the entries are in order and nothing can be added.
            while let Some(run) = self.queue.next_run(&mut taken) {
                for index in run {
                    let entry = self.queue.entry(index);
                    self.arrive(self.segment, entry.retry(), entry.payload);
                }
            }
            self.ledger.last_arrival(self.segment);
        } else {
            while let Some(run) = self.queue.next_run(&mut taken) {
                for index in run {
                    let entry = self.queue.entry(index);
                    self.list.insert(entry.offset(), entry.retry(), entry.payload);
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
