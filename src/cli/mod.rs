//! The command line: a thin shell over the core. Prints the same answers as the page.

mod args;
mod library;
mod plan;
mod retry_after;
mod simulate;

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;

/// Exit status when the input is bad; clap uses the same for a bad command line.
const BAD_INPUT: u8 = 2;

/// Runs the command line of this process and gives its exit status.
///
/// Answers go to stdout; warnings and problems to stderr, one a line.
#[must_use]
pub fn main() -> ExitCode {
    let args::Args { command } = args::Args::parse();
    let outcome = match command {
        args::Command::Plan(args) => plan::run(&args),
        args::Command::Library(args) => library::run(&args),
        args::Command::Simulate(args) => simulate::run(&args),
        args::Command::RetryAfter(args) => retry_after::run(&args),
    };
    for warning in &outcome.warnings {
        tell("warning", warning);
    }
    match outcome.answer {
        Ok(text) => print(&text),
        Err(problems) => {
            for problem in &problems {
                tell("error", problem);
            }
            ExitCode::from(BAD_INPUT)
        }
    }
}

/// What a command has to say.
struct Outcome {
    warnings: Vec<String>,
    /// The text for stdout, or every problem with the input.
    answer: Result<String, Vec<String>>,
}

/// Writes a line to stderr. When nobody can read it, the exit status still says how it went.
fn tell(kind: &str, text: &str) {
    let _ = writeln!(std::io::stderr(), "{kind}: {text}");
}

/// Writes the answer; a reader that closed the pipe early (`| head`) is no error.
fn print(text: &str) -> ExitCode {
    let written = writeln!(std::io::stdout(), "{}", text.trim_end());
    match written {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            tell("error", &format!("cannot write to stdout: {error}"));
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
