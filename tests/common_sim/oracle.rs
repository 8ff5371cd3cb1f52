//! A plain reference simulation: a heap of (tick, sequence) and nothing else.
//!
//! Written for obviousness, not speed, from the definitions alone; it shares
//! with the engine only the generators.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use retryscope::rng::{Chooser, Generator, Lcg64, Mulberry32, Pcg64, Source, Xoshiro256};
use retryscope::sim::{Backoff, DelayRule, Draw, Growth, Order, Rounding, Scenario};

/// What the reference finds for a trial.
#[derive(Debug, Default)]
pub struct Outcome {
    pub success_ticks: Vec<u64>,
    pub failures: u32,
    pub unfinished: u32,
    pub attempts: u32,
    pub collisions: u32,
    /// Window → first attempts, retries, accepted.
    pub windows: BTreeMap<u64, [u32; 3]>,
    pub last_arrival: u64,
}

pub fn play(scenario: &Scenario, policy: usize, seed: u64) -> Outcome {
    match scenario.generator {
        Generator::Mulberry32 => play_with(scenario, policy, Mulberry32::seeded(seed)),
        Generator::Pcg64 => play_with(scenario, policy, Pcg64::seeded(seed)),
        Generator::Lcg64 => play_with(scenario, policy, Lcg64::seeded(seed)),
        Generator::Xoshiro256 => play_with(scenario, policy, Xoshiro256::seeded(seed)),
    }
}

struct Client {
    failures: u32,
    previous: f64,
}

fn play_with<G: Source>(scenario: &Scenario, policy: usize, mut rng: G) -> Outcome {
    let rule = &scenario.policies[policy];
    let service = &scenario.service;
    let mut outcome = Outcome::default();
    let first = match rule.delay.backoff {
        Backoff::Decorrelated { base, .. } => base,
        _ => 0.0,
    };
    let fresh = || Client { failures: 0, previous: first };
    let mut clients: Vec<Client> = (0..scenario.clients).map(|_| fresh()).collect();
    let mut heap = BinaryHeap::new();
    let mut sequence = 0_u64;
    for client in 0..scenario.clients as usize {
        heap.push(Reverse((0_u64, sequence, client)));
        sequence += 1;
    }
    while let Some(&Reverse((tick, ..))) = heap.peek() {
        let mut due = Vec::new();
        while let Some(&Reverse((t, _, client))) = heap.peek() {
            if t != tick {
                break;
            }
            heap.pop();
            due.push(client);
        }
        if service.order != Order::Arrival {
            due.sort_unstable();
        }
        outcome.last_arrival = tick;
        let window = outcome.windows.entry(tick / u64::from(service.window_ticks)).or_default();
        let closed = service.outage.is_some_and(|o| tick >= o.from_tick && tick < o.until_tick);
        let left = if closed { 0 } else { service.capacity - window[2] };
        let taken = left.min(due.len() as u32);
        let winners: Vec<bool> = if service.order == Order::Random && (taken as usize) < due.len() {
            Chooser::default().choose(&mut rng, due.len() as u32, taken).to_vec()
        } else {
            (0..due.len()).map(|at| at < taken as usize).collect()
        };
        for (client, wins) in due.into_iter().zip(winners) {
            let state = &mut clients[client];
            outcome.attempts += 1;
            window[usize::from(state.failures > 0)] += 1;
            if wins {
                window[2] += 1;
                outcome.success_ticks.push(tick);
                continue;
            }
            outcome.collisions += u32::from(state.failures > 0);
            if rule.retries == Some(state.failures) {
                outcome.failures += 1;
                continue;
            }
            state.failures += 1;
            let next = tick + wait(&rule.delay, state, &mut rng);
            if scenario.horizon_ticks.is_some_and(|end| next >= end) {
                outcome.unfinished += 1;
                continue;
            }
            heap.push(Reverse((next, sequence, client)));
            sequence += 1;
        }
    }
    outcome
}

/// The wait before the retry that follows the client's latest failure.
fn wait<G: Source>(rule: &DelayRule, client: &mut Client, rng: &mut G) -> u64 {
    let baseline = |growth: &Growth| {
        let exponent = client.failures - 1 + growth.exponent_offset;
        growth.cap.min(growth.base * growth.multiplier.powi(exponent as i32))
    };
    let real = match &rule.backoff {
        Backoff::Immediate => 0.0,
        Backoff::Fixed { wait } => *wait,
        Backoff::Exponential(growth) => baseline(growth),
        Backoff::Full { growth, draw: Draw::Real } => baseline(growth) * rng.unit(),
        Backoff::Full { growth, draw: Draw::Whole } => (rng.unit() * (baseline(growth) + 1.0)).floor(),
        Backoff::Equal(growth) => {
            let half = baseline(growth) / 2.0;
            half + rng.unit() * half
        }
        Backoff::Decorrelated { base, cap } => {
            let drawn = base + rng.unit() * (client.previous * 3.0 - base);
            client.previous = drawn.min(*cap);
            client.previous
        }
        Backoff::Planned(_) => panic!("tables are compared with the plan they are made of"),
    };
    let ticks = match rule.rounding {
        Rounding::Floor => real.floor(),
        Rounding::HalfEven => real.round_ties_even(),
    };
    (ticks as u64).max(u64::from(rule.floor_ticks)).max(1)
}
