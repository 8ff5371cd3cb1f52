//! What a client makes of a Retry-After.

use super::Binding;
use super::Range;
use crate::math::Exact;
use crate::units::{Factor, Micros};

/// How a client uses a Retry-After of v.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RetryAfterUse {
    /// Both ends of the wait are raised to v, also above the cap.
    Floor,
    /// The baseline is raised to v; jitter is added on top of it.
    FloorUnderBaseline,
    /// v is waited instead of the client's own wait.
    Override,
    /// v moved into [t, t + extra], t being the client's own wait.
    Clamp {
        /// How much later than its own wait the client goes at most.
        extra: Micros,
    },
    /// It changes nothing.
    Ignored,
}

/// What happens when v is above the client's limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OverLimit {
    /// The limit is used instead of v.
    Truncate,
    /// The client gives up: no further retry.
    GiveUp,
    /// v is ignored; the client's own wait is used.
    OwnWait,
}

/// The whole rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RetryAfterRule {
    /// How v is used.
    pub usage: RetryAfterUse,
    /// The greatest v that is obeyed; `None`: any.
    pub limit: Option<Micros>,
    /// What a greater one does.
    pub over_limit: OverLimit,
    /// Whether v = 0 leaves the client's own wait instead of meaning "at once".
    pub ignores_zero: bool,
    /// With [`RetryAfterUse::Override`], the wait is drawn from [v, stretch·v); 1 waits v itself.
    pub stretch: Factor,
}

impl RetryAfterRule {
    /// The plain calculator's: a floor, without limit.
    pub const PLAIN: Self = Self {
        usage: RetryAfterUse::Floor,
        limit: None,
        over_limit: OverLimit::Truncate,
        ignores_zero: false,
        stretch: Factor::whole(1),
    };

    /// What a Retry-After of `sent_ms` comes to before it meets a wait.
    #[must_use]
    pub fn heard(&self, sent_ms: &Exact) -> Heard {
        if self.usage == RetryAfterUse::Ignored || (self.ignores_zero && sent_ms.is_zero()) {
            return Heard::OwnWait;
        }
        let limit = self.limit.map(|limit| Exact::from_steps(limit.0, 3));
        match limit.filter(|limit| sent_ms > limit) {
            None => Heard::Obeyed { ms: sent_ms.clone(), cut: false },
            Some(limit) => match self.over_limit {
                OverLimit::Truncate => Heard::Obeyed { ms: limit, cut: true },
                OverLimit::GiveUp => Heard::GivesUp,
                OverLimit::OwnWait => Heard::OwnWait,
            },
        }
    }

    /// The value that acts on the baseline rather than on the wait.
    pub(super) fn under_baseline<'a>(&self, heard: &'a Heard) -> Option<&'a Exact> {
        match heard {
            Heard::Obeyed { ms, .. } if self.usage == RetryAfterUse::FloorUnderBaseline => Some(ms),
            _ => None,
        }
    }

    /// The wait after an obeyed Retry-After of `ms`, and the rules behind its ends. `own` is the client's own
    /// wait, `least` the policy's least wait.
    pub(super) fn meets(
        &self,
        own: &Range,
        by: (Binding, Binding),
        ms: &Exact,
        least: &Exact,
    ) -> (Range, (Binding, Binding)) {
        let floor = Binding::Floor;
        match self.usage {
            RetryAfterUse::Ignored | RetryAfterUse::FloorUnderBaseline => (own.clone(), by),
            RetryAfterUse::Floor => {
                let raised = own.clone().raised_to(ms);
                let by = (
                    if raised.earliest > own.earliest { floor } else { by.0 },
                    if raised.latest > own.latest { floor } else { by.1 },
                );
                (raised, by)
            }
            RetryAfterUse::Override => {
                let stretched = ms.product(&Exact::from_steps(self.stretch.0, 6));
                (Range::new(ms.clone(), stretched).raised_to(least), (floor, floor))
            }
            RetryAfterUse::Clamp { extra } => {
                let extra = Exact::from_steps(extra.0, 3);
                let clamped = |own: &Exact, by| {
                    let most = own.clone() + &extra;
                    let moved = ms.clone().max(own.clone()).min(most);
                    let by = if moved > *own { floor } else { by };
                    (moved, by)
                };
                let (earliest, earliest_by) = clamped(&own.earliest, by.0);
                let (latest, latest_by) = clamped(&own.latest, by.1);
                (Range::new(earliest, latest), (earliest_by, latest_by))
            }
        }
    }
}

/// What a client makes of one Retry-After.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// It goes on with this value, in ms; `cut` when its limit made it smaller.
    Obeyed {
        /// The value used.
        ms: Exact,
        /// Whether the limit cut it.
        cut: bool,
    },
    /// It waits as if nothing had been sent.
    OwnWait,
    /// It gives up.
    GivesUp,
}
