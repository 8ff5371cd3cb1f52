//! The page's side of the workers: one job at a time, spread over as many as help.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Float64Array, Uint32Array};
use wasm_bindgen::prelude::*;
use web_sys::{
    CustomEvent, ErrorEvent, Event, HtmlScriptElement, MessageEvent, MessagePort, Worker, WorkerOptions,
    WorkerType,
};

use super::clock::after;
use crate::distribution::{Question, RetryLaws};
use crate::protocol::{Command, ENGINE_EVENT, Payload, Reply, VERSION, shares, unpack};
use crate::sim::{Estimate, Scenario, TrialResult};

/// Beside the page; Trunk does not hash worker files.
const SCRIPT: &str = "./worker_loader.js";
/// A worker that has not said Ready by then counts as blocked.
const READY_MS: i32 = 10_000;
/// The same for the engine in the page, after which there is nothing left to try.
const PAGE_READY_MS: i32 = 30_000;
/// Below this many attempts a second worker costs more than it saves.
const SMALL_JOB: u64 = 2_000_000;
/// Memory for all workers together, in bytes.
const MEMORY: u64 = 240_000_000;
/// A worker's memory beside its clients, and for each client.
const PER_WORKER: u64 = 24_000_000;
const PER_CLIENT: u64 = 120;

/// What the pool tells.
pub enum PoolEvent {
    /// The job is accepted; about so many attempts in all.
    Started {
        /// Expected attempts.
        attempts: u64,
        /// Workers that share them; 0: the page runs them in slices.
        workers: usize,
    },
    /// Attempts played so far.
    Progress(u64),
    /// The job would take more attempts than it was allowed; nothing was run.
    TooLong(u64),
    /// All results, in any order.
    Finished(Vec<TrialResult>),
    /// The job cannot be run, in words.
    Failed(String),
    /// No worker can be had, in words; jobs run in the page from now on.
    WorkersBlocked(String),
}

type Listener = Rc<dyn Fn(PoolEvent)>;

/// The workers and the job they are at.
pub struct Pool {
    inner: Rc<RefCell<Inner>>,
}

struct Inner {
    listener: Listener,
    members: Vec<Member>,
    blocked: bool,
    /// For an engine in the page that is still loading.
    waiting: Option<Command>,
    /// Why no engine can be had at all, in words.
    broken: Option<&'static str>,
    job: u32,
    scenario: Option<Scenario>,
    /// Expected attempts above which the job is not begun.
    at_most: u64,
    running: usize,
    results: Vec<TrialResult>,
    /// The latest question about a plan, until it is answered, and how often one was asked.
    asked: Option<Asked>,
    questions: u32,
}

struct Asked {
    question: Question,
    on_laws: Rc<dyn Fn(Vec<RetryLaws>)>,
}

/// Where an engine runs.
enum Line {
    Worker(Worker),
    /// In the page itself, in slices.
    Page(MessagePort),
}

struct Member {
    line: Line,
    ready: bool,
    /// Commands given before it was ready: earlier messages would be lost.
    waiting: Vec<Command>,
    attempts: u64,
    // The engine calls these; they live as long as it does.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Option<Closure<dyn FnMut(Event)>>,
}

impl Pool {
    /// A pool without workers yet; the first job starts them.
    pub fn new(listener: impl Fn(PoolEvent) + 'static) -> Self {
        let inner = Inner {
            listener: Rc::new(listener),
            members: Vec::new(),
            blocked: false,
            waiting: None,
            broken: None,
            job: 0,
            scenario: None,
            at_most: u64::MAX,
            running: 0,
            results: Vec::new(),
            asked: None,
            questions: 0,
        };
        Self { inner: Rc::new(RefCell::new(inner)) }
    }

    /// Runs a scenario that is expected to take `at_most` so many attempts. An older job ends without another event.
    pub fn start(&self, scenario: Scenario, at_most: u64) {
        self.cancel();
        let (job, blocked) = {
            let mut inner = self.inner.borrow_mut();
            inner.scenario = Some(scenario.clone());
            inner.at_most = at_most;
            (inner.job, inner.blocked)
        };
        if blocked || !self.have(1) {
            self.start_here();
            return;
        }
        self.tell_first(Command::Estimate { job, scenario: scenario.into_config() });
    }

