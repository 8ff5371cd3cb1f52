//! The closed vocabularies in words for people.

use super::{Checked, Counts, Distribution, Entry, Form, ModelFit, PastDate, RetriesDefault};
use crate::policy::{PlanInput, RetryLimit, retry_after_in_words};

impl Checked {
    /// "checked by running it", …
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ran => "checked by running it",
            Self::Read => "read in source",
            Self::Documented => "unverified: from documentation or part of the source",
        }
    }

    /// The word in JSON.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Ran => "ran",
            Self::Read => "read",
            Self::Documented => "documented",
        }
    }
}

impl ModelFit {
    /// What the model gives for this library.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Exact => "ranges and distribution as in the library",
            Self::Range => "ranges as in the library, distribution not",
            Self::Outside => "not as in the library everywhere",
        }
    }

    /// The word in JSON.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Range => "range",
            Self::Outside => "outside",
        }
    }
}

impl Distribution {
    /// How draws lie in their range, in words.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Constant => "no jitter",
            Self::Uniform => "uniform",
            Self::Lattice => "uniform on whole units",
            Self::Bands => "in separate bands",
            Self::Power => "denser near the low end",
            Self::Polly => "Polly\u{2019}s curve",
            Self::Mixed => "uniform below 1 s, steps above",
        }
    }

    /// The word in JSON.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Constant => "constant",
            Self::Uniform => "uniform",
            Self::Lattice => "lattice",
            Self::Bands => "bands",
            Self::Power => "power",
            Self::Polly => "polly",
            Self::Mixed => "mixed",
        }
    }
}

impl Form {
    /// The header or source of the value.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::DeltaSeconds => "Retry-After: whole seconds",
            Self::FractionalSeconds => "Retry-After: seconds, fractions too",
            Self::HttpDate => "Retry-After: date",
            Self::EpochSeconds => "Unix time in seconds",
            Self::RetryAfterMs => "retry-after-ms",
            Self::XMsRetryAfterMs => "x-ms-retry-after-ms",
            Self::XAmzRetryAfter => "x-amz-retry-after, in ms",
            Self::GrpcRetryPushbackMs => "grpc-retry-pushback-ms",
            Self::ByCode => "a value the calling code passes on",
        }
    }
}

impl PastDate {
    /// What a date in the past does, in words; empty when nobody looked.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::AtOnce => "a date in the past is retried at once",
            Self::OwnWait => "a date in the past leaves its own wait",
            Self::Unknown => "",
        }
    }
}

impl Entry {
    /// What it makes of a Retry-After, in one or more sentences.
    #[must_use]
    pub fn retry_after_in_words(&self) -> String {
        let Ok(input) = self.input() else { return String::new() };
        let mut said = sentence(&retry_after_in_words(&input.policy));
        let past = self.retry_after.past_date.word();
        if !past.is_empty() {
            said.push_str(&format!(" {}", sentence(past)));
        }
        if let Some(statuses) = &self.retry_after.statuses {
            let statuses: Vec<String> = statuses.iter().map(u16::to_string).collect();
            said.push_str(&format!(" Looked at only with status {}.", statuses.join(", ")));
        }
        if let Some(note) = &self.retry_after.note {
            said.push_str(&format!(" {note}"));
        }
        said
    }

    /// How its own setting counts, and how many requests that makes by default.
    #[must_use]
    pub fn attempts_in_words(&self) -> String {
        let setting = match self.counts {
            Counts::Retries => "It counts retries: N means up to N + 1 requests.",
            Counts::Requests => "It counts requests, the first included: N means up to N − 1 retries.",
        };
        let default = match (self.retries, self.input().map(|input: PlanInput| input.policy.retries)) {
            (RetriesDefault::Count, Ok(RetryLimit::AtMost(n))) => {
                let retries = if n == 1 { "retry" } else { "retries" };
                format!(" By default {n} {retries}, {} requests in total.", n + 1)
            }
            (RetriesDefault::Unset, _) => " No number of retries is set by default.".to_owned(),
            _ if self.deadline_ms.is_some() => " By default only its deadline ends the retries.".to_owned(),
            _ => " By default nothing ends the retries.".to_owned(),
        };
        format!("{setting}{default}")
    }
}

/// Words as a sentence: a capital first, a full stop last.
fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
}
