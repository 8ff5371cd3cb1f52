//! The limits tables of scenarios: one row a field, read by forms, links, messages, help and tests.

use super::{PolicyKind, ScenarioKind, planned};
use crate::rng::Generator;
use crate::sim::Order;
use crate::sim::limits::{MAX_CLIENTS, MAX_RETRIES};
use crate::units::{ChoiceSpec, FieldSpec, Problem, Quantity};

const DAY_MS: u64 = 86_400_000;
const MICROS: u64 = 1000;
const MILLIONTHS: u64 = 1_000_000;

/// What a field of a scenario accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyField {
    /// A number within limits.
    Number(FieldSpec),
    /// One of some words.
    Choice(ChoiceSpec),
    /// A policy as `key=value&…` of a plan link.
    Policy(PolicySpec),
}

/// A field that holds a whole policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolicySpec {
    /// The key in links.
    pub key: &'static str,
    /// The visible label.
    pub label: &'static str,
    /// One sentence on what the field means.
    pub help: &'static str,
}

impl StudyField {
    /// The key in links.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Self::Number(spec) => spec.key,
            Self::Choice(spec) => spec.key,
            Self::Policy(spec) => spec.key,
        }
    }

    /// The visible label.
    #[must_use]
    pub const fn label(&self) -> &'static str {
        match self {
            Self::Number(spec) => spec.label,
            Self::Choice(spec) => spec.label,
            Self::Policy(spec) => spec.label,
        }
    }

    /// One sentence on what the field means.
    #[must_use]
    pub const fn help(&self) -> &'static str {
        match self {
            Self::Number(spec) => spec.help,
            Self::Choice(spec) => spec.help,
            Self::Policy(spec) => spec.help,
        }
    }

    /// The allowed range or words.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self {
            Self::Number(spec) => spec.allowed(),
            Self::Choice(spec) => spec.allowed(),
            Self::Policy(_) => {
                "the keys of a plan link without those of a call, with & between them".to_owned()
            }
        }
    }

    /// The default as canonical text; empty for a field that is unset by default.
    #[must_use]
    pub fn default_text(&self) -> String {
        match self {
            Self::Number(spec) => spec.default.map(|steps| spec.write(steps)).unwrap_or_default(),
            Self::Choice(spec) => spec.write(0).to_owned(),
            Self::Policy(_) => String::new(),
        }
    }

    /// Reads a text; `None` for a blank optional field.
    pub(super) fn read(&self, text: &str) -> Result<Option<u64>, Problem> {
        match self {
            Self::Number(spec) => match spec.read(text) {
                Err(Problem::Missing) if spec.default.is_none() => Ok(None),
                read => read.map(Some),
            },
            Self::Choice(spec) => spec.read(text).map(Some),
            Self::Policy(_) => planned::read(text).map(|_| None),
        }
    }

    /// The canonical text of a value.
    pub(super) fn write(&self, value: Option<u64>) -> String {
        match (self, value) {
            (_, None) => String::new(),
            (Self::Number(spec), Some(steps)) => spec.write(steps),
            (Self::Choice(spec), Some(index)) => spec.write(index).to_owned(),
            (Self::Policy(_), Some(_)) => String::new(),
        }
    }
}

const fn number(
    (key, label): (&'static str, &'static str),
    quantity: Quantity,
    (min, max): (u64, u64),
    default: Option<u64>,
    help: &'static str,
) -> StudyField {
    StudyField::Number(FieldSpec { key, label, quantity, min, max, default, help })
}

const fn clients(default: u64) -> StudyField {
    let help = "Clients; each makes its first request at time 0.";
    number(("clients", "Clients"), Quantity::Count, (1, MAX_CLIENTS as u64), Some(default), help)
}

const fn capacity(default: u64, help: &'static str) -> StudyField {
    number(("capacity", "Capacity"), Quantity::Count, (1, MAX_CLIENTS as u64), Some(default), help)
}

const BASE_HELP: &str = "Baseline of the first retry.";
const CAP_HELP: &str = "Upper limit of the baseline.";
const FIXED_HELP: &str = "The wait of the fixed policy.";
const PER_WINDOW: &str = "Requests accepted in each window.";

const FIXED_WINDOW: &[StudyField] = &[
    clients(500),
    capacity(25, PER_WINDOW),
    number(("window", "Window"), Quantity::WholeMs, (1, DAY_MS), Some(100), "Width of an aligned window."),
    number(
        ("retries", "Retries"),
        Quantity::Count,
        (0, MAX_RETRIES as u64),
        Some(8),
        "Retries after which a client fails for good.",
    ),
    number(("base", "Base"), Quantity::WholeMs, (1, DAY_MS), Some(250), BASE_HELP),
    number(("fixed", "Fixed wait"), Quantity::WholeMs, (1, DAY_MS), Some(500), FIXED_HELP),
    number(("cap", "Cap"), Quantity::WholeMs, (1, DAY_MS), Some(4000), CAP_HELP),
];

const TICK: &[StudyField] = &[
    clients(100),
    capacity(10, "Requests accepted in each tick."),
    number(
        ("base", "Base"),
        Quantity::Ticks,
        (1, MILLIONTHS * MILLIONTHS),
        Some(MILLIONTHS),
        "Half of the first retry's baseline: this study starts at 2 × base.",
    ),
    number(("cap", "Cap"), Quantity::Ticks, (1, MILLIONTHS * MILLIONTHS), Some(32 * MILLIONTHS), CAP_HELP),
    number(
        ("fixed", "Fixed wait"),
        Quantity::Ticks,
        (0, MILLIONTHS * MILLIONTHS),
        Some(2 * MILLIONTHS),
        FIXED_HELP,
    ),
];

