//! The limits table of the general policy: what libraries do beyond the plain calculator.
//!
//! As in [`super::limits`], everything that reads or shows a bound reads these rows.

use super::field::NameSpec;
use super::jitter::Jitter;
use super::limits::{BASE, CAP, JITTER, MULTIPLIER, RETRIES};
use crate::units::{ChoiceSpec, FieldSpec, Quantity};

const MS: u64 = 1000;
const DAY: u64 = 86_400_000 * MS;
const ONE: u64 = 1_000_000;

/// Most retries that are planned one by one.
pub const MOST_RETRIES: u64 = 1000;
/// Most stated baselines or Retry-Afters in a list.
pub const LONGEST_LIST: usize = 30;

/// The word for retries without limit.
pub const UNLIMITED: &str = "unlimited";
/// The word for no cap.
pub const NO_CAP: &str = "none";

pub(super) const WIDE_BASE: FieldSpec = FieldSpec { min: 0, max: DAY, ..BASE };
pub(super) const WIDE_MULTIPLIER: FieldSpec = FieldSpec { max: 1_000_000 * ONE, ..MULTIPLIER };
pub(super) const WIDE_CAP: FieldSpec = FieldSpec { min: 0, max: 3_000_000_000 * MS, ..CAP };
pub(super) const WIDE_RETRIES: FieldSpec = FieldSpec { max: MOST_RETRIES, ..RETRIES };
pub(super) const WIDE_JITTER: ChoiceSpec = ChoiceSpec { choices: &Jitter::WORDS, ..JITTER };

const fn duration(key: &'static str, label: &'static str, max: u64, help: &'static str) -> FieldSpec {
    FieldSpec { key, label, quantity: Quantity::Duration, min: 0, max, default: None, help }
}

const fn count(
    key: &'static str,
    label: &'static str,
    (min, max): (u64, u64),
    help: &'static str,
) -> FieldSpec {
    FieldSpec { key, label, quantity: Quantity::Count, min, max, default: None, help }
}

const fn factor(key: &'static str, label: &'static str, help: &'static str) -> FieldSpec {
    FieldSpec { key, label, quantity: Quantity::Factor, min: 0, max: 1000 * ONE, default: None, help }
}

const fn choice(
    key: &'static str,
    label: &'static str,
    choices: &'static [(&'static str, &'static str)],
    help: &'static str,
) -> ChoiceSpec {
    ChoiceSpec { key, label, choices, help }
}

const NO_YES: &[(&str, &str)] = &[("no", "No"), ("yes", "Yes")];

pub(super) const GROWTH: ChoiceSpec = choice(
    "growth",
    "Growth",
    &[
        ("plain", "Exponential, within the plain limits"),
        ("exponential", "Exponential"),
        ("none", "No wait"),
        ("constant", "Constant"),
        ("linear", "Linear"),
        ("polynomial", "Polynomial"),
        ("fibonacci", "Fibonacci"),
        ("doubling-linear", "Doubling, then linear"),
        ("list", "Stated waits"),
    ],
    "How the baseline grows from retry to retry.",
);
pub(super) const OFFSET: ChoiceSpec = choice(
    "offset",
    "First exponent",
    &[
        ("0", "0: base"),
        ("1", "1: base × multiplier"),
        ("2", "2: base × multiplier²"),
        ("-1", "−1: base ÷ multiplier"),
    ],
    "Exponent of the first retry.",
);
pub(super) const MAX_EXPONENT: FieldSpec =
    count("max_exponent", "Largest exponent", (0, MOST_RETRIES), "The exponent stops growing here.");
pub(super) const DOUBLINGS: FieldSpec = count(
    "doublings",
    "Doublings",
    (0, MOST_RETRIES),
    "How often the baseline doubles before it grows linearly.",
);
pub(super) const STEP: FieldSpec =
    duration("step", "Step", DAY, "The growing part of retry 2: d = base + step × (n − 1)^power.");
pub(super) const POWER: FieldSpec = count("power", "Power", (1, 10), "Power of n − 1.");
pub(super) const WAITS: FieldSpec =
    duration("waits", "Stated waits", DAY, "The baselines in order, with commas; the last one stays.");
pub(super) const CAP_ORDER: ChoiceSpec = choice(
    "cap_order",
    "Cap acts",
    &[
        ("before", "Before jitter"),
        ("after", "After jitter"),
        ("both", "Before and after"),
        ("ends", "On the ends of the draw"),
    ],
    "Before jitter, the cap is no bound where jitter adds.",
);
pub(super) const CAP_FIRST: ChoiceSpec = choice(
    "cap_first",
    "Cap on retry 1",
    &[("yes", "Yes"), ("no", "No")],
    "Whether the first retry is capped too.",
);
pub(super) const AT_CAP: ChoiceSpec = choice(
    "at_cap",
    "At the cap",
    &[("stay", "Retries go on"), ("no-jitter", "Jitter ends"), ("end", "Retries end")],
    "What reaching the cap does.",
);
pub(super) const JITTER_LO: FieldSpec =
    factor("jitter_lo", "Least factor", "The draw begins at this factor.");
