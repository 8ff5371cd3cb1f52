//! The simulation view's state: what is typed, what runs, what came out.

use std::sync::Arc;

use leptos::prelude::*;

use super::outcome::Outcome;
use crate::distribution::{Question, RetryLaws};
use crate::link::{StudyLink, encode_study};
use crate::plot::CourseBand;
use crate::sim::{Bands, Results, TrialResult};
use crate::study::{PolicyConfig, ScenarioKind, StudyConfig, StudyInput};
use crate::units::Violation;
use crate::web::clock::{after, now_ms};
use crate::web::pool::{Pool, PoolEvent};

/// Client-trials up to which a change is looked at for running at once; above, a reader presses Run.
const SMALL: u64 = 1_000_000;
/// Expected attempts up to which it does run: about a second of work, so that no link starts more by itself.
const SMALL_ATTEMPTS: u64 = 20_000_000;
/// Time a run takes before the rest of it is foretold.
const FORETELL_MS: f64 = 500.0;
/// Results kept for going back to.
const KEPT: usize = 8;
/// Time a change settles before it runs.
const SETTLE_MS: i32 = 200;

/// What the engine is doing.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::app) enum Phase {
    /// Nothing runs; results, if any, are of the inputs or marked as older.
    Idle,
    /// Asked for, not yet begun.
    Starting,
    /// Under way.
    Running {
        /// Expected attempts.
        expected: u64,
        /// Attempts played.
        done: u64,
        /// Workers; 0: slices on the main thread.
        workers: usize,
        /// About how many milliseconds are left, once that can be told.
        left_ms: Option<f64>,
    },
    /// About so many attempts: more than run unasked.
    Large(u64),
    /// Stopped by the reader.
    Cancelled,
    /// Refused or failed, in words.
    Failed(String),
}

/// The state, copied around as signals.
#[derive(Clone, Copy)]
pub(in crate::app) struct SimulateState {
    /// Every field as typed.
    pub config: RwSignal<StudyConfig>,
    /// What is wrong with the link beyond its fields' texts.
    pub link_violations: RwSignal<Vec<Violation>>,
    /// Keys of the link that changed nothing.
    pub unknown_keys: RwSignal<Vec<String>>,
    /// Everything wrong now.
    pub violations: Memo<Vec<Violation>>,
    /// The present scenario when nothing is wrong.
    pub input: Memo<Option<StudyInput>>,
    /// Its canonical link.
    pub link: Memo<Option<String>>,
    /// What the engine does.
    pub phase: RwSignal<Phase>,
    /// The latest results.
    pub outcome: RwSignal<Option<Arc<Outcome>>>,
    /// Bands of those results, policy by policy, as they are ready.
    pub bands: RwSignal<Vec<CourseBand>>,
    /// Why no worker runs, when none can.
    pub blocked: RwSignal<Option<String>>,
    /// The link asked for results: no question comes first.
    pub asks_for_results: RwSignal<bool>,
    kept: StoredValue<Vec<Arc<Outcome>>>,
    running: StoredValue<Option<(StudyInput, f64)>>,
    change: StoredValue<u32>,
    pool: StoredValue<Option<Pool>, LocalStorage>,
}

impl SimulateState {
    pub fn new(link: StudyLink) -> Self {
        let config = RwSignal::new(link.config.clone());
        let link_violations = RwSignal::new(Vec::<Violation>::new());
        let checked = Memo::new(move |_| config.with(StudyConfig::check));
        let violations = Memo::new(move |_| {
            let mut all = link_violations.get();
            all.extend(checked.with(|c| c.as_ref().err().cloned()).unwrap_or_default());
            all
        });
        let input = Memo::new(move |_| {
            let blocked = link_violations.with(|link| !link.is_empty());
            checked.with(|c| c.as_ref().ok().cloned()).filter(|_| !blocked)
        });
        let state = Self {
            config,
            link_violations,
            unknown_keys: RwSignal::new(Vec::new()),
            violations,
            input,
            link: Memo::new(move |_| input.with(|input| input.as_ref().map(encode_study))),
            phase: RwSignal::new(Phase::Idle),
            outcome: RwSignal::new(None),
            bands: RwSignal::new(Vec::new()),
            blocked: RwSignal::new(None),
            asks_for_results: RwSignal::new(false),
            kept: StoredValue::new(Vec::new()),
            running: StoredValue::new(None),
            change: StoredValue::new(0),
            pool: StoredValue::new_local(None),
        };
        state.load(link);
        state
    }

