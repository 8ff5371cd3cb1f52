//! The wait before each retry, step by step: baseline, jitter, rounding, cap after jitter, least wait.
//!
//! This is the one place where the parts of a policy are put in order. The range of each wait, its
//! distribution and a drawn wait of a simulation all come from the [`Wait`] of the retry.

use super::backoff::{Baseline, Baselines};
use super::cap::{AtCap, CapOrder};
use super::jitter::{Feedback, Jitter};
use super::server_delay::Heard;
use super::{Binding, FirstRetry, Policy, Range, polly};
use crate::math::Exact;
use crate::units::Factor;

/// What is drawn before a retry, before rounding. All values in ms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Draw {
    /// Uniform from `earliest` to `latest`; one value when they are equal.
    Uniform(Range),
    /// `from + width·U(0, 1)^power`.
    Power {
        /// The least value.
        from: Exact,
        /// The length of the range.
        width: Exact,
        /// The power of the uniform draw.
        power: u32,
    },
    /// Depends on the wait before it, by the feedback of the policy.
    Feedback,
    /// Depends on the draw before it, along Polly's curve.
    Polly,
}

/// One wait before any Retry-After.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The baseline of the policy.
    pub baseline: Baseline,
    /// What jitter acts on: the baseline, raised by a Retry-After that acts on it.
    pub raised_baseline: Exact,
    /// What is drawn.
    pub draw: Draw,
    /// The range of the draw.
    pub drawn: Range,
    /// The range after rounding.
    pub rounded: Range,
    /// The range of the wait, after a cap that acts on waits and the least wait.
    pub range: Range,
    /// Which rule decided the earliest wait.
    pub earliest_by: Binding,
    /// Which rule decided the latest wait.
    pub latest_by: Binding,
}

/// The waits of retries 1, 2, 3 … of a policy.
pub(super) struct Waits<'a> {
    policy: &'a Policy,
    baselines: Baselines<'a>,
    retry: u32,
    /// The range of the previous wait that feedback starts from.
    previous: Option<Range>,
}

impl<'a> Waits<'a> {
    pub(super) fn new(policy: &'a Policy) -> Self {
        let baselines = policy.backoff.baselines(policy.rounding.as_ref());
        Self { policy, baselines, retry: 0, previous: None }
    }

    /// The wait before the next retry; `None` when there is no further retry. `raised_to` is a Retry-After
    /// that acts on the baseline, before jitter.
    pub(super) fn next(&mut self, raised_to: Option<&Exact>) -> Option<Wait> {
        let policy = self.policy;
        let baseline = self.baselines.next()?;
        self.retry += 1;
        let (raised, growth) = match raised_to.filter(|floor| **floor > baseline.ms) {
            Some(floor) => (Baseline { ms: floor.clone(), capped: false }, Binding::Floor),
            None if baseline.capped => (baseline.clone(), Binding::Cap),
            None => (baseline.clone(), Binding::Growth),
        };
        let (draw, bounds) = self.drawn(&raised, growth)?;
        let drawn = bounds.range();
        let bounds = self.rounded(bounds, &raised, &draw);
        let rounded = bounds.range();
        let bounds = self.capped(bounds);
        if matches!(draw, Draw::Feedback) || policy.jitter.feedback().is_some() {
            self.previous = Some(bounds.range());
        }
        let least = Exact::from_steps(policy.min.0, 3);
        let bounds = if self.is_immediate() { bounds } else { bounds.at_least(&least, Binding::Least) };
        let Bounds { earliest, latest } = bounds;
        let range = Range::new(earliest.ms, latest.ms);
        let raised_baseline = raised.ms;
        Some(Wait {
            baseline,
            raised_baseline,
            draw,
            drawn,
            rounded,
            range,
            earliest_by: earliest.by,
            latest_by: latest.by,
        })
    }

    fn is_immediate(&self) -> bool {
        self.retry == 1 && self.policy.first == FirstRetry::Immediate
    }

