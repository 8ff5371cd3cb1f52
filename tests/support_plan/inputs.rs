//! Generated plan inputs over everything the limits table allows, dense at its edges.

use proptest::prelude::*;
use retryscope::policy::limits::{BASE, CAP, DEADLINE, MULTIPLIER, REQUEST, RETRIES, RETRY_AFTER};
use retryscope::policy::{Backoff, Conditions, Jitter, PlanInput, Policy, RetryLimit};
use retryscope::units::{Factor, FieldSpec, Micros, Seconds};

use super::oracle::{Expected, Ratio, ratio};

/// Any value a field accepts, in its steps.
///
/// Uniform numbers alone would nearly all be large and have every decimal; people type small and round ones.
pub fn steps(spec: &FieldSpec) -> BoxedStrategy<u64> {
    let (min, max) = (spec.min, spec.max);
    let unit = spec.quantity.steps_per_unit();
    let magnitudes = 64 - (max - min).leading_zeros();
    prop_oneof![
        2 => prop_oneof![Just(min), Just(max), Just(min + 1), Just(max - 1)],
        2 => min..=max,
        3 => (min.div_ceil(unit)..=max / unit).prop_map(move |whole| whole * unit),
        3 => (0..magnitudes, any::<u64>())
            .prop_map(move |(bits, noise)| (min + (noise & ((2 << bits) - 1))).min(max)),
        3 => (0..magnitudes).prop_map(move |bits| ((min.div_ceil(unit) + (1 << bits)) * unit).min(max)),
    ]
    .boxed()
}

/// Any jitter.
pub fn jitter() -> impl Strategy<Value = Jitter> {
    proptest::sample::select(Jitter::PLAIN.to_vec())
}

/// Where a generated deadline lies.
#[derive(Clone, Copy, Debug)]
enum DeadlineAt {
    Unset,
    Steps(u64),
    /// A share of the way through the retries, at the earliest or latest start, moved by a few steps.
    Start {
        retry: prop::sample::Index,
        latest: bool,
        moved: i64,
    },
}

fn deadline() -> impl Strategy<Value = DeadlineAt> {
    prop_oneof![
        2 => Just(DeadlineAt::Unset),
        3 => steps(&DEADLINE).prop_map(DeadlineAt::Steps),
        6 => (any::<prop::sample::Index>(), any::<bool>(), -1_i64..=1)
            .prop_map(|(retry, latest, moved)| DeadlineAt::Start { retry, latest, moved }),
    ]
}

/// Any input without a deadline.
pub fn without_deadline() -> impl Strategy<Value = PlanInput> {
    let retries = steps(&RETRIES);
    let retry_after = proptest::option::of(steps(&RETRY_AFTER));
    (steps(&BASE), steps(&MULTIPLIER), steps(&CAP), retries, jitter(), steps(&REQUEST), retry_after).prop_map(
        |(base, multiplier, cap, retries, jitter, request, retry_after)| PlanInput {
            policy: Policy::plain(
                Backoff::exponential(Micros(base), Factor(multiplier), Some(Micros(cap))),
                jitter,
                RetryLimit::AtMost(retries as u32),
            ),
            conditions: Conditions {
                request: Micros(request),
                retry_after: retry_after.map(Seconds),
                ..Conditions::default()
            },
            client: None,
        },
    )
}

/// Any input; half of the deadlines lie at a start or one step beside it, where the classes change.
pub fn inputs() -> impl Strategy<Value = PlanInput> {
    (without_deadline(), deadline()).prop_map(|(mut input, at)| {
        input.conditions.deadline = match at {
            DeadlineAt::Unset => None,
            DeadlineAt::Steps(steps) => Some(Micros(steps)),
            DeadlineAt::Start { retry, latest, moved } => {
                let starts = Expected::of(&input).starts;
                let start = (!starts.is_empty()).then(|| &starts[retry.index(starts.len())][latest as usize]);
                let at = start.map_or(0, whole_micros).saturating_add_signed(moved);
                Some(Micros(at.min(DEADLINE.max)))
            }
        };
        input
    })
}

/// A time in ms as whole microseconds, rounded down.
pub fn whole_micros(ms: &Ratio) -> u64 {
    (ms * ratio(1000, 1)).floor().to_integer().try_into().expect("every start fits")
}
