//! What a library does with one Retry-After header: waited, cut, ignored, given up, or overflowed.

use super::{Entry, Form, PastDate};
use crate::math::{Exact, human_ms};
use crate::policy::retry_after::{Form as HeaderForm, Hint, Reading};
use crate::policy::{Heard, PlanInput, Range, RetryAfterUse};
use crate::units::shorten;

/// Node's and browsers' timers hold signed 32-bit milliseconds; a longer wait fires at once.
const LONGEST_TIMER_MS: u64 = 2_147_483_647;

/// What happens to a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is waited, or raises the wait.
    Waited,
    /// It is made shorter first.
    Cut,
    /// It changes nothing.
    Ignored,
    /// The client gives up.
    GivesUp,
    /// The timer overflows: the retry starts at once.
    Overflows,
    /// It cannot be told: a date without a reference.
    Untold,
}

impl Fate {
    /// The word for people.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Waited => "waited",
            Self::Cut => "cut",
            Self::Ignored => "ignored",
            Self::GivesUp => "gives up",
            Self::Overflows => "overflows",
            Self::Untold => "cannot be told",
        }
    }
}

/// A header's fate with a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    /// What happens.
    pub fate: Fate,
    /// The same in a sentence, with the wait before retry 1.
    pub sentence: String,
}

impl Tried {
    fn new(fate: Fate, sentence: impl Into<String>) -> Self {
        Self { fate, sentence: sentence.into() }
    }
}

/// What `entry` does before its first retry when the failed response carries the header that was read.
#[must_use]
pub fn try_header(entry: &Entry, reading: &Reading) -> Tried {
    let Ok(input) = entry.input() else { return Tried::new(Fate::Untold, "The entry has no plan.") };
    let rule = input.policy.retry_after;
    if rule.usage == RetryAfterUse::Ignored {
        return Tried::new(
            Fate::Ignored,
            format!("It does not look at the header and waits {}.", own_wait(&input)),
        );
    }
    if let Some(why) = unread(entry, reading) {
        return Tried::new(Fate::Ignored, format!("{why} It waits {}.", own_wait(&input)));
    }
    let Some(ms) = reading.floor_ms() else {
        let needs = "A date needs the response\u{2019}s Date line to measure it from.";
        return Tried::new(Fate::Untold, needs);
    };
    let is_past = reading.hints.iter().any(|hint| matches!(hint, Hint::InThePast { .. }));
    if is_past && entry.retry_after.past_date == PastDate::OwnWait {
        let wait = own_wait(&input);
        return Tried::new(
            Fate::Ignored,
            format!("The date is in the past, so it keeps its own wait, {wait}."),
        );
    }
    match rule.heard(ms) {
        Heard::OwnWait => {
            let why = if ms.is_zero() { "Zero" } else { "A value above its limit" };
            Tried::new(Fate::Ignored, format!("{why} leaves it its own wait, {}.", own_wait(&input)))
        }
        Heard::GivesUp => Tried::new(
            Fate::GivesUp,
            format!("{} is above its limit: it gives up without a retry.", human_ms(ms)),
        ),
        Heard::Obeyed { ms: used, cut } => obeyed(entry, &input, ms, &used, cut),
    }
}

fn obeyed(entry: &Entry, input: &PlanInput, sent: &Exact, used: &Exact, cut: bool) -> Tried {
    let wait = first_wait(input, Some(used));
    let words = range_words(&wait);
    if entry.language == "JavaScript" && wait.earliest > Exact::from_steps(LONGEST_TIMER_MS, 0) {
        let sentence = format!(
            "{words} does not fit a JavaScript timer (2\u{b3}\u{b9} \u{2212} 1 ms, about 24.8 days), which fires at once instead."
        );
        return Tried::new(Fate::Overflows, sentence);
    }
    if cut || wait.latest < *sent {
        let sent = human_ms(sent);
        return Tried::new(Fate::Cut, format!("{sent} is cut: it waits {words}, too early for the server."));
    }
    Tried::new(Fate::Waited, format!("It waits {words}."))
}

/// Why the library does not read a header of this form; `None` if it does.
fn unread(entry: &Entry, reading: &Reading) -> Option<String> {
    let reads = |form: Form| entry.retry_after.forms.contains(&form);
    let by_header = [Form::DeltaSeconds, Form::FractionalSeconds, Form::HttpDate, Form::EpochSeconds];
    if !by_header.into_iter().any(reads) {
        let forms: Vec<&str> = entry.retry_after.forms.iter().map(|form| form.word()).collect();
        let only = if forms.is_empty() { "nothing of the kind".to_owned() } else { forms.join("; ") };
        return Some(format!("It does not read the standard header, only: {only}."));
    }
    match reading.form {
        HeaderForm::DeltaSeconds => None,
        HeaderForm::DecimalSeconds if reads(Form::FractionalSeconds) => None,
        HeaderForm::DecimalSeconds => Some("It reads whole seconds, and this is a fraction.".to_owned()),
        HeaderForm::HttpDate if reads(Form::HttpDate) => None,
        HeaderForm::HttpDate => Some("It does not read dates.".to_owned()),
        _ => Some(format!("\u{201c}{}\u{201d} is no value of the standard.", shorten(&reading.value))),
    }
}

/// The wait before retry 1, with or without a Retry-After; nothing where there is no retry.
fn first_wait(input: &PlanInput, sent: Option<&Exact>) -> Range {
    input.policy.first_wait(sent).unwrap_or_else(|| Range::new(Exact::zero(), Exact::zero()))
}

fn own_wait(input: &PlanInput) -> String {
    range_words(&first_wait(input, None))
}

fn range_words(range: &Range) -> String {
    if range.is_point() {
        human_ms(&range.latest)
    } else {
        format!("{} to {}", human_ms(&range.earliest), human_ms(&range.latest))
    }
}
