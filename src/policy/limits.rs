//! The limits table of the plain calculator.
//!
//! Validation, messages, input attributes, link decoding, `--help` and the generators of the
//! property tests all read these rows; no bound is written down a second time.
//! A policy that uses any field of a dialect has the wider bounds of [`super::dialect_limits`].

use super::jitter::Jitter;
use crate::units::{ChoiceSpec, FieldSpec, Quantity};

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

/// How long a request can take at most, where it varies.
pub const REQUEST_MOST: FieldSpec = FieldSpec {
    key: "request_most",
    label: "Longest request",
    default: None,
    help: "Where requests take different times: the longest one; Request duration is the shortest.",
    ..REQUEST
};

/// Limit on one attempt.
pub const ATTEMPT_TIMEOUT: FieldSpec = FieldSpec {
    key: "timeout",
    label: "Attempt timeout",
    quantity: Quantity::Duration,
    min: 1,
    max: 600_000 * MS,
    default: None,
    help: "A request that would take longer is cut off here and counts as failed.",
};

/// Retry-After before each retry, where they differ.
pub const RETRY_AFTERS: FieldSpec = FieldSpec {
    key: "retry_afters",
    label: "Retry-After of each retry",
    help: "Seconds with commas, in the order of the retries (2,,10); later retries have Retry-After.",
    ..RETRY_AFTER
};

/// The jitter of the plain calculator.
pub const JITTER: ChoiceSpec = ChoiceSpec {
    key: "jitter",
    label: "Jitter",
    choices: &[Jitter::WORDS[0], Jitter::WORDS[1], Jitter::WORDS[2], Jitter::WORDS[3]],
    help: "How the baseline d becomes a range of waits.",
};
