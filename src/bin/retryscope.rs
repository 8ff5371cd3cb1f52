//! The command-line runner.

fn main() -> std::process::ExitCode {
    retryscope::cli::main()
}