pub(super) const JITTER_HI: FieldSpec =
    factor("jitter_hi", "Greatest factor", "The draw ends at this factor.");
pub(super) const JITTER_DOWN: FieldSpec =
    duration("jitter_down", "Taken away", DAY, "How much jitter takes away at most.");
pub(super) const JITTER_UP: FieldSpec = duration("jitter_up", "Added", DAY, "How much jitter adds at most.");
pub(super) const JITTER_GROWS: ChoiceSpec =
    choice("jitter_grows", "Grows with n", NO_YES, "Whether retry n is shifted by n times as much.");
pub(super) const JITTER_FLOOR: FieldSpec =
    duration("jitter_floor", "Lower end", DAY, "Every draw begins here.");
pub(super) const JITTER_POWER: FieldSpec =
    count("jitter_power", "Draw’s power", (1, 10), "The larger, the more draws lie near the baseline.");
pub(super) const FIRST_LO: FieldSpec =
    factor("first_lo", "First, least", "Least first wait, as a factor of the base.");
pub(super) const FIRST_HI: FieldSpec =
    factor("first_hi", "First, greatest", "Greatest first wait, as a factor of the base.");
pub(super) const PRE: FieldSpec =
    factor("pre", "Factor before", "The previous wait is multiplied by this, then capped, then drawn from.");
pub(super) const POST: FieldSpec =
    factor("post", "Factor after", "The drawn and rounded wait is multiplied by this.");
pub(super) const FROM: ChoiceSpec = choice(
    "from",
    "Draw begins at",
    &[("previous", "The previous wait"), ("base", "The base")],
    "What the least factor multiplies.",
);
pub(super) const ROUNDING: ChoiceSpec = choice(
    "rounding",
    "Rounding",
    &[
        ("none", "None"),
        ("floor", "Down"),
        ("nearest", "To the nearest"),
        ("ceiling", "Up"),
        ("toward-baseline", "Towards the baseline"),
    ],
    "How a drawn wait becomes a multiple of the unit.",
);
pub(super) const ROUNDING_UNIT: FieldSpec = FieldSpec {
    min: 1,
    default: Some(MS),
    ..duration("rounding_unit", "Unit", DAY, "Waits are multiples of this.")
};
pub(super) const ROUNDING_TOP: ChoiceSpec = choice(
    "rounding_top",
    "Top of the draw",
    &[("exclusive", "Not reached"), ("inclusive", "Reached")],
    "Whether whole numbers are drawn up to and including the top.",
);
pub(super) const ROUNDING_STEPS: ChoiceSpec =
    choice("rounding_steps", "Each step", NO_YES, "Whether the baseline is rounded down at every step.");
pub(super) const MIN: FieldSpec =
    FieldSpec { default: Some(0), ..duration("min", "Least wait", DAY, "No wait is shorter than this.") };
pub(super) const FIRST: ChoiceSpec = choice(
    "first",
    "First retry",
    &[("normal", "Like the others"), ("immediate", "At once"), ("exact", "Exactly the base")],
    "How the first retry differs.",
);
pub(super) const RULE: ChoiceSpec = choice(
    "retry_after_rule",
    "Retry-After is",
    &[
        ("floor", "A floor under the wait"),
        ("floor-then-jitter", "A floor under the baseline"),
        ("override", "Waited instead"),
        ("clamp", "Used up to a limit beyond the own wait"),
        ("ignored", "Ignored"),
    ],
    "What the client makes of a Retry-After.",
);
pub(super) const RULE_LIMIT: FieldSpec = duration(
    "retry_after_limit",
    "Longest obeyed",
    10_000_000_000 * MS,
    "The greatest Retry-After the client obeys.",
);
pub(super) const RULE_OVER: ChoiceSpec = choice(
    "retry_after_over",
    "Above the limit",
    &[("cut", "Cut to the limit"), ("give-up", "Gives up"), ("own-wait", "Waits its own wait")],
    "What a greater Retry-After does.",
);
pub(super) const RULE_ZERO: ChoiceSpec = choice(
    "retry_after_zero",
    "Retry-After: 0",
    &[("at-once", "Means zero"), ("own-wait", "Is ignored")],
    "What a Retry-After of zero does.",
);
pub(super) const RULE_EXTRA: FieldSpec = duration(
    "retry_after_extra",
    "Later by at most",
    DAY,
    "How far beyond its own wait the client goes at most.",
);
pub(super) const RULE_STRETCH: FieldSpec = FieldSpec {
    min: ONE,
    max: 10 * ONE,
    ..factor(
        "retry_after_stretch",
        "Stretch",
        "The wait is drawn from the Retry-After to this many times it.",
    )
};
pub(super) const CLIENT: NameSpec = NameSpec {
    key: "client",
    label: "Client",
    longest: 64,
    help: "The library this policy was taken from; it changes no number.",
};