    /// Asks about a plan, beside any job. Only the latest question is answered; none is where there is no engine.
    pub fn ask(&self, question: Question, on_laws: impl Fn(Vec<RetryLaws>) + 'static) {
        {
            let mut inner = self.inner.borrow_mut();
            inner.questions = inner.questions.wrapping_add(1);
            inner.asked = Some(Asked { question, on_laws: Rc::new(on_laws) });
        }
        let blocked = self.inner.borrow().blocked;
        if !blocked && self.have(1) {
            self.pass_on();
        } else {
            self.ask_here();
        }
    }

    /// Gives the open question to the first engine.
    fn pass_on(&self) {
        let mut inner = self.inner.borrow_mut();
        let job = inner.questions;
        let Some(question) = inner.asked.as_ref().map(|asked| asked.question.clone()) else { return };
        if let Some(member) = inner.members.first_mut() {
            member.send(Command::Distribute { job, question });
        }
    }

    /// Gives the open question to the engine in the page, loading it first where needed.
    fn ask_here(&self) {
        let (is_open, is_empty) = {
            let inner = self.inner.borrow();
            (inner.asked.is_some() && inner.broken.is_none(), inner.members.is_empty())
        };
        if is_open && is_empty {
            // Once it is there it is told of the question; until then something must be waiting for it.
            if self.load_here().is_some() {
                self.inner.borrow_mut().waiting.get_or_insert(Command::Cancel);
            }
        } else if is_open {
            self.pass_on();
        }
    }

    /// Ends the present job without another event.
    pub fn cancel(&self) {
        let mut inner = self.inner.borrow_mut();
        inner.job = inner.job.wrapping_add(1);
        inner.scenario = None;
        if inner.waiting.is_some() {
            inner.waiting = Some(Command::Cancel);
        }
        inner.running = 0;
        inner.results = Vec::new();
        for member in &mut inner.members {
            member.waiting.retain(|command| matches!(command, Command::Distribute { .. }));
            member.attempts = 0;
            member.send(Command::Cancel);
        }
    }

    /// Starts workers until there are `count`; false if none can be had.
    fn have(&self, count: usize) -> bool {
        while self.inner.borrow().members.len() < count {
            let index = self.inner.borrow().members.len();
            match self.hire(index) {
                Ok(member) => self.inner.borrow_mut().members.push(member),
                Err(reason) => {
                    // Fewer workers than hoped still do; none at all is another way of working.
                    if index == 0 {
                        self.block(&reason);
                    }
                    return index > 0;
                }
            }
        }
        true
    }

