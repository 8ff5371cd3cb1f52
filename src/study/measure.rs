//! What is reported of a scenario: which metrics, in which unit, under which name, and which way is better.

use super::ScenarioKind;
use crate::sim::{Metric, TickUnit, TrialMetrics};

/// The unit a metric is reported in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A number of things.
    Count,
    /// A ratio.
    Ratio,
    /// Milliseconds.
    Ms,
    /// Seconds.
    Seconds,
    /// Abstract ticks.
    Ticks,
}

/// Which values of a metric are better for the users of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// Greater ones.
    More,
    /// Lesser ones.
    Less,
}

/// One reported metric of a kind of scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The engine's metric.
    pub metric: Metric,
    /// The name in JSON.
    pub key: &'static str,
    /// The name in tables.
    pub label: &'static str,
    /// The unit of the reported value.
    pub unit: Unit,
    /// Which way is better.
    pub better: Better,
    /// What it means, in one sentence.
    pub meaning: &'static str,
}

impl Measure {
    /// The reported value in one trial; `None` where it has none.
    #[must_use]
    pub fn of(&self, trial: &TrialMetrics, tick: TickUnit) -> Option<f64> {
        let value = self.metric.of(trial)?;
        // A tick of the outage study is a second; every other reported unit is the tick itself.
        let per_tick = if self.unit == Unit::Ms && tick == TickUnit::Second { 1000.0 } else { 1.0 };
        Some(value * per_tick)
    }
}

const fn measure(
    metric: Metric,
    (key, label): (&'static str, &'static str),
    unit: Unit,
    better: Better,
    meaning: &'static str,
) -> Measure {
    Measure { metric, key, label, unit, better, meaning }
}

const SUCCESSES: Measure = measure(
    Metric::Successes,
    ("successes", "Served"),
    Unit::Count,
    Better::More,
    "Clients whose request was accepted in the end.",
);
const FAILURES: Measure = measure(
    Metric::Failures,
    ("failures", "Failed"),
    Unit::Count,
    Better::Less,
    "Clients that gave up after their last retry.",
);
const UNFINISHED: Measure = measure(
    Metric::Unfinished,
    ("unfinished", "Unfinished"),
    Unit::Count,
    Better::Less,
    "Clients still waiting to retry when the run ended.",
);
const ATTEMPTS: Measure = measure(
    Metric::Attempts,
    ("attempts", "Requests"),
    Unit::Count,
    Better::Less,
    "All requests that reached the server, first ones and retries.",
);
const COLLISIONS: Measure = measure(
    Metric::Collisions,
    ("collisions", "Collisions"),
    Unit::Count,
    Better::Less,
    "Retries that were rejected, during an outage too.",
);
const PEAK_RETRIES: Measure = measure(
    Metric::PeakRetriesPerWindow,
    ("peak_retries_per_window", "Peak retries"),
    Unit::Count,
    Better::Less,
    "Most retries that arrived in one window.",
);
const PEAK_ATTEMPTS: Measure = measure(
    Metric::PeakAttemptsPerWindow,
    ("peak_attempts_per_window", "Peak requests"),
    Unit::Count,
    Better::Less,
    "Most requests that arrived in one window, the first wave included.",
);
const PEAK_AFTER: Measure = measure(
    Metric::PeakAfter,
    ("peak_after", "Peak from 5 s"),
    Unit::Count,
    Better::Less,
    "Most requests in one second from second 5 on, when the first wave is over.",
);
const AMPLIFICATION: Measure = measure(
    Metric::Amplification,
    ("amplification", "Amplification"),
    Unit::Ratio,
    Better::Less,
    "Requests divided by clients: 1 would be no retry at all.",
);
const DONE_AT: Measure = measure(
    Metric::Simulated,
    ("done_at", "All served by"),
    Unit::Seconds,
    Better::Less,
    "Seconds until the last client was served; 600 when some never were.",
);
const TICKS: Measure = measure(
    Metric::Arrival,
    ("ticks", "Ticks"),
    Unit::Ticks,
    Better::Less,
    "The last tick with a request, plus one.",
);

/// The four success times and the time to drain, in one unit.
const fn times(unit: Unit, keys: [&'static str; 5]) -> [Measure; 5] {
    [
        measure(
            Metric::FirstSuccess,
            (keys[0], "First served"),
            unit,
            Better::Less,
            "When the first client was served.",
        ),
        measure(
            Metric::MedianSuccess,
            (keys[1], "Median served"),
            unit,
            Better::Less,
            "When half of the served clients were served.",
        ),
        measure(
            Metric::P95Success,
            (keys[2], "p95 served"),
            unit,
            Better::Less,
            "When 95 % of the served clients were served (nearest rank).",
        ),
        measure(
            Metric::LastSuccess,
            (keys[3], "Last served"),
            unit,
            Better::Less,
            "When the last client was served.",
        ),
        measure(
            Metric::Drain,
            (keys[4], "Drained"),
            unit,
            Better::Less,
            "From the start until no client was waiting any more: the last arrival plus one step.",
        ),
    ]
}

const MS: [Measure; 5] = times(
    Unit::Ms,
    ["first_success_ms", "median_success_ms", "p95_success_ms", "last_success_ms", "drain_ms"],
);
const ABSTRACT: [Measure; 5] = times(
    Unit::Ticks,
    ["first_success_ticks", "median_success_ticks", "p95_success_ticks", "last_success_ticks", "drain_ticks"],
);

const FIXED_WINDOW: &[Measure] = &[
    SUCCESSES,
    FAILURES,
    ATTEMPTS,
    COLLISIONS,
    PEAK_RETRIES,
    PEAK_ATTEMPTS,
    AMPLIFICATION,
    MS[0],
    MS[1],
    MS[2],
    MS[3],
    MS[4],
];
const TICK: &[Measure] = &[
    SUCCESSES,
    FAILURES,
    UNFINISHED,
    ATTEMPTS,
    COLLISIONS,
    PEAK_RETRIES,
    PEAK_ATTEMPTS,
    AMPLIFICATION,
    TICKS,
    ABSTRACT[0],
    ABSTRACT[1],
    ABSTRACT[2],
    ABSTRACT[3],
    ABSTRACT[4],
];
const OUTAGE: &[Measure] = &[
    SUCCESSES,
    FAILURES,
    UNFINISHED,
    ATTEMPTS,
    COLLISIONS,
    PEAK_AFTER,
    DONE_AT,
    PEAK_RETRIES,
    PEAK_ATTEMPTS,
    AMPLIFICATION,
    MS[0],
    MS[1],
    MS[2],
    MS[3],
    MS[4],
];
const OWN: &[Measure] = &[
    SUCCESSES,
    FAILURES,
    UNFINISHED,
    ATTEMPTS,
    COLLISIONS,
    PEAK_RETRIES,
    PEAK_ATTEMPTS,
    AMPLIFICATION,
    MS[0],
    MS[1],
    MS[2],
    MS[3],
    MS[4],
];

/// The reported metrics of a kind of scenario, in table order.
#[must_use]
pub const fn measures(kind: ScenarioKind) -> &'static [Measure] {
    match kind {
        ScenarioKind::FixedWindow => FIXED_WINDOW,
        ScenarioKind::Tick => TICK,
        ScenarioKind::Outage => OUTAGE,
        ScenarioKind::Own => OWN,
    }
}
