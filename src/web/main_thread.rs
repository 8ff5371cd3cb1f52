//! Running a job in slices on the main thread, where no worker can be had.

use std::rc::Rc;

use wasm_bindgen::prelude::*;

use super::pace::Pace;
use super::pool::PoolEvent;
use crate::sim::{Estimate, Run, Scenario, trials};

/// Length of a slice: short enough that the page keeps answering.
const SLICE_MS: f64 = 12.0;
/// Time between two reports of progress.
const REPORT_MS: f64 = 100.0;

/// Calls `task` after a delay.
pub fn after(delay_ms: i32, task: impl FnOnce() + 'static) {
    let callback = Closure::once_into_js(task);
    if let Some(window) = web_sys::window() {
        let _ =
            window.set_timeout_with_callback_and_timeout_and_arguments_0(callback.unchecked_ref(), delay_ms);
    }
}

/// Milliseconds on a clock that never runs backwards.
#[must_use]
pub fn now_ms() -> f64 {
    web_sys::window().and_then(|w| w.performance()).map_or_else(js_sys::Date::now, |clock| clock.now())
}

/// Runs every trial of a scenario while `is_current` holds.
pub(super) fn run(
    scenario: Scenario,
    is_current: impl Fn() -> bool + 'static,
    listener: impl Fn(PoolEvent) + 'static,
) {
    after(0, move || {
        if !is_current() {
            return;
        }
        let estimate = Estimate::of(&scenario);
        if let Err(error) = estimate.check() {
            listener(PoolEvent::Failed(error.to_string()));
            return;
        }
        listener(PoolEvent::Started { attempts: estimate.attempts, workers: 0 });
        let all = trials(&scenario);
        let slices =
            Slices { run: Run::new(scenario, all), pace: Pace::new(SLICE_MS), reported_ms: now_ms() };
        slices.go_on(Rc::new(is_current), Rc::new(listener));
    });
}

struct Slices {
    run: Run,
    pace: Pace,
    reported_ms: f64,
}

impl Slices {
    fn go_on(mut self, is_current: Rc<dyn Fn() -> bool>, listener: Rc<dyn Fn(PoolEvent)>) {
        after(0, move || {
            if !is_current() {
                return;
            }
            match self.pace.slice(&mut self.run, now_ms) {
                Err(error) => listener(PoolEvent::Failed(error.to_string())),
                Ok(progress) if progress.finished() => listener(PoolEvent::Finished(self.run.take_results())),
                Ok(progress) => {
                    if now_ms() - self.reported_ms >= REPORT_MS {
                        self.reported_ms = now_ms();
                        listener(PoolEvent::Progress(progress.attempts));
                    }
                    self.go_on(is_current, listener);
                }
            }
        });
    }
}