    /// Shows what a link holds.
    pub fn load(&self, link: StudyLink) {
        let of_fields = link.config.check().err().unwrap_or_default();
        let beyond = link.violations.into_iter().filter(|v| !of_fields.contains(v)).collect();
        self.link_violations.set(beyond);
        self.unknown_keys.set(link.unknown_keys);
        self.asks_for_results.set(link.asks_for_results);
        self.config.set(link.config);
    }

    /// Changes what is typed. A change settles what the link got wrong.
    pub fn edit(&self, change: impl FnOnce(&mut StudyConfig)) {
        self.link_violations.maybe_update(|list| {
            let any = !list.is_empty();
            list.clear();
            any
        });
        self.config.update(change);
    }

    /// Opens an own scenario with one policy: the server and crowd of an own scenario that is open already,
    /// else those it starts with.
    pub fn open_own_with(&self, policy: PolicyConfig) {
        self.edit(|config| {
            if config.kind != ScenarioKind::Own {
                *config = StudyConfig::of_kind(ScenarioKind::Own);
                config.policies.clear();
            }
            // A ninth policy is one too many; the form then says so, and nothing is lost.
            if !config.policies.contains(&policy) {
                config.policies.push(policy);
            }
        });
    }

    /// Opens an own scenario with just these policies.
    pub fn open_own_of(&self, policies: Vec<PolicyConfig>) {
        self.edit(|config| {
            if config.kind != ScenarioKind::Own {
                *config = StudyConfig::of_kind(ScenarioKind::Own);
            }
            config.policies = policies;
        });
    }

    /// The violation to show at a key.
    pub fn violation(&self, key: String) -> Memo<Option<Violation>> {
        let violations = self.violations;
        Memo::new(move |_| violations.with(|all| all.iter().find(|v| v.key == key).cloned()))
    }

    /// Whether the shown results are of the present scenario.
    pub fn is_current(&self) -> bool {
        let link = self.link.get();
        self.outcome.with(|outcome| outcome.as_ref().map(|o| &o.link) == link.as_ref() && link.is_some())
    }

    /// Called on every change of a valid scenario: shows kept results, runs small scenarios soon, leaves
    /// large ones to the Run button.
    pub fn follow(&self) {
        let Some(input) = self.input.get_untracked() else {
            // What was said of an earlier scenario does not hold of this one.
            if !self.is_running() {
                self.phase.set(Phase::Idle);
            }
            return;
        };
        let link = encode_study(&input);
        // Coming back from the other view changes nothing.
        let runs_already = self
            .running
            .with_value(|running| running.as_ref().is_some_and(|(input, _)| encode_study(input) == link));
        if runs_already && self.is_running() {
            return;
        }
        let kept = self.kept.with_value(|kept| kept.iter().find(|o| o.link == link).cloned());
        let change = self.change.with_value(|n| n.wrapping_add(1));
        self.change.set_value(change);
        if let Some(outcome) = kept {
            self.stop();
            self.phase.set(Phase::Idle);
            self.show(outcome);
            return;
        }
        let work = input.scenario.total_trials().saturating_mul(input.scenario.clients.into());
        if work <= SMALL {
            let state = *self;
            after(SETTLE_MS, move || {
                if state.change.try_get_value() == Some(change) {
                    state.start(SMALL_ATTEMPTS);
                }
            });
        } else {
            self.stop();
            self.phase.set(Phase::Idle);
        }
    }

    /// Runs the present scenario; an older run gives way.
    pub fn run(&self) {
        self.start(u64::MAX);
    }

