//! A plan on the screen.

use std::sync::Arc;

use leptos::prelude::*;

use super::outcome::Answer;
use crate::app::state::AppState;
use crate::distribution::{PERCENTS, Question, RetryLaws};
use crate::policy::Plan;

/// A plan on the screen, which the panels read, and the retry selected in it.
#[derive(Clone, Copy)]
pub(in crate::app) struct Shown {
    /// The plan; `None` while there is none.
    pub answer: Answer,
    /// The retry explained and marked in table and chart, from 1.
    pub selected: RwSignal<u32>,
    /// The laws of its retries; empty until the engine has computed them, and where nothing is random.
    pub laws: Memo<Arc<Vec<RetryLaws>>>,
}

impl Shown {
    /// Shows a plan and has its laws computed beside the page, so that typing never waits for them.
    pub fn new(answer: Answer, selected: RwSignal<u32>) -> Self {
        let simulate = expect_context::<AppState>().simulate;
        let varies = |plan: &Plan| plan.rows.iter().any(|row| !row.start.is_point());
        let question = Memo::new(move |_| {
            answer.with(|answer| {
                let (input, plan) = answer.as_ref().filter(|(_, plan)| varies(plan))?;
                Some(Question::new(input, plan, &PERCENTS))
            })
        });
        let known = RwSignal::new(None::<(Question, Arc<Vec<RetryLaws>>)>);
        Effect::new(move || {
            let Some(question) = question.get() else { return };
            let of = question.clone();
            simulate.ask(question, move |laws| {
                // The panel may be gone by then.
                let _ = known.try_set(Some((of.clone(), Arc::new(laws))));
            });
        });
        let laws = Memo::new(move |_| {
            question.with(|question| {
                let of_this = |(of, _): &&(Question, Arc<Vec<RetryLaws>>)| Some(of) == question.as_ref();
                known
                    .with(|known| known.as_ref().filter(of_this).map(|(_, laws)| laws.clone()))
                    .unwrap_or_default()
            })
        });
        Self { answer, selected, laws }
    }

    /// Moves the selection by `step` rows, within the plan.
    pub fn select_by(&self, step: i64) {
        let last = self.answer.with(|a| a.as_ref().map_or(0, |(_, plan)| plan.rows.len() as i64)).max(1);
        // From where the selection shows: a shorter plan shows its last row as selected.
        self.selected.update(|n| *n = i64::from(*n).min(last).saturating_add(step).clamp(1, last) as u32);
    }
}
