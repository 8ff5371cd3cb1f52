//! `retryscope retry-after`.

use super::Outcome;
use super::args::RetryAfterArgs;
use crate::policy::retry_after::{Instant, TIME_ALLOWED, Times, read, read_time};
use crate::report::retry_after_json;
use crate::units::{Problem, Violation};

pub(super) fn run(args: &RetryAfterArgs) -> Outcome {
    let mut problems = Vec::new();
    let mut time = |option: &str, text: Option<&String>, reference| {
        let text = text?;
        let at = read_time(text, reference);
        if at.is_none() {
            problems.push(bad_time(option, text));
        }
        at
    };
    let now: Option<Instant> = time("--now", args.now.as_ref(), None);
    let date = time("--date", args.date.as_ref(), now);
    let answer = if problems.is_empty() {
        Ok(retry_after_json(&read(&args.header, Times { date, now })))
    } else {
        // In the order of the help.
        problems.reverse();
        Err(problems)
    };
    Outcome { warnings: Vec::new(), answer }
}

fn bad_time(option: &str, text: &str) -> String {
    let problem = if text.trim().is_empty() {
        Problem::Missing
    } else {
        Problem::Other("is not a time that can be read".to_owned())
    };
    let violation =
        Violation { key: option.to_owned(), raw: text.to_owned(), problem, allowed: TIME_ALLOWED.to_owned() };
    violation.to_string()
}
