//! The cap: an upper limit of waits, and where in the computation it acts.

use crate::math::Exact;
use crate::units::Micros;

/// Where the cap acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CapOrder {
    /// On the baseline, before jitter: a wait can pass it if the jitter adds.
    Before,
    /// On the wait, after jitter and rounding.
    After,
    /// On both.
    Both,
    /// On the ends of the range that is drawn from: no wait passes it and none piles up at it.
    Ends,
}

/// What else reaching the cap does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtCap {
    /// Nothing: retries go on at the cap.
    Stay,
    /// A capped baseline is waited as it is, without jitter.
    NoJitter,
    /// A retry whose baseline would pass the cap does not take place, nor does any after it.
    End,
}

/// The cap of a policy. The rest of the rule stands even where there is no limit, for it is a trait of the
/// client: a limit set later acts by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cap {
    /// The limit; `None`: none.
    pub limit: Option<Micros>,
    /// Where it acts.
    pub order: CapOrder,
    /// Whether the first retry's baseline is free of it.
    pub skips_first: bool,
    /// What reaching it does.
    pub at_cap: AtCap,
}

impl Cap {
    /// The cap of the plain calculator: on the baseline, before jitter, for every retry.
    #[must_use]
    pub const fn plain(limit: Option<Micros>) -> Self {
        Self { limit, order: CapOrder::Before, skips_first: false, at_cap: AtCap::Stay }
    }

    /// The limit in ms.
    #[must_use]
    pub fn ms(&self) -> Option<Exact> {
        self.limit.map(|limit| Exact::from_steps(limit.0, 3))
    }

    /// The limit, where it acts on the baseline of a retry.
    #[must_use]
    pub fn on_baseline(&self, retry: u32) -> Option<Exact> {
        let acts = matches!(self.order, CapOrder::Before | CapOrder::Both);
        self.ms().filter(|_| acts && !(self.skips_first && retry == 1))
    }

    /// The limit, where it acts on the wait after jitter.
    #[must_use]
    pub fn on_wait(&self) -> Option<Exact> {
        self.ms().filter(|_| matches!(self.order, CapOrder::After | CapOrder::Both))
    }

    /// The limit, where it acts on the ends of the draw.
    #[must_use]
    pub fn on_ends(&self) -> Option<Exact> {
        self.ms().filter(|_| self.order == CapOrder::Ends)
    }
}
