//! A trial's books: the server's windows, the counts and the success times.

use super::metrics::TrialMetrics;
use super::scenario::Scenario;
use super::series::{Series, SeriesBuilder};
use super::service::{Outage, Service};
use super::summary::median_of_sorted;

/// What the server does until a certain tick: accept so many, reject the rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gate {
    /// Attempts it would still accept.
    pub(super) left: u32,
    /// The tick from which another gate holds.
    pub(super) until: u64,
}

/// Admits attempts in ascending time and keeps the counts.
#[derive(Debug)]
pub(super) struct Ledger {
    service: Service,
    clients: u32,
    horizon: Option<u64>,
    peak_from_tick: Option<u64>,

    gate: Gate,
    window: u64,
    /// Accepted in this window before the gate was last opened.
    accepted_before: u32,
    /// What the gate had left when it was last opened.
    left_when_opened: u32,
    firsts: u32,
    retries: u32,

    first_rejected: u32,
    attempts: u32,
    peak_retries: u32,
    peak_attempts: u32,
    peak_after: u32,
    failures: u32,
    unfinished: u32,
    last_arrival: u64,
    /// Ticks of the successes, ascending.
    served: Vec<u64>,
    series: SeriesBuilder,
}

impl Ledger {
    pub(super) fn new(scenario: &Scenario) -> Self {
        let mut ledger = Self {
            service: scenario.service,
            clients: scenario.clients,
            horizon: scenario.horizon_ticks,
            peak_from_tick: scenario.peak_from_tick,
            gate: Gate { left: 0, until: 0 },
            window: 0,
            accepted_before: 0,
            left_when_opened: 0,
            firsts: 0,
            retries: 0,
            first_rejected: 0,
            attempts: 0,
            peak_retries: 0,
            peak_attempts: 0,
            peak_after: 0,
            failures: 0,
            unfinished: 0,
            last_arrival: 0,
            served: Vec::new(),
            series: SeriesBuilder::new(scenario.max_series_points()),
        };
        ledger.open(0);
        ledger
    }

    /// The gate at `tick`, which must not lie before an earlier call's. Hand
    /// it back with the arrivals before asking for another.
    #[inline(always)]
    pub(super) fn gate(&mut self, tick: u64) -> Gate {
        if tick >= self.gate.until {
            self.cross(tick);
        }
        self.gate
    }

    /// Takes the gate back after `retries` retries arrived at it.
    #[inline(always)]
    pub(super) fn settle_retries(&mut self, gate: Gate, retries: u32) {
        self.gate = gate;
        self.retries += retries;
    }

    /// Takes the gate back after `firsts` first attempts arrived at it.
    pub(super) fn settle_firsts(&mut self, gate: Gate, firsts: u32, accepted: u32) {
        self.gate = gate;
        self.firsts += firsts;
        self.first_rejected += firsts - accepted;
    }

    /// Notes a success at `tick`.
    #[inline(always)]
    pub(super) fn accept(&mut self, tick: u64) {
        self.served.push(tick);
    }

    /// Notes `count` successes at `tick`.
    #[inline(always)]
    pub(super) fn accept_all(&mut self, tick: u64, count: u32) {
        let served = self.served.len() + count as usize;
        self.served.resize(served, tick);
    }

    /// A client gives up.
    #[inline(always)]
    pub(super) fn give_up(&mut self) {
        self.failures += 1;
    }

    /// A client's next attempt would come at the horizon or later.
    #[inline(always)]
    pub(super) fn leave_unfinished(&mut self) {
        self.unfinished += 1;
    }

    /// Notes the latest tick with an arrival.
    #[inline(always)]
    pub(super) fn last_arrival(&mut self, tick: u64) {
        self.last_arrival = tick;
    }

    /// Attempts so far.
    pub(super) fn attempts(&self) -> u32 {
        self.attempts + self.firsts + self.retries
    }

    #[cold]
    fn cross(&mut self, tick: u64) {
        let window = tick / u64::from(self.service.window_ticks);
        if window == self.window {
            self.accepted_before += self.left_when_opened - self.gate.left;
        } else {
            self.close_window();
            self.window = window;
            self.accepted_before = 0;
        }
        self.open(tick);
    }

    fn open(&mut self, tick: u64) {
        let next_window = (self.window + 1) * u64::from(self.service.window_ticks);
        let capacity = self.service.capacity - self.accepted_before;
        let (left, until) = match self.service.outage {
            Some(outage) if outage.contains(tick) => (0, outage.until_tick.min(next_window)),
            Some(Outage { from_tick, .. }) if tick < from_tick => (capacity, from_tick.min(next_window)),
            _ => (capacity, next_window),
        };
        self.gate = Gate { left, until };
        self.left_when_opened = self.gate.left;
    }

    fn close_window(&mut self) {
        let arrivals = self.firsts + self.retries;
        if arrivals == 0 {
            return;
        }
        let accepted = self.accepted_before + (self.left_when_opened - self.gate.left);
        self.series.add(self.window, self.firsts, self.retries, accepted);
        self.attempts += arrivals;
        self.peak_retries = self.peak_retries.max(self.retries);
        self.peak_attempts = self.peak_attempts.max(arrivals);
        let start = self.window * u64::from(self.service.window_ticks);
        if self.peak_from_tick.is_some_and(|from| start >= from) {
            self.peak_after = self.peak_after.max(arrivals);
        }
        self.firsts = 0;
        self.retries = 0;
    }

    /// Closes the books of a trial that has ended; the ledger is ready for
    /// another.
    pub(super) fn finish(&mut self) -> (TrialMetrics, Series) {
        self.close_window();
        let arrival_ticks = (self.last_arrival + 1) as f64;
        let horizon = self.horizon.filter(|_| self.unfinished > 0);
        if let Some(ticks) = horizon {
            let last = (ticks - 1) / u64::from(self.service.window_ticks);
            self.series.reach(last);
        }
        let n = self.served.len();
        let served = |at: usize| self.served[at] as f64;
        let some = |value: &dyn Fn() -> f64| (n > 0).then(value);
        let metrics = TrialMetrics {
            successes: n as u32,
            failures: self.failures,
            unfinished: self.unfinished,
            attempts: self.attempts,
            collisions: self.attempts - n as u32 - self.first_rejected,
            peak_retries_per_window: self.peak_retries,
            peak_attempts_per_window: self.peak_attempts,
            peak_after: self.peak_from_tick.map(|_| self.peak_after),
            amplification: f64::from(self.attempts) / f64::from(self.clients),
            first_success_ticks: some(&|| served(0)),
            median_success_ticks: some(&|| median_of_sorted(n, served)),
            // ⌈0.95·n⌉ in integers
            p95_success_ticks: some(&|| served((n as u64 * 95).div_ceil(100) as usize - 1)),
            last_success_ticks: some(&|| served(n - 1)),
            drain_ticks: horizon.is_none().then_some(arrival_ticks),
            arrival_ticks,
            simulated_ticks: horizon.map_or(arrival_ticks, |ticks| ticks as f64),
        };
        let series = self.series.take();
        self.reset();
        (metrics, series)
    }

    fn reset(&mut self) {
        self.window = 0;
        self.accepted_before = 0;
        (self.firsts, self.retries) = (0, 0);
        self.attempts = 0;
        (self.peak_retries, self.peak_attempts, self.peak_after) = (0, 0, 0);
        (self.failures, self.unfinished) = (0, 0);
        self.first_rejected = 0;
        self.last_arrival = 0;
        self.served.clear();
        self.open(0);
    }
}
