//! How likely a miss is, for people.

use super::answer::{RetryLaws, Summary};
use super::question::Question;
use super::{MOST_STARTS, PERCENTS, solve};
use crate::math::{chance, four_digits, percent};
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
    likely.map_or(class.word().to_owned(), |likely| format!("{} ({})", class.word(), chance(likely)))
}

/// [`crate::policy::verdict`] with how likely a miss is, where that is known.
#[must_use]
pub fn likely_verdict(input: &PlanInput, plan: &Plan, laws: &[RetryLaws]) -> String {
    verdict_with(input, plan, &laws.iter().map(missing).collect::<Vec<_>>())
}

/// Wait and start of one retry in words: mean, spread and the usual percentiles, each under a label.
#[must_use]
pub fn odds(laws: &RetryLaws) -> Vec<(&'static str, String)> {
    let mut steps = Vec::new();
    if laws.wait.summary.sd_ms > 0.0 {
        let at_cap = Some(laws.wait.at_cap).filter(|share| *share > 0.0);
        let at_cap =
            at_cap.map_or(String::new(), |share| format!(" Exactly at the cap: {}.", percent(share)));
        steps.push(("Likely waits", format!("{}{at_cap}", sentence(&laws.wait.summary))));
    }
    let Some(start) = &laws.start else {
        steps.push(("Likely starts", format!("Not computed beyond retry {MOST_STARTS}.")));
        return steps;
    };
    if start.summary.sd_ms > 0.0 {
        let in_time = start.in_time.map_or(String::new(), |part| format!(" In time: {}.", percent(part)));
        steps.push(("Likely starts", format!("{}{in_time}", sentence(&start.summary))));
    }
    steps
}

fn sentence(summary: &Summary) -> String {
    let (mean, sd) = (four_digits(summary.mean_ms), four_digits(summary.sd_ms));
    let percentiles = PERCENTS.iter().zip(&summary.percentiles_ms);
    let percentiles: Vec<_> = percentiles.map(|(p, ms)| format!("p{p} {}", four_digits(*ms))).collect();
    format!("Mean {mean} ms, standard deviation {sd} ms; {} ms.", percentiles.join(", "))
}