    fn hire(&self, index: usize) -> Result<Member, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(SCRIPT, &options)
            .map_err(|error| format!("the browser refuses to start one ({})", describe(&error)))?;
        let on_message = self.ear(index);
        let pool = self.inner.clone();
        let on_error = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
            // A script that does not load gives a plain event without a message.
            let reason = event.dyn_ref::<ErrorEvent>().map_or_else(String::new, ErrorEvent::message);
            let reason = if reason.is_empty() { "its script does not load".to_owned() } else { reason };
            event.prevent_default();
            Self { inner: pool.clone() }.lose(&reason);
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        let pool = self.inner.clone();
        after(READY_MS, move || {
            let silent = pool.borrow().members.get(index).is_some_and(|member| !member.ready);
            if silent {
                Self { inner: pool }.lose("it does not answer");
            }
        });
        Ok(Member::new(Line::Worker(worker), on_message, Some(on_error)))
    }

    /// A worker failed: without workers from now on, the present job starts again here.
    fn lose(&self, reason: &str) {
        if self.inner.borrow().blocked {
            return;
        }
        self.block(reason);
        self.start_here();
        self.ask_here();
    }

    fn ear(&self, index: usize) -> Closure<dyn FnMut(MessageEvent)> {
        let pool = self.inner.clone();
        Closure::new(move |event: MessageEvent| Self { inner: pool.clone() }.hear(index, &event.data()))
    }

    fn tell_first(&self, command: Command) {
        if let Some(member) = self.inner.borrow_mut().members.first_mut() {
            member.send(command);
        }
    }

    fn block(&self, reason: &str) {
        let listener = {
            let mut inner = self.inner.borrow_mut();
            inner.blocked = true;
            for member in inner.members.drain(..) {
                if let Line::Worker(worker) = &member.line {
                    // What it still has to say concerns nobody.
                    worker.set_onmessage(None);
                    worker.set_onerror(None);
                    worker.terminate();
                }
                // This may run inside one of the member's own callbacks, which must outlive the call.
                std::mem::forget(member);
            }
            inner.listener.clone()
        };
        listener(PoolEvent::WorkersBlocked(reason.to_owned()));
    }

    fn hear(&self, index: usize, data: &JsValue) {
        let Some(message) = data.dyn_ref::<Array>() else { return };
        let header = message.get(0).as_string().unwrap_or_default();
        let Ok(reply) = serde_json::from_str::<Reply>(&header) else { return };
        let current = self.inner.borrow().job;
        match reply {
            Reply::Ready { version } if version == VERSION => {
                if let Some(member) = self.inner.borrow_mut().members.get_mut(index) {
                    member.greet();
                }
            }
            Reply::Ready { .. } if self.inner.borrow().blocked => {
                self.give_up(
                    "the simulation engine is of another version; reload the page to get the right one",
                );
            }
            Reply::Ready { .. } => {
                self.lose("it is of another version; reloading the page brings the right one")
            }
            Reply::Estimated { job, estimate } if job == current => self.distribute(estimate),
            Reply::Distributed { job, laws } if job == self.inner.borrow().questions => {
                let asked = self.inner.borrow_mut().asked.take();
                if let Some(asked) = asked {
                    (asked.on_laws)(laws);
                }
            }
            Reply::Progress { job, attempts } if job == current => self.progress(index, attempts),
            Reply::Results { job } if job == current => {
                let payload = Payload {
                    numbers: message.get(1).dyn_ref().map(Float64Array::to_vec).unwrap_or_default(),
                    counts: message.get(2).dyn_ref().map(Uint32Array::to_vec).unwrap_or_default(),
                };
                match unpack(&payload) {
                    Some(results) => self.inner.borrow_mut().results.extend(results),
                    None => self.fail("a worker sent results that do not fit together".to_owned()),
                }
            }
            Reply::Finished { job } if job == current => self.share_finished(),
            Reply::Failed { job, message } if job == current => self.fail(message),
            // A stale reply: a newer job has taken its place.
            _ => {}
        }
    }

    fn distribute(&self, estimate: Estimate) {
        if let Err(error) = estimate.check() {
            self.fail(error.to_string());
            return;
        }
        let attempts = estimate.attempts;
        if attempts > self.inner.borrow().at_most {
            self.end_with(PoolEvent::TooLong(attempts));
            return;
        }
        let Some(scenario) = self.inner.borrow().scenario.clone() else { return };
        let is_here = self.inner.borrow().blocked;
        let workers = if is_here { 1 } else { useful_workers(&scenario, attempts) };
        if !is_here {
            self.have(workers);
        }
        let shares = shares(&scenario, self.inner.borrow().members.len().min(workers) as u32);
        let listener = {
            let mut inner = self.inner.borrow_mut();
            inner.running = shares.len();
            inner.listener.clone()
        };
        listener(PoolEvent::Started { attempts, workers: if is_here { 0 } else { shares.len() } });
        let mut inner = self.inner.borrow_mut();
        let job = inner.job;
        for (member, share) in inner.members.iter_mut().zip(shares) {
            member.send(Command::Run { job, scenario: scenario.clone().into_config(), share });
        }
    }

    fn progress(&self, index: usize, attempts: u64) {
        let (listener, all) = {
            let mut inner = self.inner.borrow_mut();
            if let Some(member) = inner.members.get_mut(index) {
                member.attempts = attempts;
            }
            (inner.listener.clone(), inner.members.iter().map(|member| member.attempts).sum())
        };
        listener(PoolEvent::Progress(all));
    }

    fn share_finished(&self) {
        let finished = {
            let mut inner = self.inner.borrow_mut();
            inner.running = inner.running.saturating_sub(1);
            (inner.running == 0).then(|| (inner.listener.clone(), std::mem::take(&mut inner.results)))
        };
        if let Some((listener, results)) = finished {
            self.inner.borrow_mut().scenario = None;
            listener(PoolEvent::Finished(results));
        }
    }

    fn fail(&self, message: String) {
        self.end_with(PoolEvent::Failed(message));
    }

    fn end_with(&self, event: PoolEvent) {
        self.cancel();
        let listener = self.inner.borrow().listener.clone();
        listener(event);
    }

    /// There is no engine, neither in a worker nor in the page: this job fails, and later ones at once.
    fn give_up(&self, reason: &'static str) {
        let has_job = {
            let mut inner = self.inner.borrow_mut();
            inner.broken = Some(reason);
            inner.scenario.is_some()
        };
        if has_job {
            self.fail(reason.to_owned());
        }
    }

    /// Gives the present job to an engine in the page itself, loading it first where needed.
    fn start_here(&self) {
        let (job, scenario) = {
            let inner = self.inner.borrow();
            let Some(scenario) = inner.scenario.clone() else { return };
            (inner.job, scenario)
        };
        let broken = self.inner.borrow().broken;
        if let Some(reason) = broken {
            self.fail(reason.to_owned());
            return;
        }
        if self.inner.borrow().members.is_empty() && self.load_here().is_none() {
            self.give_up("the simulation engine cannot be loaded");
            return;
        }
        let command = Command::Estimate { job, scenario: scenario.into_config() };
        let mut inner = self.inner.borrow_mut();
        match inner.members.first_mut() {
            Some(member) => member.send(command),
            None => inner.waiting = Some(command),
        }
    }

    /// Loads the engine's program as a script of this page; it answers with an event that holds its channel.
    fn load_here(&self) -> Option<()> {
        if self.inner.borrow().waiting.is_some() {
            return Some(());
        }
        let window = web_sys::window()?;
        let document = window.document()?;
        let script = document.create_element("script").ok()?.dyn_into::<HtmlScriptElement>().ok()?;
        script.set_type("module");
        script.set_src(SCRIPT);
        let pool = Self { inner: self.inner.clone() };
        let on_engine = Closure::once_into_js(move |event: CustomEvent| {
            if let Ok(port) = event.detail().dyn_into::<MessagePort>() {
                pool.join(port);
            }
        });
        window.add_event_listener_with_callback(ENGINE_EVENT, on_engine.unchecked_ref()).ok()?;
        let pool = Self { inner: self.inner.clone() };
        let on_error = Closure::once_into_js(move || {
            pool.give_up("the simulation engine does not load; reload the page to try again")
        });
        script.set_onerror(Some(on_error.unchecked_ref()));
        document.body()?.append_child(&script).ok()?;
        // Its program may fail without a word to the script element.
        let pool = Self { inner: self.inner.clone() };
        after(PAGE_READY_MS, move || {
            let silent = pool.inner.borrow().members.first().is_none_or(|member| !member.ready);
            if silent {
                pool.give_up("the simulation engine does not start; reload the page to try again");
            }
        });
        Some(())
    }

    /// An engine in the page has come up.
    fn join(&self, port: MessagePort) {
        let on_message = self.ear(0);
        port.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        let mut inner = self.inner.borrow_mut();
        // Late is not never.
        inner.broken = None;
        let mut member = Member::new(Line::Page(port), on_message, None);
        if let Some(command) = inner.waiting.take() {
            member.send(command);
        }
        inner.members.push(member);
        drop(inner);
        self.pass_on();
    }
}

