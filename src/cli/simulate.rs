//! `retryscope simulate`.

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Outcome;
use super::args::SimulateArgs;
use crate::link::{Query, decode_study};
use crate::report::{contradictions, link_of_report, simulate_json, simulate_text};
use crate::sim::{Estimate, Results, Run, RunError, Scenario, TrialId, TrialResult, trials};

/// Attempts between two looks at the progress: some milliseconds of work.
const SLICE: u64 = 500_000;

pub(super) fn run(args: &SimulateArgs) -> Outcome {
    let (link, file) = match source(args) {
        Ok(source) => source,
        Err(problem) => return Outcome { warnings: Vec::new(), answer: Err(vec![problem]) },
    };
    let link = decode_study(&Query::parse(&link));
    let unknown = link.unknown_keys.iter().map(|key| format!("unknown key {key:?} is ignored"));
    let mut warnings: Vec<String> = unknown.collect();
    let Some(input) = link.input else {
        let problems = link.violations.iter().map(ToString::to_string).collect();
        return Outcome { warnings, answer: Err(problems) };
    };
    // A file edited by hand must not pass for what its link says.
    warnings.extend(
        file.iter().flat_map(|json| contradictions(json, &input)).map(|what| format!("--scenario: {what}")),
    );
    let answer = match simulate(&input.scenario) {
        Ok(results) if args.table => Ok(simulate_text(&input, &results)),
        Ok(results) => Ok(simulate_json(&input, &results)),
        Err(error) => Err(vec![format!("scenario: \"{}\": {error}", input.kind.key())]),
    };
    Outcome { warnings, answer }
}

/// The link on the command line, or inside the file it names, and that file's text.
fn source(args: &SimulateArgs) -> Result<(String, Option<String>), String> {
    match (&args.link, &args.scenario) {
        (Some(link), _) => Ok((link.clone(), None)),
        (None, Some(path)) => {
            let name = path.display();
            let json = std::fs::read_to_string(path)
                .map_err(|error| format!("--scenario: \"{name}\" cannot be read: {error}"))?;
            let link =
                link_of_report(&json).map_err(|problem| format!("--scenario: \"{name}\" {problem}"))?;
            Ok((link, Some(json)))
        }
        // clap asks for one of the two.
        (None, None) => Ok((String::new(), None)),
    }
}

/// Runs all trials on as many threads as the machine has, with the same bits as one.
fn simulate(scenario: &Scenario) -> Result<Results, RunError> {
    let estimate = Estimate::of(scenario);
    estimate.check()?;
    let all = trials(scenario);
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(all.len()).max(1);
    let done = AtomicU64::new(0);
    let finished = Mutex::new(Vec::with_capacity(all.len()));
    let mut outcomes = Vec::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = all
            .chunks(all.len().div_ceil(threads))
            .map(|share| {
                scope.spawn(|| run_share(scenario, share.to_vec(), &done, &finished, estimate.attempts))
            })
            .collect();
        // A thread that panicked has no result; half of the trials must never pass for all of them.
        let outcome = |worker: std::thread::ScopedJoinHandle<'_, Result<(), RunError>>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        outcomes.extend(workers.into_iter().map(outcome));
    });
    progress_line("");
    outcomes.into_iter().collect::<Result<(), _>>()?;
    let results = finished.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    Ok(Results::merge(scenario, results))
}

fn run_share(
    scenario: &Scenario,
    share: Vec<TrialId>,
    done: &AtomicU64,
    finished: &Mutex<Vec<TrialResult>>,
    estimate: u64,
) -> Result<(), RunError> {
    let mut run = Run::new(scenario.clone(), share);
    let mut before = 0;
    loop {
        let progress = run.advance(SLICE)?;
        let all = done.fetch_add(progress.attempts - before, Ordering::Relaxed) + progress.attempts - before;
        before = progress.attempts;
        let percent = (all.saturating_mul(100) / estimate.max(1)).min(99);
        progress_line(&format!("about {percent} %"));
        if progress.finished() {
            let results = run.take_results();
            finished.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(results);
            return Ok(());
        }
    }
}

/// Shows progress where stderr is a terminal; an empty text clears the line.
fn progress_line(text: &str) {
    let mut stderr = std::io::stderr();
    if stderr.is_terminal() {
        // Nobody is told that nobody can be told.
        let _ = write!(stderr, "\r\x1b[2K{text}");
        let _ = stderr.flush();
    }
}
