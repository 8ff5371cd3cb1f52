//! The limits table of the plain calculator.
//!
//! Validation, messages, input attributes, link decoding, `--help` and the generators of the
//! property tests all read these rows; no bound is written down a second time.
//! The types behind them hold more (see [`super::Backoff`]): these are the bounds of the form.

use super::jitter::Jitter;
use crate::units::{FieldSpec, Quantity};

const MS: u64 = 1000;
const ONE: u64 = 1_000_000;

/// Baseline delay of the first retry.
pub const BASE: FieldSpec = FieldSpec {
    key: "base",
    label: "Base",
    quantity: Quantity::Duration,
    min: MS,
    max: 600_000 * MS,
    default: Some(500 * MS),
    help: "Baseline delay of retry 1.",
};

/// Growth of the baseline from one retry to the next.
pub const MULTIPLIER: FieldSpec = FieldSpec {
    key: "multiplier",
    label: "Multiplier",
    quantity: Quantity::Factor,
    min: ONE,
    max: 10 * ONE,
    default: Some(2 * ONE),
    help: "Growth of the baseline from one retry to the next.",
};

/// Upper limit of the baseline.
pub const CAP: FieldSpec = FieldSpec {
    key: "cap",
    label: "Cap",
    quantity: Quantity::Duration,
    min: MS,
    max: 3_600_000 * MS,
    default: Some(30_000 * MS),
    help: "Upper limit of the baseline, applied before jitter.",
};

/// Retries after the initial request.
pub const RETRIES: FieldSpec = FieldSpec {
    key: "retries",
    label: "Retries",
    quantity: Quantity::Count,
    min: 0,
    max: 30,
    default: Some(3),
    help: "Retries after the initial request: N retries are at most N + 1 requests.",
};

/// Time each request takes.
pub const REQUEST: FieldSpec = FieldSpec {
    key: "request",
    label: "Request duration",
    quantity: Quantity::Duration,
    min: 0,
    max: 600_000 * MS,
    default: Some(0),
    help: "Time every request takes, the failed ones too.",
};

/// Floor under every wait.
pub const RETRY_AFTER: FieldSpec = FieldSpec {
    key: "retry_after",
    label: "Retry-After",
    quantity: Quantity::WholeSeconds,
    min: 0,
    max: 86_400,
    default: None,
    help: "Floor under every wait, also above the cap.",
};

/// Limit on the whole call.
pub const DEADLINE: FieldSpec = FieldSpec {
    key: "deadline",
    label: "Deadline",
    quantity: Quantity::Duration,
    min: 0,
    max: 3_000_000_000 * MS,
    default: None,
    help: "Latest start that still counts, from the start of the call.",
};

/// The key of the jitter choice.
pub const JITTER_KEY: &str = "jitter";
/// The label of the jitter choice.
pub const JITTER_LABEL: &str = "Jitter";
/// The jitter when nothing is given.
pub const JITTER_DEFAULT: Jitter = Jitter::None;

/// The jitter choices in words, for messages.
#[must_use]
pub fn jitter_allowed() -> String {
    Jitter::ALL.map(Jitter::key).join(", ")
}
