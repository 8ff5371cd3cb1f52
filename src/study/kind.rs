//! The kinds of scenario and of policy.

/// A published study, or a scenario of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScenarioKind {
    /// Fixed-window contention, in milliseconds.
    FixedWindow,
    /// The tick model, in abstract ticks.
    Tick,
    /// Recovery from an outage, in one-second buckets.
    Outage,
    /// Any server rule with any policies, in milliseconds.
    Own,
}

impl ScenarioKind {
    /// All kinds, in the order they are offered.
    pub const ALL: [Self; 4] = [Self::FixedWindow, Self::Tick, Self::Outage, Self::Own];

    /// The word in links.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::FixedWindow => "fixed-window",
            Self::Tick => "tick",
            Self::Outage => "outage",
            Self::Own => "own",
        }
    }

    /// The name for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::FixedWindow => "Fixed-window contention",
            Self::Tick => "Tick model",
            Self::Outage => "Outage recovery",
            Self::Own => "Own scenario",
        }
    }

    /// The kind a link word names.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// The policies a scenario of this kind offers; a study offers those it defines.
    #[must_use]
    pub const fn policies(self) -> &'static [PolicyKind] {
        use PolicyKind::{Decorrelated, Equal, Exponential, Fixed, Full, Immediate};
        match self {
            Self::FixedWindow => &[Immediate, Fixed, Exponential, Full],
            Self::Tick => &[Fixed, Exponential, Full, Equal, Decorrelated],
            Self::Outage => &[Fixed, Exponential, Full, Decorrelated],
            Self::Own => &PolicyKind::ALL,
        }
    }

    /// The policies it opens with.
    #[must_use]
    pub const fn default_policies(self) -> &'static [PolicyKind] {
        match self {
            Self::Own => &[PolicyKind::Exponential, PolicyKind::Full, PolicyKind::Decorrelated],
            study => study.policies(),
        }
    }

    /// The seeds it opens with.
    #[must_use]
    pub const fn default_seeds(self) -> &'static str {
        match self {
            Self::FixedWindow => "1-100",
            Self::Tick => "0-29",
            Self::Outage => "99-99",
            Self::Own => "1-20",
        }
    }
}

/// How a policy waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PolicyKind {
    /// As soon as possible.
    Immediate,
    /// Always the same wait.
    Fixed,
    /// Growing, without jitter.
    Exponential,
    /// From zero to the baseline.
    Full,
    /// From half of the baseline to all of it.
    Equal,
    /// From the base to three times the previous wait.
    Decorrelated,
    /// Any policy of a plan, a library's for instance.
    Planned,
}

impl PolicyKind {
    /// All kinds, in the order they are offered.
    pub const ALL: [Self; 7] = [
        Self::Immediate,
        Self::Fixed,
        Self::Exponential,
        Self::Full,
        Self::Equal,
        Self::Decorrelated,
        Self::Planned,
    ];

    /// The word in links.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Immediate => "immediate",
            Self::Fixed => "fixed",
            Self::Exponential => "exponential",
            Self::Full => "full",
            Self::Equal => "equal",
            Self::Decorrelated => "decorrelated",
            Self::Planned => "planned",
        }
    }

    /// The name for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Immediate => "Immediate",
            Self::Fixed => "Fixed",
            Self::Exponential => "Exponential",
            Self::Full => "Full jitter",
            Self::Equal => "Equal jitter",
            Self::Decorrelated => "Decorrelated jitter",
            Self::Planned => "Any policy of Plan",
        }
    }

    /// The kind a link word names.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }

    /// Whether its waits are random.
    #[must_use]
    pub const fn has_jitter(self) -> bool {
        matches!(self, Self::Full | Self::Equal | Self::Decorrelated)
    }
}