const OUTAGE: &[StudyField] = &[
    clients(10_000),
    number(
        ("outage", "Outage"),
        Quantity::MsWholeSeconds,
        (0, 600),
        Some(20),
        "From the start; every request fails until it is over.",
    ),
    capacity(1500, "Requests accepted in each second after the outage."),
    number(("base", "Base"), Quantity::Duration, (1, DAY_MS * MICROS), Some(1000 * MICROS), BASE_HELP),
    number(("cap", "Cap"), Quantity::Duration, (1, DAY_MS * MICROS), Some(32_000 * MICROS), CAP_HELP),
    number(
        ("fixed", "Fixed wait"),
        Quantity::Duration,
        (0, DAY_MS * MICROS),
        Some(1000 * MICROS),
        FIXED_HELP,
    ),
];

/// The choices of own scenarios in the order of the engine's types.
pub(super) const ORDERS: [(Order, &str, &str); 3] = [
    (Order::Arrival, "arrival", "First come, first served"),
    (Order::Random, "random", "A random choice"),
    (Order::Client, "client", "Lowest client number first"),
];

/// The word and the name of each generator, in the order offered.
const GENERATORS: &[(&str, &str)] = &[
    (Generator::ALL[0].name(), "xoshiro256++"),
    (Generator::ALL[1].name(), "Mulberry32"),
    (Generator::ALL[2].name(), "PCG64, as NumPy"),
    (Generator::ALL[3].name(), "64-bit LCG"),
];

const OWN: &[StudyField] = &[
    clients(1000),
    capacity(50, PER_WINDOW),
    number(("window", "Window"), Quantity::WholeMs, (1, DAY_MS), Some(100), "Width of an aligned window."),
    StudyField::Choice(ChoiceSpec {
        key: "order",
        label: "Served first",
        choices: &[(ORDERS[0].1, ORDERS[0].2), (ORDERS[1].1, ORDERS[1].2), (ORDERS[2].1, ORDERS[2].2)],
        help: "Which requests of one moment the server takes first.",
    }),
    number(
        ("outage_from", "Outage begins"),
        Quantity::WholeMs,
        (0, DAY_MS),
        Some(0),
        "When the outage begins.",
    ),
    number(
        ("outage", "Outage lasts"),
        Quantity::WholeMs,
        (0, DAY_MS),
        Some(0),
        "Every request fails meanwhile; 0 for no outage.",
    ),
    number(
        ("horizon", "Horizon"),
        Quantity::WholeMs,
        (1, DAY_MS),
        Some(600_000),
        "The run ends here; requests due later are not sent.",
    ),
    StudyField::Choice(ChoiceSpec {
        key: "generator",
        label: "Generator",
        choices: GENERATORS,
        help: "The random number generator; with the seed it fixes every draw.",
    }),
];

/// Fields of one policy of an own scenario.
const OWN_POLICY: &[StudyField] = &[
    number(("base", "Base"), Quantity::Duration, (MICROS, DAY_MS * MICROS), Some(500 * MICROS), BASE_HELP),
    number(
        ("multiplier", "Multiplier"),
        Quantity::Factor,
        (MILLIONTHS, 1000 * MILLIONTHS),
        Some(2 * MILLIONTHS),
        "Growth of the baseline from one retry to the next.",
    ),
    number(("cap", "Cap"), Quantity::Duration, (MICROS, DAY_MS * MICROS), Some(30_000 * MICROS), CAP_HELP),
    number(("fixed", "Wait"), Quantity::Duration, (0, DAY_MS * MICROS), Some(500 * MICROS), FIXED_HELP),
    number(
        ("retries", "Retries"),
        Quantity::Count,
        (0, MAX_RETRIES as u64),
        None,
        "Retries after which a client gives up; empty: it goes on to the horizon.",
    ),
    number(
        ("retry_after", "Retry-After"),
        Quantity::WholeSeconds,
        (0, 86_400),
        None,
        "Floor under every wait, also above the cap.",
    ),
    StudyField::Policy(PolicySpec {
        key: PLAN,
        label: "Policy",
        help: "As in a plan link: base=500&jitter=full&retries=5. Empty: the policy Plan opens with.",
    }),
];

/// The key of a whole policy.
pub(super) const PLAN: &str = "plan";

/// The fields of a kind of scenario, in the order of its canonical link; seeds and policies follow them there.
#[must_use]
pub const fn study_fields(kind: ScenarioKind) -> &'static [StudyField] {
    match kind {
        ScenarioKind::FixedWindow => FIXED_WINDOW,
        ScenarioKind::Tick => TICK,
        ScenarioKind::Outage => OUTAGE,
        ScenarioKind::Own => OWN,
    }
}

/// The fields that each policy of a scenario has for itself: those its kind uses, and none in a published study,
/// whose policies share the study's parameters.
#[must_use]
pub fn policy_fields(scenario: ScenarioKind, policy: PolicyKind) -> Vec<&'static StudyField> {
    if scenario != ScenarioKind::Own {
        return Vec::new();
    }
    let used: &[&str] = match policy {
        PolicyKind::Immediate => &["retries", "retry_after"],
        PolicyKind::Fixed => &["fixed", "retries", "retry_after"],
        PolicyKind::Exponential | PolicyKind::Full | PolicyKind::Equal => {
            &["base", "multiplier", "cap", "retries", "retry_after"]
        }
        PolicyKind::Decorrelated => &["base", "cap", "retries", "retry_after"],
        PolicyKind::Planned => &[PLAN],
    };
    OWN_POLICY.iter().filter(|field| used.contains(&field.key())).collect()
}
