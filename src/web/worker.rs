//! The worker's side: takes commands, runs trials in slices, sends results.

use std::cell::RefCell;

use js_sys::{Array, Float64Array, Uint32Array};
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort};

use super::pace::Pace;
use crate::protocol::{Command, Payload, Reply, TrialRange, VERSION, pack};
use crate::sim::{Estimate, Run, Scenario, ScenarioConfig, TrialResult};

/// Length of a slice: a cancel is heard between two slices.
const SLICE_MS: f64 = 40.0;
/// Time between two reports of progress.
const REPORT_MS: f64 = 100.0;
/// Counts after which finished trials are sent, so that a long run does not pile them up here.
const BATCH_COUNTS: usize = 1 << 18;

/// What this worker is doing.
struct Job {
    id: u32,
    run: Run,
    pace: Pace,
    reported_ms: f64,
    results: Vec<TrialResult>,
}

thread_local! {
    static JOB: RefCell<Option<Job>> = const { RefCell::new(None) };
    /// Posting here comes back as a new task, after any command that waits meanwhile.
    static NEXT: RefCell<Option<MessagePort>> = const { RefCell::new(None) };
}

/// Starts listening and says so.
pub fn start() {
    let scope = scope();
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        if let Some(command) = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok()) {
            obey(command);
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget();
    if let Ok(channel) = MessageChannel::new() {
        let on_turn = Closure::<dyn Fn()>::new(work);
        channel.port1().set_onmessage(Some(on_turn.as_ref().unchecked_ref()));
        on_turn.forget();
        NEXT.set(Some(channel.port2()));
    }
    send(&Reply::Ready { version: VERSION.to_owned() }, None);
}

fn obey(command: Command) {
    match command {
        Command::Estimate { job, scenario } => estimate(job, scenario),
        Command::Run { job, scenario, share } => begin(job, scenario, &share),
        Command::Cancel => JOB.set(None),
    }
}

fn estimate(job: u32, scenario: ScenarioConfig) {
    match Scenario::new(scenario) {
        Ok(scenario) => send(&Reply::Estimated { job, estimate: Estimate::of(&scenario) }, None),
        Err(_) => refuse(job),
    }
}

fn begin(id: u32, scenario: ScenarioConfig, share: &[TrialRange]) {
    let Ok(scenario) = Scenario::new(scenario) else { return refuse(id) };
    let run = Run::new(scenario, TrialRange::trials(share));
    let pace = Pace::new(SLICE_MS);
    JOB.set(Some(Job { id, run, pace, reported_ms: now_ms(), results: Vec::new() }));
    take_turn();
}

/// The page checks scenarios before it sends them; this is for a page of another version.
fn refuse(job: u32) {
    send(&Reply::Failed { job, message: "the worker does not understand this scenario".to_owned() }, None);
}

/// One slice of the present job, then another turn.
fn work() {
    let ended = JOB.with_borrow_mut(|slot| {
        let Some(job) = slot else { return true };
        let progress = match job.pace.slice(&mut job.run, now_ms) {
            Ok(progress) => progress,
            Err(error) => {
                send(&Reply::Failed { job: job.id, message: error.to_string() }, None);
                return true;
            }
        };
        job.results.extend(job.run.take_results());
        let counts: usize = job.results.iter().map(|result| result.series.retries.len() * 3).sum();
        if counts > BATCH_COUNTS || progress.finished() {
            let results = std::mem::take(&mut job.results);
            send(&Reply::Results { job: job.id }, Some(pack(&results)));
        }
        if progress.finished() {
            send(&Reply::Finished { job: job.id }, None);
            return true;
        }
        let now = now_ms();
        if now - job.reported_ms >= REPORT_MS {
            job.reported_ms = now;
            send(&Reply::Progress { job: job.id, attempts: progress.attempts }, None);
        }
        false
    });
    if ended {
        JOB.set(None);
    } else {
        take_turn();
    }
}

fn take_turn() {
    NEXT.with_borrow(|port| {
        if let Some(port) = port {
            // Only a value that cannot be copied can fail to post.
            let _ = port.post_message(&JsValue::NULL);
        }
    });
}

fn send(reply: &Reply, payload: Option<Payload>) {
    let Ok(header) = serde_json::to_string(reply) else { return };
    let message = Array::of1(&JsValue::from_str(&header));
    let transfer = Array::new();
    if let Some(payload) = payload {
        let numbers = Float64Array::from(payload.numbers.as_slice());
        let counts = Uint32Array::from(payload.counts.as_slice());
        transfer.push(&numbers.buffer());
        transfer.push(&counts.buffer());
        message.push(&numbers);
        message.push(&counts);
    }
    // Fails only when the page is gone, which nobody is left to be told.
    let _ = scope().post_message_with_transfer(&message, &transfer);
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn now_ms() -> f64 {
    scope().performance().map_or_else(js_sys::Date::now, |clock| clock.now())
}
