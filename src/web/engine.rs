//! The engine's side: takes commands, runs trials in slices, sends results.

use std::cell::RefCell;

use js_sys::{Array, Float64Array, Uint32Array};
use wasm_bindgen::prelude::*;
use web_sys::{
    CustomEvent, CustomEventInit, DedicatedWorkerGlobalScope, MessageChannel, MessageEvent, MessagePort,
    Performance,
};

use super::pace::Pace;
use crate::distribution::solve;
use crate::protocol::{Command, ENGINE_EVENT, Payload, Reply, TrialRange, VERSION, pack};
use crate::sim::{Estimate, Run, Scenario, ScenarioConfig, TrialResult};

/// Length of a slice: a cancel is heard between two slices.
const SLICE_MS: f64 = 40.0;
/// Length of a slice in the page itself.
const PAGE_SLICE_MS: f64 = 12.0;
/// Time between two reports of progress.
const REPORT_MS: f64 = 100.0;
/// Counts after which finished trials are sent, so that a long run does not pile them up here.
const BATCH_COUNTS: usize = 1 << 18;

/// What the engine is doing.
struct Job {
    id: u32,
    run: Run,
    pace: Pace,
    reported_ms: f64,
    results: Vec<TrialResult>,
}

thread_local! {
    static LINE: RefCell<Option<Line>> = const { RefCell::new(None) };
    static JOB: RefCell<Option<Job>> = const { RefCell::new(None) };
    /// Posting here comes back as a new task, after any command that waits meanwhile.
    static NEXT: RefCell<Option<MessagePort>> = const { RefCell::new(None) };
}

/// Whom the engine talks to.
enum Line {
    /// It is a worker of its own.
    Worker(DedicatedWorkerGlobalScope),
    /// It runs in the page itself, where no worker can be had.
    Page(MessagePort),
}

/// Starts listening and says so.
///
/// The program is the same in a worker and in the page. In the page it hands over one end of a channel in an
/// event, since that is how two programs in one window meet.
pub fn start() {
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(|event: MessageEvent| {
        if let Some(command) = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok()) {
            obey(command);
        }
    });
    let listener = on_message.as_ref().unchecked_ref();
    let global = js_sys::global();
    if let Some(scope) = global.dyn_ref::<DedicatedWorkerGlobalScope>() {
        scope.set_onmessage(Some(listener));
        LINE.set(Some(Line::Worker(scope.clone())));
    } else if let (Some(window), Ok(channel)) = (web_sys::window(), MessageChannel::new()) {
        channel.port1().set_onmessage(Some(listener));
        LINE.set(Some(Line::Page(channel.port1())));
        let init = CustomEventInit::new();
        init.set_detail(&channel.port2());
        if let Ok(event) = CustomEvent::new_with_event_init_dict(ENGINE_EVENT, &init) {
            // A page that does not listen has no use for the engine.
            let _ = window.dispatch_event(&event);
        }
    }
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
        Command::Distribute { job, question } => {
            send(&Reply::Distributed { job, laws: solve(&question) }, None);
        }
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
    let pace = Pace::new(slice_ms());
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
    LINE.with_borrow(|line| {
        // Fails only when the page is gone, which nobody is left to be told.
        let _ = match line {
            Some(Line::Worker(scope)) => scope.post_message_with_transfer(&message, &transfer),
            Some(Line::Page(port)) => port.post_message_with_transferable(&message, &transfer),
            None => Ok(()),
        };
    });
}

/// The page shares its thread: a slice there must leave time to answer.
fn slice_ms() -> f64 {
    LINE.with_borrow(|line| match line {
        Some(Line::Page(_)) => PAGE_SLICE_MS,
        _ => SLICE_MS,
    })
}

fn now_ms() -> f64 {
    let performance = js_sys::Reflect::get(&js_sys::global(), &"performance".into());
    performance
        .ok()
        .and_then(|p| p.dyn_into::<Performance>().ok())
        .map_or_else(js_sys::Date::now, |p| p.now())
}
