//! What the command line accepts, and its help.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

use crate::distribution::PERCENTS;
use crate::policy::retry_after::{Form, TIME_ALLOWED};
use crate::policy::{Field, FieldGroup};
use crate::study::{PolicyKind, ScenarioKind, StudyField, names_allowed, policy_fields, study_fields};

/// The command line.
#[derive(Parser)]
#[command(
    name = "retryscope",
    version,
    about = "What a retry policy can do, exactly: the same answers as the Retryscope page, as JSON.",
    after_help = "Exit status: 0 with an answer; 2 on bad input, with nothing on stdout and every problem \
                  on stderr, one a line."
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// When each retry can start, whether it fits a deadline, and what a Retry-After does
    Plan(PlanArgs),
    /// What many clients that retry do to one server: seeded, reproducible
    Simulate(SimulateArgs),
    /// How long a Retry-After header asks to wait, by the standard and by tolerant clients
    RetryAfter(RetryAfterArgs),
    /// What libraries really do: the list, or one with its default plan
    Library(LibraryArgs),
}

#[derive(ClapArgs)]
#[command(after_help = "The list gives each entry's id, language, version, whether it has jitter, honours \
Retry-After and has a retry budget, how it was checked, and its policy as a plan link. One entry gives all \
that is known of it, and its default plan under \"plan\".\n\n\
Examples:\n  retryscope library --table\n  retryscope library got\n  \
retryscope plan 'library=got&retries=5&request=100'")]
pub(super) struct LibraryArgs {
    /// An id from the list
    pub id: Option<String>,
    /// Print tables for people instead of JSON
    #[arg(long)]
    pub table: bool,
}

#[derive(ClapArgs)]
#[command(after_help = plan_help())]
pub(super) struct PlanArgs {
    /// A link of the page, its fragment, or bare `key=value&key=value`; quote it for the shell
    #[arg(allow_hyphen_values = true, value_parser = link)]
    pub link: String,
    /// Print a table for people instead of JSON
    #[arg(long)]
    pub table: bool,
    /// The percentiles in JSON, with commas, each above 0 and below 100
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = percentile, default_values_t = PERCENTS)]
    pub percentiles: Vec<f64>,
}

fn percentile(text: &str) -> Result<f64, String> {
    let allowed = "a percentile is a number above 0 and below 100";
    text.trim().parse().ok().filter(|p| *p > 0.0 && *p < 100.0).ok_or_else(|| allowed.to_owned())
}

#[derive(ClapArgs)]
#[command(after_help = simulate_help())]
pub(super) struct SimulateArgs {
    /// A link of the page, its fragment, or bare `key=value&key=value`; quote it for the shell
    #[arg(
        allow_hyphen_values = true,
        value_parser = link,
        required_unless_present = "scenario",
        conflicts_with = "scenario"
    )]
    pub link: Option<String>,
    /// A JSON file that the page exported (a result or a receipt), instead of a link: its link is run, and
    /// anything in the file that says otherwise is warned of
    #[arg(long, value_name = "FILE.json")]
    pub scenario: Option<PathBuf>,
    /// Print tables for people instead of JSON
    #[arg(long)]
    pub table: bool,
}

#[derive(ClapArgs)]
#[command(after_help = retry_after_help())]
pub(super) struct RetryAfterArgs {
    /// The header: its value, its whole line, or a block of response headers with their Date; quote it
    #[arg(allow_hyphen_values = true, value_parser = header)]
    pub header: String,
    /// The response's Date, which a date is measured from; wins over one in the block
    #[arg(long, value_name = "DATE")]
    pub date: Option<String>,
    /// The client's own clock when the response came: measured from where there is no Date, else compared with it
    #[arg(long, value_name = "TIME")]
    pub now: Option<String>,
}