    fn drawn(&self, baseline: &Baseline, growth: Binding) -> Option<(Draw, Bounds)> {
        let policy = self.policy;
        let d = &baseline.ms;
        let base = policy.backoff.base_ms();
        match policy.first {
            FirstRetry::Immediate if self.retry == 1 => return Some(point(&Exact::zero(), Binding::First)),
            FirstRetry::Exact if self.retry == 1 => return Some(point(&base, Binding::First)),
            _ => {}
        }
        if baseline.capped && policy.backoff.cap.at_cap == AtCap::NoJitter {
            return Some(point(d, growth));
        }
        let uniform = |lo: Exact, hi: Exact, lo_by, hi_by| {
            let bounds = Bounds::new(lo, lo_by, hi, hi_by);
            (Draw::Uniform(bounds.range()), bounds)
        };
        let both = Binding::Jitter;
        let found = match policy.jitter {
            Jitter::None => return Some(self.ended(point(d, growth))),
            Jitter::Full => uniform(Exact::zero(), d.clone(), both, growth),
            Jitter::Equal => uniform(d.half(), d.clone(), both, growth),
            Jitter::Scale { lo, hi } => {
                // A factor of 1 leaves the baseline as it was, so the rule behind it still decides.
                let by = |factor| if factor == Factor::whole(1) { growth } else { both };
                uniform(scaled(d, lo), scaled(d, hi), by(lo), by(hi))
            }
            Jitter::Shift { down, up, grows } => {
                let times = if grows { u64::from(self.retry) } else { 1 };
                let shift = |by: u64| Exact::from_steps(by, 3).times(times);
                let by = |amount: u64| if amount == 0 { growth } else { both };
                let lo = d.clone() - shift(down.0);
                uniform(lo, d.clone() + shift(up.0), by(down.0), by(up.0))
            }
            Jitter::Window { lo } => {
                let lo = Exact::from_steps(lo.0, 3);
                if *d > lo { uniform(lo, d.clone(), both, growth) } else { point(&lo, both) }
            }
            Jitter::Power { up, power } => {
                let width = Exact::from_steps(up.0, 3);
                let bounds = Bounds::new(d.clone(), growth, d.clone() + &width, both);
                (Draw::Power { from: d.clone(), width, power }, bounds)
            }
            Jitter::Polly => {
                let hi = polly::latest_ms(&base, &policy.backoff.factor(), self.retry)
                    .or_else(|| policy.backoff.cap_ms())?;
                (Draw::Polly, Bounds::new(Exact::zero(), both, hi, both))
            }
            Jitter::Decorrelated | Jitter::Feedback(_) => {
                (Draw::Feedback, self.fed_back(&policy.jitter.feedback()?))
            }
        };
        Some(self.ended(found))
    }

    /// The draw of a feedback rule from the range of the wait before.
    fn fed_back(&self, rule: &Feedback) -> Bounds {
        let base = self.policy.backoff.base_ms();
        let by = Binding::Jitter;
        let Some(previous) = &self.previous else {
            return Bounds::new(scaled(&base, rule.first.0), by, scaled(&base, rule.first.1), by);
        };
        let from = |wait: &Exact| {
            let grown = scaled(wait, rule.pre);
            let cap = self.policy.backoff.cap.on_baseline(self.retry);
            match cap.filter(|_| self.policy.jitter != Jitter::Decorrelated) {
                Some(cap) => grown.min(cap),
                None => grown,
            }
        };
        let lo =
            if rule.from_base { scaled(&base, rule.lo) } else { scaled(&from(&previous.earliest), rule.lo) };
        let hi = scaled(&from(&previous.latest), rule.hi).max(lo.clone());
        Bounds::new(lo, by, hi, by)
    }

    /// The ends of the draw under a cap that acts on them.
    fn ended(&self, (draw, bounds): (Draw, Bounds)) -> (Draw, Bounds) {
        let Some(cap) = self.policy.backoff.cap.on_ends() else { return (draw, bounds) };
        let bounds = bounds.at_most(&cap, Binding::Cap);
        let draw = match draw {
            Draw::Uniform(_) => Draw::Uniform(bounds.range()),
            other => other,
        };
        (draw, bounds)
    }

