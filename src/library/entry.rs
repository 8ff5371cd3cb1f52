//! One library as it behaves by default. Every vocabulary is closed: an unknown word does not load.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::link::{Query, decode_plan};
use crate::policy::{PlanConfig, PlanInput, RetryAfterUse};
use crate::units::Violation;

/// An entry of the catalogue.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Stable name in links and on the command line: lower-case words with hyphens.
    pub id: String,
    /// The name people know it by.
    pub name: String,
    /// Language or platform.
    pub language: String,
    /// The version that was read or run.
    pub version: String,
    /// Where in its source the behaviour stands.
    pub source: String,
    /// The rule in words.
    pub formula: String,
    /// The default policy, as `key=value&…` of a plan link.
    pub policy: String,
    /// What the library does about the number of retries when nothing is set.
    pub retries: RetriesDefault,
    /// What its own setting counts.
    pub counts: Counts,
    /// How it counts, in words.
    pub attempts: String,
    /// Default limit on the whole call in ms; absent: none.
    pub deadline_ms: Option<u64>,
    /// What it does with a Retry-After, beyond the rule in `policy`.
    pub retry_after: RetryAfterFacts,
    /// A limit on retries across calls; described, not simulated. Absent: none.
    pub budget: Option<Budget>,
    /// What surprises people.
    #[serde(default)]
    pub surprises: Vec<String>,
    /// Its settings: what they are called and how they count.
    #[serde(default)]
    pub settings: BTreeMap<String, String>,
    /// How far the model reaches.
    pub model_fit: ModelFit,
    /// Where it does not, in words.
    pub fit_note: Option<String>,
    /// How draws lie in the range.
    pub distribution: Distribution,
    /// How the behaviour was checked.
    pub checked: Checked,
    /// The check in words.
    pub method: String,
    /// The configuration that `policy` stands for; absent: the library's defaults.
    pub config: Option<String>,
    /// Anything else worth knowing.
    pub note: Option<String>,
    /// Where this entry departs from the research it was made from, and why.
    pub correction: Option<String>,
    /// Other configurations and their policies.
    #[serde(default)]
    pub examples: Vec<Example>,
}

/// Another configuration of the same library.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The configuration in the library's own words.
    pub config: String,
    /// Its policy, as `key=value&…`.
    pub policy: String,
}

/// What a library does about the number of retries when nothing is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RetriesDefault {
    /// It stops after the number in the policy.
    Count,
    /// It goes on for ever, or until a deadline.
    Unlimited,
    /// No number is set by default; what else ends the retries is the caller's.
    Unset,
}

/// What a library's own setting counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// Retries after the first request.
    Retries,
    /// Requests, the first included.
    Requests,
}

/// A form in which a server can send a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Retry-After with whole seconds.
    DeltaSeconds,
    /// Retry-After with seconds, fractions too.
    FractionalSeconds,
    /// Retry-After with a date.
    HttpDate,
    /// A Unix time in seconds.
    EpochSeconds,
    /// `retry-after-ms`.
    RetryAfterMs,
    /// `x-ms-retry-after-ms`.
    XMsRetryAfterMs,
    /// `x-amz-retry-after`, in ms.
    XAmzRetryAfter,
    /// `grpc-retry-pushback-ms`.
    GrpcRetryPushbackMs,
    /// A value that the calling code passes on.
    ByCode,
}

/// What a date in the past does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PastDate {
    /// The next request is sent at once.
    AtOnce,
    /// The client's own wait is used.
    OwnWait,
    /// Not looked at.
    Unknown,
}

/// What a library does with a Retry-After, beyond the rule of its policy.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RetryAfterFacts {
    /// The forms it reads.
    #[serde(default)]
    pub forms: Vec<Form>,
    /// What a date in the past does.
    pub past_date: PastDate,
    /// The only statuses on which it looks; absent: on any, or not stated.
    pub statuses: Option<Vec<u16>>,
    /// Details.
    pub note: Option<String>,
}

/// A limit on retries across calls.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// Its kind.
    pub kind: BudgetKind,
    /// Its numbers in words.
    pub text: String,
}

/// The kinds of budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BudgetKind {
    /// A bucket of tokens that retries spend.
    Tokens,
    /// A share of the requests of a window.
    Ratio,
    /// A share of the requests under way.
    Concurrency,
}

/// How far the model reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ModelFit {
    /// Ranges and distribution.
    Exact,
    /// Ranges only.
    Range,
    /// Not everywhere; `fit_note` says where not.
    Outside,
}

/// How draws lie in their range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Distribution {
    /// Always the same.
    Constant,
    /// Evenly.
    Uniform,
    /// Evenly on multiples of a unit.
    Lattice,
    /// In separate bands.
    Bands,
    /// Denser near one end.
    Power,
    /// Polly's curve.
    Polly,
    /// Evenly below 1 s, in steps above.
    Mixed,
}

/// How a behaviour was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Checked {
    /// The library was run and its waits recorded.
    Ran,
    /// Its source was read.
    Read,
    /// Only its documentation, or part of its source, was read: unverified.
    Documented,
}

impl Entry {
    /// The default policy as `key=value&…` of a plan link, with the library's default deadline and its id.
    #[must_use]
    pub fn plan_link(&self) -> String {
        let deadline = self.deadline_ms.map(|ms| format!("&deadline={ms}")).unwrap_or_default();
        format!("{}{deadline}&client={}", self.policy, self.id)
    }

    /// The default policy as the fields of a plan; what a call adds (request, Retry-After) is at its defaults.
    #[must_use]
    pub fn config(&self) -> PlanConfig {
        decode_plan(&Query::parse(&self.plan_link())).config
    }

    /// The checked default policy.
    ///
    /// # Errors
    /// What is wrong with the catalogue's text; the tests show that nothing is.
    pub fn input(&self) -> Result<PlanInput, Vec<Violation>> {
        self.config().check()
    }

    /// Whether there is any randomness in its waits.
    #[must_use]
    pub fn has_jitter(&self) -> bool {
        self.distribution != Distribution::Constant
    }

    /// Whether it looks at Retry-After by default.
    #[must_use]
    pub fn honours_retry_after(&self) -> bool {
        self.input().is_ok_and(|input| input.policy.retry_after.usage != RetryAfterUse::Ignored)
    }

    /// Whether nobody ran it or read all of it.
    #[must_use]
    pub fn is_unverified(&self) -> bool {
        self.checked == Checked::Documented
    }
}