/// A value may be negative, but a mistyped option must not pass for one.
fn header(text: &str) -> Result<String, String> {
    if text.starts_with("--") {
        return Err("neither an option of this command nor a header".to_owned());
    }
    Ok(text.to_owned())
}

/// A link may begin with a hyphen, but a mistyped option must not pass for one.
fn link(text: &str) -> Result<String, String> {
    if text.starts_with("--") && !text.contains('=') {
        return Err("neither an option of this command nor a link".to_owned());
    }
    Ok(text.to_owned())
}

/// One line a field with its limits and default.
fn field_help(help: &mut String, field: &StudyField, suffix: &str) {
    let default = match field.default_text() {
        text if text.is_empty() => "unset".to_owned(),
        text => text,
    };
    let key = format!("{}{suffix}", field.key());
    help.push_str(&format!("  {key:<14}{} {} (default {default})\n", field.help(), field.allowed()));
}

/// The scenarios with their keys and limits, from the limits tables.
fn simulate_help() -> String {
    let mut help = String::new();
    for kind in ScenarioKind::ALL {
        let policies: Vec<&str> = kind.policies().iter().map(|p| p.key()).collect();
        let defaults: Vec<&str> = kind.default_policies().iter().map(|p| p.key()).collect();
        help.push_str(&format!("scenario={}: {}\n", kind.key(), kind.label()));
        for field in study_fields(kind) {
            field_help(&mut help, field, "");
        }
        help.push_str(&format!(
            "  {:<14}{} (default {})\n",
            "seeds",
            kind.seeds_allowed(),
            kind.default_seeds()
        ));
        help.push_str(&format!(
            "  {:<14}1 to 8 of {} (default {})\n",
            "policies",
            policies.join(","),
            defaults.join(",")
        ));
        help.push_str(&format!(
            "  {:<14}for each policy, in order: {} (default: its kind)\n",
            "names",
            names_allowed()
        ));
        if kind == ScenarioKind::Own {
            help.push_str("  and for policy N, as far as its kind uses them:\n");
            for field in policy_fields(kind, PolicyKind::Full) {
                field_help(&mut help, field, ".N");
            }
            for (of, key) in [(PolicyKind::Fixed, "fixed"), (PolicyKind::Planned, "plan")] {
                for field in policy_fields(kind, of).into_iter().filter(|field| field.key() == key) {
                    field_help(&mut help, field, ".N");
                }
            }
        }
        help.push('\n');
    }
    help.push_str(
        "Bare durations are ms in fixed-window, outage and own (20s, 1.5s, 2m are accepted too), ticks in tick.\n\
         \n\
         JSON: version, scenario (its parameters and canonical link), scenario_sha256 (SHA-256 of that link),\n\
         \x20 policies[]: policy, kind, summary {metric: median, min, max, mean, sd}, trials[] (seed and metrics),\n\
         \x20 windows_per_point, arrivals_first_trial, retries_first_trial, accepted_first_trial (a number a window).\n\
         \x20 A metric without a value (nobody succeeded) is null.\n\
         \n\
         Examples:\n\
         \x20 retryscope simulate 'scenario=fixed-window' --table\n\
         \x20 retryscope simulate 'scenario=own&clients=2000&policies=full,exponential&base.1=100&retries.2=5'",
    );
    help
}

/// The words of the answer, from their lists.
fn retry_after_help() -> String {
    let forms = Form::ALL.map(Form::key).join(", ");
    format!(
        "strict is by the letter of RFC 9110: digits only, or one of the three forms of HTTP-date. \
         lenient also takes what is clear in meaning: fractions, a plus, mail and ISO 8601 dates with their zone, the first of duplicates.\n\
         A header that is not valid is an answer too, with exit status 0.\n\
         --date and --now: {TIME_ALLOWED}.\n\
         \n\
         JSON: strict and lenient {{valid, floor_ms, reason}}, form ({forms}), \
         floor_ms (of lenient; null when nothing can be waited by, as for a date without a reference), \
         hints[] (code, text), value, date_form (of an http-date), reference {{time, origin}}, version\n\
         \n\
         Examples:\n\
         \x20 retryscope retry-after 'Retry-After: 120'\n\
         \x20 retryscope retry-after 'Fri, 31 Dec 1999 23:59:59 GMT' --date 'Fri, 31 Dec 1999 23:59:00 GMT'\n\
         \x20 curl -sI https://example.org/ | xargs -0 retryscope retry-after"
    )
}

