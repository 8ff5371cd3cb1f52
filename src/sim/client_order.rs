//! The engine for servers that take attempts by client number or at random.

use crate::rng::{Chooser, Source};

use super::ledger::Ledger;
use super::machine::Machine;
use super::metrics::TrialMetrics;
use super::queue::{Entry, Queue};
use super::scenario::Scenario;
use super::series::Series;
use super::service::Order;
use super::wait::{AnyWait, Wait};

/// What an attempt carries: its client and what the wait rule remembers.
#[derive(Clone, Copy, Debug, Default)]
struct Caller {
    client: u32,
    memory: f64,
}

/// An attempt due at the tick being played.
#[derive(Clone, Copy, Debug)]
struct Due {
    client: u32,
    retry: u32,
    memory: f64,
}

/// Plays tick by tick: all that is due, in ascending client number.
pub(super) struct ClientEngine<G> {
    clients: u32,
    limit: u32,
    horizon: u64,
    random: bool,
    wait: AnyWait,
    rng: G,
    begun: bool,
    due: Vec<Due>,
    chooser: Chooser,
    queue: Queue<Caller>,
    ledger: Ledger,
}

impl<G: Source> ClientEngine<G> {
    pub(super) fn new(scenario: &Scenario, policy: usize, wait: AnyWait) -> Self {
        let rule = &scenario.policies[policy];
        Self {
            clients: scenario.clients,
            limit: rule.retries.unwrap_or(u32::MAX),
            horizon: scenario.horizon_ticks.unwrap_or(u64::MAX),
            random: scenario.service.order == Order::Random,
            wait,
            rng: G::seeded(0),
            begun: false,
            due: Vec::new(),
            chooser: Chooser::default(),
            queue: Queue::new(0, rule.delay.greatest_ticks()),
            ledger: Ledger::new(scenario),
        }
    }

    fn play(&mut self, tick: u64) {
        let arrivals = self.due.len() as u32;
        let mut gate = self.ledger.gate(tick);
        let accepted = gate.left.min(arrivals);
        gate.left -= accepted;
        if self.begun {
            self.ledger.settle_retries(gate, arrivals);
        } else {
            self.ledger.settle_firsts(gate, arrivals, accepted);
        }
        self.ledger.last_arrival(tick);
        self.ledger.accept_all(tick, accepted);
        if accepted == arrivals {
            return;
        }
        let mut due = std::mem::take(&mut self.due);
        if self.random {
            let chosen = self.chooser.choose(&mut self.rng, arrivals, accepted);
            let mut chosen = chosen.iter();
            due.retain(|_| !chosen.next().is_some_and(|&c| c));
        } else {
            due.drain(..accepted as usize);
        }
        for &attempt in &due {
            self.reject(tick, attempt);
        }
        self.due = due;
    }

    fn reject(&mut self, tick: u64, attempt: Due) {
        if attempt.retry >= self.limit {
            return self.ledger.give_up();
        }
        let next = (attempt.retry + 1).min(self.wait.last_row());
        let mut memory = attempt.memory;
        let due = tick + self.wait.ticks(next, &mut memory, &mut self.rng);
        if due >= self.horizon {
            return self.ledger.leave_unfinished();
        }
        let client = attempt.client;
        let entry = Entry::new(0, next, Caller { client, memory });
        self.queue.push(due, entry);
    }
}

impl<G: Source + Send> Machine for ClientEngine<G> {
    fn begin(&mut self, seed: u64) {
        self.rng = G::seeded(seed);
        self.begun = false;
        self.queue.rewind();
    }

    fn step(&mut self) -> Option<u32> {
        self.due.clear();
        let mut tick = 0;
        if self.begun {
            let mut taken = self.queue.take()?;
            tick = taken.segment;
            while let Some(run) = self.queue.next_run(&mut taken) {
                self.due.extend(run.map(|index| {
                    let entry = self.queue.entry(index);
                    let Caller { client, memory } = entry.payload;
                    Due { client, retry: entry.retry(), memory }
                }));
            }
            // Each earlier tick added its clients in ascending order: the
            // stable sort merges such runs.
            self.due.sort_by_key(|due| due.client);
        } else {
            let memory = self.wait.first_memory();
            let first = |client| Due { client, retry: 0, memory };
            self.due.extend((0..self.clients).map(first));
        }
        self.play(tick);
        self.begun = true;
        Some(self.ledger.attempts())
    }

    fn finish(&mut self) -> (TrialMetrics, Series) {
        self.ledger.finish()
    }
}
