//! Policies to start from.

/// A policy worth looking at, and what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Example {
    /// A short name.
    pub name: &'static str,
    /// What to look for.
    pub shows: &'static str,
    /// Its canonical link.
    pub link: &'static str,
}

/// The examples of the plan view. Every link is canonical; a test says so.
pub const PLAN_EXAMPLES: [Example; 6] = [
    Example {
        name: "Plain doubling",
        shows: "No jitter: every client retries at the same moments.",
        link: "v=1&view=plan",
    },
    Example {
        name: "Full jitter, tight deadline",
        shows: "Retry 2 can start exactly at the deadline; retry 3 may miss it.",
        link: "v=1&view=plan&jitter=full&request=100&deadline=1700",
    },
    Example {
        name: "Retry-After above the cap",
        shows: "The server's floor wins over the cap and removes all jitter.",
        link: "v=1&view=plan&cap=1000&jitter=full&retry_after=2",
    },
    Example {
        name: "Decorrelated, wide range",
        shows: "The range grows threefold each time until the cap; the multiplier plays no part.",
        link: "v=1&view=plan&base=1000&cap=20000&retries=6&jitter=decorrelated&request=250&deadline=60000",
    },
    Example {
        name: "Exactly at the deadline",
        shows: "1000 ms × 1.1, three times: 3310 ms to the dot, where binary floats say 3310.0000000000005.",
        link: "v=1&view=plan&base=1000&multiplier=1.1&deadline=3310",
    },
    Example {
        name: "Half an hour of retries",
        shows: "Ten capped retries of a slow request against a 30 minute deadline.",
        link: "v=1&view=plan&base=1000&multiplier=3&cap=300000&retries=10&jitter=equal&request=10000&deadline=1800000",
    },
];