/// The keys with their limits, from the limits table, and the model in short.
fn plan_help() -> String {
    let mut help = String::from("Keys (all optional; an empty value means unset):\n");
    let mut list = |group| {
        for field in Field::ALL.iter().filter(|field| field.group() == group) {
            let default = match field.default_text() {
                text if text.is_empty() => "unset".to_owned(),
                text => text,
            };
            let accepts = field.accepts();
            help.push_str(&format!("  {:<14}{}\n", field.key(), accepts.help()));
            help.push_str(&format!("  {:<14}{} (default {default})\n", "", accepts.allowed()));
        }
    };
    list(FieldGroup::Plain);
    list(FieldGroup::Conditions);
    help.push_str(
        "\nKeys of a dialect, for what libraries do beyond that. With any of them the limits are wider (base from 0,\n\
         cap=none, retries to 1000 or retries=unlimited) and jitter may be scale, shift, window, power, feedback\n\
         or polly too:\n",
    );
    for field in Field::ALL.iter().filter(|field| field.group() == FieldGroup::Dialect) {
        let accepts = field.accepts_in_dialect();
        help.push_str(&format!("  {:<20}{} {}\n", field.key(), accepts.help(), accepts.allowed()));
    }
    let client = Field::Client.accepts();
    help.push_str("\nKeys of a library:\n");
    help.push_str("  library             An id of `retryscope library`: its policy, where the link gives no key of its own.\n");
    help.push_str(&format!("  {:<20}{} {}\n", client.key(), client.help(), client.allowed()));
    help.push_str(
        "\nBare numbers are ms (retry_after: s); 500ms, 1.5s, 2m and 1h are accepted too.\n\
         \n\
         Model: the initial request starts at 0. Baseline of retry n: d = min(cap, base·multiplier^(n−1)).\n\
         Wait: none [d, d], full [0, d], equal [d/2, d], decorrelated [min(base, cap), min(cap, base·3^n)];\n\
         Retry-After then raises both ends to at least its value. Retry n starts after n requests and n waits.\n\
         A start at or before the deadline is in time: within (always), may_miss (at best), misses (never).\n\
         \n\
         JSON (numbers in ms, rounded to 0.001, ties away from zero; pairs are [earliest, latest]):\n\
         \x20 version, link (canonical), max_requests, total_wait_ms, last_end_ms,\n\
         \x20 retries[]: retry, baseline_ms, wait_ms, start_ms, deadline (null without one),\n\
         \x20   wait_distribution: mean_ms, sd_ms, p5_ms … p99_ms, at_cap (share exactly at the cap),\n\
         \x20   start_distribution: the same with in_time (probability; null without a deadline); null where not\n\
         \x20   computed (feedback and Polly beyond retry 60, times beyond 10^150 ms). Computed, not sampled, to 4\n\
         \x20   digits, starts of feedback, Polly and rounded waits to 3; requests uniform over their range\n\
         \x20 fit: always_in_time, can_be_in_time (counts; null without a deadline),\n\
         \x20      max_request_ms, min_deadline_ms (the nearest values with which every retry always fits)\n\
         \x20 notes[]: code, text\n\
         \x20 client (the library named), stop (cap_reached, retry_after_over_limit: why the retries end early)\n\
         \n\
         Example:\n\
         \x20 retryscope plan 'base=500&cap=30s&retries=3&jitter=full&request=100&deadline=1700' --table",
    );
    help
}
