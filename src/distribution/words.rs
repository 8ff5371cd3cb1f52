//! How likely a miss is, for people.

use super::answer::RetryLaws;
use super::question::Question;
use super::{PERCENTS, solve};
use crate::math::percent;
use crate::policy::{DeadlineClass, Plan, PlanInput, verdict_with};

/// The laws of a plan with the usual percentiles.
#[must_use]
pub fn laws(input: &PlanInput, plan: &Plan) -> Vec<RetryLaws> {
    solve(&Question::new(input, plan, &PERCENTS))
}

/// The probability of a start after the deadline; `None` without a deadline, or where it is not computed.
#[must_use]
pub fn missing(laws: &RetryLaws) -> Option<f64> {
    laws.start.as_ref()?.in_time.map(|in_time| 1.0 - in_time)
}

/// The class in words, with how likely the miss is where that is open and known: "may miss (37 %)".
#[must_use]
pub fn class_words(class: DeadlineClass, laws: Option<&RetryLaws>) -> String {
    let likely = laws.and_then(missing).filter(|_| class == DeadlineClass::MayMiss);
    likely.map_or(class.word().to_owned(), |likely| format!("{} ({})", class.word(), percent(likely)))
}

/// [`crate::policy::verdict`] with how likely a miss is, where that is known.
#[must_use]
pub fn likely_verdict(input: &PlanInput, plan: &Plan, laws: &[RetryLaws]) -> String {
    verdict_with(input, plan, &laws.iter().map(missing).collect::<Vec<_>>())
}