impl Member {
    fn new(
        line: Line,
        on_message: Closure<dyn FnMut(MessageEvent)>,
        on_error: Option<Closure<dyn FnMut(Event)>>,
    ) -> Self {
        Self {
            line,
            ready: false,
            waiting: Vec::new(),
            attempts: 0,
            _on_message: on_message,
            _on_error: on_error,
        }
    }

    fn send(&mut self, command: Command) {
        if !self.ready {
            self.waiting.push(command);
            return;
        }
        if let Ok(text) = serde_json::to_string(&command) {
            let text = JsValue::from_str(&text);
            // Posting a string cannot fail.
            let _ = match &self.line {
                Line::Worker(worker) => worker.post_message(&text),
                Line::Page(port) => port.post_message(&text),
            };
        }
    }

    fn greet(&mut self) {
        self.ready = true;
        for command in std::mem::take(&mut self.waiting) {
            self.send(command);
        }
    }
}

/// How many workers make a job faster without taking too much memory.
fn useful_workers(scenario: &Scenario, attempts: u64) -> usize {
    if attempts < SMALL_JOB {
        return 1;
    }
    let cores = web_sys::window().map_or(1.0, |w| w.navigator().hardware_concurrency());
    let by_memory = MEMORY / (PER_WORKER + PER_CLIENT * u64::from(scenario.clients));
    (cores as u64).min(scenario.total_trials()).min(by_memory).max(1) as usize
}

fn describe(error: &JsValue) -> String {
    error
        .dyn_ref::<js_sys::Error>()
        .map_or_else(|| "no reason given".to_owned(), |e| String::from(e.message()))
}