    fn rounded(&self, bounds: Bounds, baseline: &Baseline, draw: &Draw) -> Bounds {
        let bounds = match self.policy.rounding {
            Some(rounding) if !self.is_immediate() => {
                let range = rounding.range(&bounds.range(), &baseline.ms);
                bounds.moved_to(range)
            }
            _ => bounds,
        };
        let post = self.policy.jitter.feedback().map(|rule| rule.post);
        let bounds = match post.filter(|_| self.retry > 1 && *draw == Draw::Feedback) {
            Some(post) => {
                let Range { earliest, latest } = bounds.range();
                bounds.moved_to(Range::new(scaled(&earliest, post), scaled(&latest, post)))
            }
            None => bounds,
        };
        // No wait is negative, whatever a shift takes away.
        bounds.at_least(&Exact::zero(), Binding::Jitter)
    }

    fn capped(&self, bounds: Bounds) -> Bounds {
        match self.policy.cap_on_wait() {
            Some(cap) => bounds.at_most(&cap, Binding::Cap),
            None => bounds,
        }
    }
}

impl Policy {
    /// The cap in ms, where it acts on the wait after jitter and rounding.
    ///
    /// Decorrelated jitter caps the wait by its definition, wherever the cap acts otherwise.
    #[must_use]
    pub fn cap_on_wait(&self) -> Option<Exact> {
        let cap = &self.backoff.cap;
        let by_definition = self.jitter == Jitter::Decorrelated && cap.order == CapOrder::Before;
        if by_definition { cap.ms() } else { cap.on_wait() }
    }
}

/// `ms` times a factor.
fn scaled(ms: &Exact, factor: Factor) -> Exact {
    ms.product(&Exact::from_steps(factor.0, 6))
}

fn point(ms: &Exact, by: Binding) -> (Draw, Bounds) {
    (Draw::Uniform(Range::new(ms.clone(), ms.clone())), Bounds::new(ms.clone(), by, ms.clone(), by))
}

/// One end of a range, and the rule that decided it.
#[derive(Clone, Debug)]
struct Bound {
    ms: Exact,
    by: Binding,
}

impl Bound {
    fn at_most(self, limit: &Exact, by: Binding) -> Self {
        if self.ms > *limit { Self { ms: limit.clone(), by } } else { self }
    }

    fn at_least(self, limit: &Exact, by: Binding) -> Self {
        if self.ms < *limit { Self { ms: limit.clone(), by } } else { self }
    }
}

/// Both ends.
#[derive(Clone, Debug)]
struct Bounds {
    earliest: Bound,
    latest: Bound,
}

impl Bounds {
    fn new(earliest: Exact, earliest_by: Binding, latest: Exact, latest_by: Binding) -> Self {
        let (earliest, latest) =
            (Bound { ms: earliest, by: earliest_by }, Bound { ms: latest, by: latest_by });
        Self { earliest, latest }
    }

    fn range(&self) -> Range {
        Range::new(self.earliest.ms.clone(), self.latest.ms.clone())
    }

    /// Other values, decided by the same rules.
    fn moved_to(self, range: Range) -> Self {
        Self::new(range.earliest, self.earliest.by, range.latest, self.latest.by)
    }

    fn at_most(self, limit: &Exact, by: Binding) -> Self {
        Self { earliest: self.earliest.at_most(limit, by), latest: self.latest.at_most(limit, by) }
    }

    fn at_least(self, limit: &Exact, by: Binding) -> Self {
        Self { earliest: self.earliest.at_least(limit, by), latest: self.latest.at_least(limit, by) }
    }
}

impl Policy {
    /// The wait before retry 1 when the client obeys a Retry-After of so many ms; `None`: none was sent, or the
    /// client makes nothing of it. `None` as the answer: there is no retry.
    #[must_use]
    pub fn first_wait(&self, obeyed: Option<&Exact>) -> Option<Range> {
        let rule = &self.retry_after;
        let heard = obeyed.map(|ms| Heard::Obeyed { ms: ms.clone(), cut: false });
        let own = Waits::new(self).next(heard.as_ref().and_then(|heard| rule.under_baseline(heard)))?;
        let by = (own.earliest_by, own.latest_by);
        let least = Exact::from_steps(self.min.0, 3);
        Some(obeyed.map_or(own.range.clone(), |ms| rule.meets(&own.range, by, ms, &least).0))
    }
}
