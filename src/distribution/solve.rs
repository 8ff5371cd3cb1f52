//! Row after row: the laws of a plan.

use super::answer::{RetryLaws, StartLaw, WaitLaw};
use super::chain::Chain;
use super::curve::{Curve, Moments, Sums};
use super::joint::Joint;
use super::lattice::spacing;
use super::law::Law;
use super::piece::Piece;
use super::question::{Drawn, Family, Question, Rule, Sent, Step};
use super::sum::Sum;

/// Starts of families with memory are computed for this many retries; their waits for all.
pub const MOST_STARTS: usize = 60;

/// The laws of the retries of a plan, in order: of all that are within [`Question`]'s reach, fewer than the plan
/// has only where its times leave the doubles.
#[must_use]
pub fn solve(question: &Question) -> Vec<RetryLaws> {
    match question.family {
        Family::Independent => independent(question),
        Family::Feedback(rule) => feedback(question, &rule),
        Family::Polly { base, factor } => polly(question, Curve { base, factor }),
    }
}

impl Question {
    fn wait(&self, step: &Step, law: &Law) -> WaitLaw {
        let mut summary = law.summary(&self.percents);
        let unit = step.unit(self.post());
        for value in &mut summary.percentiles_ms {
            let whole = unit.map_or(*value, |unit| libm::round(*value / unit) * unit);
            *value = whole.clamp(step.wait.0, step.wait.1);
        }
        WaitLaw { summary, at_cap: self.cap.map_or(0.0, |cap| law.mass_at(cap).min(1.0)) }
    }

    fn start(&self, step: &Step, sum: &Sum) -> StartLaw {
        sum.start_law(&self.percents, self.deadline, step.start)
    }

    /// What a rounded wait is multiplied by.
    fn post(&self) -> f64 {
        match self.family {
            Family::Feedback(rule) => rule.post,
            Family::Independent | Family::Polly { .. } => 1.0,
        }
    }

    /// The unit of every wait up to a retry, if they have one in common and nothing else varies.
    fn unit(&self, index: usize, others: &Sum) -> Option<f64> {
        let unit = self.steps[index].unit(self.post())?;
        let shared = |step: &Step| step.unit(self.post()) == Some(unit) || step.wait.0 == step.wait.1;
        (others.is_constant() && self.steps[..index].iter().all(shared)).then_some(unit)
    }

    fn request_law(&self) -> Law {
        Law::new([Piece::between(self.request.0, self.request.1, 1.0)])
    }
}

fn independent(question: &Question) -> Vec<RetryLaws> {
    let wait = |step: &Step| step.own_draw().map(|draw| step.wait_law(step.own_wait(&draw)));
    let laws: Vec<Law> = question.steps.iter().map_while(wait).collect();
    let is_rounded = question.steps.iter().any(|step| step.snap.is_some());
    let spacing = if is_rounded { spacing(laws.iter().map(Law::pieces)) } else { None };
    let request = question.request_law();
    let mut sum = Sum::zero(spacing);
    let rows = question.steps.iter().zip(&laws).map(|(step, law)| {
        sum.add(law);
        sum.add(&request);
        RetryLaws { wait: question.wait(step, law), start: Some(question.start(step, &sum)) }
    });
    rows.collect()
}

/// What adds to a start besides the waits with memory: requests, and Retry-Afters waited instead.
fn add_others(others: &mut Sum, step: &Step, request: &Law) {
    others.add(request);
    if let Some(instead) = step.instead() {
        others.add(&instead);
    }
}

fn feedback(question: &Question, rule: &Rule) -> Vec<RetryLaws> {
    let request = question.request_law();
    let mut others = Sum::zero(None);
    let mut joint = Some(Joint::start());
    let mut chain: Option<Chain> = None;
    let mut rows = Vec::new();
    for (index, step) in question.steps.iter().enumerate() {
        add_others(&mut others, step, &request);
        let next = Chain::next(chain.as_ref(), rule, step);
        joint = joint.filter(|_| index < MOST_STARTS).map(|joint| joint.next(rule, step, &next, index == 0));
        let law = step.instead().unwrap_or_else(|| next.law());
        let moments = next.sum_moments();
        let start = joint.as_ref().map(|joint| {
            let sum = if index == 0 && others_fixed(step) {
                let mut sum = others.clone();
                sum.add(&law);
                sum
            } else {
                others
                    .plus(joint.smooth().with_moments(moments), moments)
                    .in_units(question.unit(index, &others))
            };
            question.start(step, &sum)
        });
        rows.push(RetryLaws { wait: question.wait(step, &law), start });
        chain = Some(next);
    }
    rows
}

/// Whether the wait is the client's own, so that its law is the law of the first start.
fn others_fixed(step: &Step) -> bool {
    !matches!(step.sent, Sent::Instead { .. })
}

fn polly(question: &Question, curve: Curve) -> Vec<RetryLaws> {
    let request = question.request_law();
    let mut others = Sum::zero(None);
    let mut moments = Moments::start();
    let mut sums = None;
    let mut telescopes = true;
    let mut rows = Vec::new();
    for (index, step) in question.steps.iter().enumerate() {
        let retry = index + 1;
        add_others(&mut others, step, &request);
        let draw = step.own_draw().unwrap_or_else(|| curve.draw(retry));
        let law = step.wait_law(step.own_wait(&draw));
        let telescoped = telescopes;
        telescopes &= step.drawn == Drawn::Polly && step.is_bare();
        moments = moments.next(curve, step, retry);
        if telescoped && !telescopes {
            sums = Some(Sums::telescoped(curve, index));
        }
        sums = sums.filter(|_| !telescopes && index < MOST_STARTS).map(|sums| sums.next(curve, step, retry));
        let start = if telescopes {
            let mut sum = others.clone();
            sum.add(&curve.telescoped(retry));
            Some(sum)
        } else {
            let known = moments.of_sum();
            sums.as_ref().map(|sums| {
                others.plus(sums.smooth().with_moments(known), known).in_units(question.unit(index, &others))
            })
        };
        let start = start.map(|sum| question.start(step, &sum));
        rows.push(RetryLaws { wait: question.wait(step, &law), start });
    }
    rows
}
