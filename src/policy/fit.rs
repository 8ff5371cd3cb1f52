//! "Fit the deadline": what is in time now, and what would make everything be.

use super::limits::REQUEST;
use super::{DeadlineClass, Range, Row};
use crate::math::Exact;

/// How the plan meets its deadline, and the nearest inputs with which it always does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Retries whose latest start is at or before the deadline; `None` without a deadline.
    pub always_in_time: Option<u32>,
    /// Retries whose earliest start is at or before the deadline; `None` without a deadline.
    pub can_be_in_time: Option<u32>,
    /// The largest request duration in ms (a multiple of 0.001, at most the field's limit) with which
    /// every retry always starts in time. `None` if even zero is too long, without a deadline, or without retries.
    pub max_request: Option<Exact>,
    /// The smallest deadline in ms (a multiple of 0.001) with which every retry always starts in time; 0 without retries.
    pub min_deadline: Exact,
}

impl Fit {
    /// From the rows of a plan. Starts never decrease, so the last row decides for all.
    ///
    /// Largest request duration: (deadline − Σ latest waits)/N, from N·request + Σ ≤ deadline.
    pub(super) fn new(rows: &[Row], total_wait: &Range, deadline_ms: Option<&Exact>) -> Self {
        let count = |classes: &[DeadlineClass]| {
            let hits = rows.iter().filter_map(|row| row.deadline).filter(|class| classes.contains(class));
            deadline_ms.map(|_| u32::try_from(hits.count()).unwrap_or(u32::MAX))
        };
        let slack = deadline_ms.map(|deadline| deadline.clone() - total_wait.latest.clone());
        let max_request = slack.filter(|slack| !rows.is_empty() && !slack.is_negative()).map(|slack| {
            let limit = Exact::from_steps(REQUEST.max, REQUEST.quantity.decimals());
            slack.share_rounded_down(rows.len() as u64).min(limit)
        });
        Self {
            always_in_time: count(&[DeadlineClass::Within]),
            can_be_in_time: count(&[DeadlineClass::Within, DeadlineClass::MayMiss]),
            max_request,
            min_deadline: rows.last().map_or_else(Exact::zero, |row| row.start.latest.rounded_up()),
        }
    }
}
