//! Bringing a policy from a plan into an own scenario, and back.

use super::fields::{PLAN, policy_fields};
use super::planned;
use super::{PolicyConfig, PolicyKind, ScenarioKind, StudyConfig, StudyInput};
use crate::policy::limits::{CAP, RETRIES};
use crate::policy::{Field, Jitter, PlanConfig, PlanInput};

/// The policy of a plan as a policy of an own scenario. Request duration and deadline stay behind: in a
/// simulation a request takes no time and nothing but the horizon ends a call.
#[must_use]
pub fn policy_of_plan(plan: &PlanInput) -> PolicyConfig {
    let typed = PlanConfig::from_input(plan);
    let is_general = typed.is_dialect() || !plan.conditions.retry_afters.is_empty();
    let kind = match plan.policy.jitter {
        _ if is_general => PolicyKind::Planned,
        Jitter::None => PolicyKind::Exponential,
        Jitter::Full => PolicyKind::Full,
        Jitter::Equal => PolicyKind::Equal,
        Jitter::Decorrelated => PolicyKind::Decorrelated,
        _ => PolicyKind::Planned,
    };
    let mut policy = PolicyConfig::of_kind(kind.key());
    if kind == PolicyKind::Planned {
        policy.set(PLAN, planned::write(plan));
        policy.name = plan.client.clone().unwrap_or_default();
        return policy;
    }
    // Both forms write these fields alike, under the same keys.
    for field in [Field::Base, Field::Multiplier, Field::Cap, Field::Retries, Field::RetryAfter] {
        policy.set(field.key(), typed.text(field));
    }
    policy
}

/// A policy of a scenario as the inputs of a plan; `None` for abstract ticks, which are no time.
///
/// Retries without limit become the most that a plan takes, and a wait that is always the same becomes a base
/// with multiplier 1. A value beyond the plan's limits is kept and reported there.
#[must_use]
pub fn plan_of_policy(input: &StudyInput, index: usize) -> Option<PlanConfig> {
    if input.kind == ScenarioKind::Tick {
        return None;
    }
    let policy = input.policies.get(index)?;
    if let Some(plan) = &policy.plan {
        return Some(PlanConfig::from_input(plan));
    }
    let config = StudyConfig::from_input(input);
    let text = |key: &str| {
        let own = policy_fields(input.kind, policy.kind).into_iter().find(|field| field.key() == key);
        let shared =
            || config.fields().iter().find(|field| field.key() == key).map(|field| config.text(field));
        own.map(|field| config.policies[index].text(field)).or_else(shared)
    };
    let mut plan = PlanConfig::default();
    let jitter = match policy.kind {
        PolicyKind::Full => Jitter::Full,
        PolicyKind::Equal => Jitter::Equal,
        PolicyKind::Decorrelated => Jitter::Decorrelated,
        PolicyKind::Immediate | PolicyKind::Fixed | PolicyKind::Exponential | PolicyKind::Planned => {
            Jitter::None
        }
    };
    plan.set(Field::Jitter, jitter.key());
    match policy.kind {
        PolicyKind::Immediate | PolicyKind::Fixed => {
            let wait = text("fixed").filter(|_| policy.kind == PolicyKind::Fixed);
            // The least wait of a simulation is 1 ms.
            plan.set(Field::Base, wait.unwrap_or_else(|| "1".to_owned()));
            plan.set(Field::Multiplier, "1");
            plan.set(Field::Cap, CAP.write(CAP.max));
        }
        _ => {
            for field in [Field::Base, Field::Multiplier, Field::Cap] {
                if let Some(text) = text(field.key()) {
                    plan.set(field, text);
                }
            }
        }
    }
    let retries = text("retries").filter(|text| !text.is_empty());
    plan.set(Field::Retries, retries.unwrap_or_else(|| RETRIES.write(RETRIES.max)));
    plan.set(Field::RetryAfter, text("retry_after").unwrap_or_default());
    Some(plan)
}