    fn is_running(&self) -> bool {
        self.phase.with_untracked(|phase| matches!(phase, Phase::Starting | Phase::Running { .. }))
    }

    /// Asks the engine about a plan. Only the latest question is answered.
    pub fn ask(&self, question: Question, on_laws: impl Fn(Vec<RetryLaws>) + 'static) {
        let state = *self;
        self.pool.update_value(|pool| {
            pool.get_or_insert_with(|| Pool::new(move |event| state.hear(event))).ask(question, on_laws);
        });
    }

    fn start(&self, at_most: u64) {
        let Some(input) = self.input.get_untracked() else { return };
        self.phase.set(Phase::Starting);
        let scenario = input.scenario.clone();
        self.running.set_value(Some((input, now_ms())));
        let state = *self;
        self.pool.update_value(|pool| {
            pool.get_or_insert_with(|| Pool::new(move |event| state.hear(event))).start(scenario, at_most);
        });
    }

    /// Stops the present run at the reader's wish.
    pub fn cancel(&self) {
        self.stop();
        self.phase.set(Phase::Cancelled);
    }

    fn stop(&self) {
        self.running.set_value(None);
        self.pool.with_value(|pool| {
            if let Some(pool) = pool {
                pool.cancel();
            }
        });
    }

    fn hear(&self, event: PoolEvent) {
        match event {
            PoolEvent::Started { attempts, workers } => {
                self.running.update_value(|running| {
                    if let Some((_, began_ms)) = running {
                        *began_ms = now_ms();
                    }
                });
                self.phase.set(Phase::Running { expected: attempts, done: 0, workers, left_ms: None });
            }
            PoolEvent::Progress(attempts) => {
                let elapsed_ms = self
                    .running
                    .with_value(|running| running.as_ref().map_or(0.0, |(_, began)| now_ms() - began));
                self.phase.update(|phase| {
                    if let Phase::Running { expected, done, left_ms, .. } = phase {
                        *done = attempts;
                        let share = attempts as f64 / (*expected).max(1) as f64;
                        *left_ms = (elapsed_ms >= FORETELL_MS && share > 0.0)
                            .then(|| elapsed_ms * (1.0 / share - 1.0).max(0.0));
                    }
                });
            }
            PoolEvent::TooLong(attempts) => self.phase.set(Phase::Large(attempts)),
            PoolEvent::Finished(results) => self.finish(results),
            PoolEvent::Failed(message) => self.phase.set(Phase::Failed(message)),
            PoolEvent::WorkersBlocked(reason) => self.blocked.set(Some(reason)),
        }
    }

    fn finish(&self, results: Vec<TrialResult>) {
        let Some((input, began_ms)) = self.running.try_update_value(Option::take).flatten() else { return };
        let results = Results::merge(&input.scenario, results);
        let outcome =
            Arc::new(Outcome { link: encode_study(&input), elapsed_ms: now_ms() - began_ms, input, results });
        self.kept.update_value(|kept| {
            kept.retain(|o| o.link != outcome.link);
            kept.push(outcome.clone());
            if kept.len() > KEPT {
                kept.remove(0);
            }
        });
        self.phase.set(Phase::Idle);
        self.show(outcome);
    }

    fn show(&self, outcome: Arc<Outcome>) {
        self.bands.set(Vec::new());
        self.outcome.set(Some(outcome.clone()));
        self.band(outcome, 0);
    }

    /// Condenses one policy's trials after another, a task each, so that the page answers between them.
    fn band(&self, outcome: Arc<Outcome>, policy: usize) {
        let state = *self;
        after(0, move || {
            let shown =
                state.outcome.try_with_untracked(|o| o.as_ref().is_some_and(|o| Arc::ptr_eq(o, &outcome)));
            let Some(trials) = outcome.results.policies.get(policy).filter(|_| shown == Some(true)) else {
                return;
            };
            let band = CourseBand::from(&Bands::of(trials.iter().map(|trial| &trial.series)));
            state.bands.update(|bands| bands.push(band));
            state.band(outcome, policy + 1);
        });
    }
}
