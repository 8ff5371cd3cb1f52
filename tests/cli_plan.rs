//! `retryscope plan`: what it prints where, and its exit status.
#![cfg(all(feature = "cli", not(target_arch = "wasm32")))]

use std::process::{Command, Output, Stdio};

use retryscope::policy::{Field, FieldGroup};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retryscope"));
    command.args(args).stdin(Stdio::null());
    command
}

/// Exit status, stdout and stderr.
fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command(args).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn a_plan_is_one_line_of_json_in_the_stated_shape_and_order() {
    let (status, stdout, stderr) = run(&["plan", "base=500&multiplier=2&cap=30000&retries=1&jitter=none"]);
    let expected = concat!(
        r#"{"version":1,"link":"v=1&view=plan&retries=1","max_requests":2,"total_wait_ms":[500,500],"#,
        r#""last_end_ms":[500,500],"retries":[{"retry":1,"baseline_ms":500,"wait_ms":[500,500],"#,
        r#""start_ms":[500,500],"deadline":null,"wait_distribution":{"mean_ms":500,"sd_ms":0,"p5_ms":500,"p25_ms":500,"p50_ms":500,"#,
        r#""p75_ms":500,"p95_ms":500,"p99_ms":500,"at_cap":0},"start_distribution":{"mean_ms":500,"sd_ms":0,"#,
        r#""p5_ms":500,"p25_ms":500,"p50_ms":500,"p75_ms":500,"p95_ms":500,"p99_ms":500,"in_time":null}}],"fit":{"always_in_time":null,"can_be_in_time":null,"#,
        r#""max_request_ms":null,"min_deadline_ms":500}"#,
    );
    assert!(stdout.starts_with(expected), "{stdout}");
    // Fields may be added behind these; the line stays one, and valid.
    assert_eq!(stdout.lines().count(), 1);
    assert!(stdout.ends_with("}\n"));
    serde_json::from_str::<serde_json::Value>(&stdout).expect("valid JSON");
    assert_eq!((status, stderr.as_str()), (Some(0), ""));
}

#[test]
fn numbers_have_no_float_noise() {
    let link = "base=1000&multiplier=1.1&retries=4&jitter=equal&request=0.1&deadline=3310.3";
    let (_, stdout, _) = run(&["plan", link]);
    // 1331 is 1000·1.1³; half of it and the sums of ends are exact as well.
    let last = r#"{"retry":4,"baseline_ms":1331,"wait_ms":[665.5,1331],"start_ms":[2320.9,4641.4],"deadline":"may_miss","#;
    let third = r#""start_ms":[1655.3,3310.3],"deadline":"within","#;
    assert!(stdout.contains(last), "{stdout}");
    assert!(stdout.contains(third), "{stdout}");
}

#[test]
fn every_form_of_a_link_gives_the_same_answer() {
    let state = "v=1&view=plan&jitter=full&request=100&deadline=1700";
    let (_, expected, _) = run(&["plan", state]);
    assert!(
        expected.contains(r#""link":"v=1&view=plan&jitter=full&request=100&deadline=1700""#),
        "{expected}"
    );
    let forms = [
        format!("#{state}"),
        format!("https://example.org/retryscope/#{state}"),
        // Some tools move the fragment into the query.
        format!("https://example.org/retryscope/?{state}"),
        "deadline=1.7s&request=0.1s&jitter=full".to_owned(),
    ];
    for form in forms {
        assert_eq!(run(&["plan", &form]), (Some(0), expected.clone(), String::new()), "{form}");
    }
}

#[test]
fn unknown_keys_warn_and_do_not_fail() {
    let (status, stdout, stderr) = run(&["plan", "retries=1&colour=red&%1b%5B31m=x"]);
    let (_, plain, _) = run(&["plan", "retries=1"]);
    assert_eq!(status, Some(0));
    assert_eq!(stdout, plain);
    let lines: Vec<&str> = stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{stderr}");
    assert!(lines[0].starts_with("warning: ") && lines[0].contains("colour"), "{stderr}");
    assert!(!stderr.contains('\u{1b}'), "no control sequence of the link reaches the terminal: {stderr:?}");
}

#[test]
fn bad_input_names_every_problem_and_prints_nothing_else() {
    let link = "base=0&multiplier=0.5&cap=1d&retries=31&jitter=some&request=-1&retry_after=1.5&deadline=soon";
    let (status, stdout, stderr) = run(&["plan", link]);
    assert_eq!((status, stdout.as_str()), (Some(2), ""));
    let named = [
        ("base", "0", "1 to 600,000 ms"),
        ("multiplier", "0.5", "1 to 10"),
        ("cap", "1d", "1 to 3,600,000 ms"),
        ("retries", "31", "0 to 30"),
        ("jitter", "some", "none, full, equal, decorrelated"),
        ("request", "-1", "0 to 600,000 ms"),
        ("retry_after", "1.5", "0 to 86,400 s"),
        ("deadline", "soon", "0 to 3,000,000,000 ms"),
    ];
    assert_eq!(stderr.lines().count(), named.len(), "{stderr}");
    for (line, (key, value, allowed)) in stderr.lines().zip(named) {
        assert!(line.contains(&format!("{key}: \"{value}\"")), "key and value in {line}");
        assert!(line.contains(allowed), "allowed range in {line}");
    }
}

#[test]
fn faults_of_the_link_itself_are_bad_input() {
    let table = [
        ("v=2", "v: \"2\"", "1"),
        ("view=simulate", "view: \"simulate\"", "plan"),
        ("base=1&base=2", "base: \"1\", \"2\"", "once"),
        ("base=1%0A2", "base: ", "1 to 600,000 ms"),
    ];
    for (link, named, allowed) in table {
        let (status, stdout, stderr) = run(&["plan", link]);
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{link}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.contains(named) && stderr.contains(allowed), "{link}: {stderr}");
    }
}

#[test]
fn warnings_and_problems_come_together() {
    let (status, stdout, stderr) = run(&["plan", "colour=red&base=0"]);
    assert_eq!((status, stdout.as_str()), (Some(2), ""));
    let lines: Vec<&str> = stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{stderr}");
    assert!(lines[0].contains("colour") && lines[1].contains("base"), "{stderr}");
}

#[test]
fn a_link_may_begin_with_a_hyphen() {
    let (status, _, stderr) = run(&["plan", "-x=1&retries=1"]);
    assert_eq!(status, Some(0), "{stderr}");
    assert!(stderr.contains("-x"), "{stderr}");
}

#[test]
fn table_is_for_people() {
    let link = "retries=3&jitter=full&request=100&deadline=1700";
    let (status, stdout, stderr) = run(&["plan", link, "--table"]);
    assert_eq!((status, stderr.as_str()), (Some(0), ""));
    assert_eq!(run(&["plan", "--table", link]).1, stdout, "the option may stand in front");
    let rows: Vec<Vec<&str>> = stdout
        .lines()
        .skip_while(|line| !line.starts_with("Retry"))
        .skip(1)
        .take(3)
        .map(|line| line.split_whitespace().collect())
        .collect();
    let expected = [
        vec!["1", "500", "0", "–", "500", "100", "600", "350", "575", "✓", "in", "time"],
        vec!["2", "1,000", "0", "–", "1,000", "200", "1,700", "950", "1,476", "✓", "in", "time"],
        // P(sum > s) = (1500 − s)²/10⁶ for two waits near their end; for three waits the stated 2826.72.
        vec![
            "3", "2,000", "0", "–", "2,000", "300", "3,800", "2,050", "3,127", "◐", "may", "miss", "(67",
            "%)",
        ],
    ];
    assert_eq!(rows, expected, "{stdout}");
    assert!(stdout.contains("3 retries = at most 4 requests"), "{stdout}");
    assert!(stdout.contains("#v=1&view=plan&jitter=full&request=100&deadline=1700"), "{stdout}");
}

#[test]
fn percentiles_are_chosen() {
    let link = "retries=1&jitter=full&base=1000&deadline=250";
    let (_, stdout, _) = run(&["plan", "--percentiles", "10,99.9", link]);
    let law = r#"{"mean_ms":500,"sd_ms":288.675,"p10_ms":100,"p99.9_ms":999,"#;
    assert!(stdout.contains(&format!(r#""wait_distribution":{law}"at_cap":0}}"#)), "{stdout}");
    assert!(stdout.contains(&format!(r#""start_distribution":{law}"in_time":0.25}}"#)), "{stdout}");
    for bad in ["0", "100", "50,", "half"] {
        let (status, stdout, stderr) = run(&["plan", "--percentiles", bad, link]);
        assert_eq!((status, stdout.as_str()), (Some(2), ""));
        assert!(stderr.contains("above 0 and below 100"), "{bad}: {stderr}");
    }
}

#[test]
fn no_retries_are_said_in_words() {
    let (status, stdout, _) = run(&["plan", "retries=0", "--table"]);
    assert_eq!(status, Some(0));
    assert!(stdout.starts_with("No retries: one request"), "{stdout}");
    assert!(stdout.contains("1 request."), "{stdout}");
}

#[test]
fn help_names_every_key_with_its_limits() {
    let (status, help, stderr) = run(&["plan", "--help"]);
    assert_eq!((status, stderr.as_str()), (Some(0), ""));
    // Wrapping for narrow terminals must not part a range.
    let flat = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for &field in Field::ALL {
        assert!(flat.contains(&format!(" {} ", field.key())), "{} in {help}", field.key());
        let accepts = match field.group() {
            FieldGroup::Dialect => field.accepts_in_dialect(),
            _ => field.accepts(),
        };
        assert!(flat.contains(&accepts.allowed()), "{} of {} in {help}", accepts.allowed(), field.key());
    }
    for said in ["--table", "unset", "ms", "retry_after: s", "within", "may_miss", "misses", "max_request_ms"]
    {
        assert!(flat.contains(said), "{said} in {help}");
    }
    let (_, top, _) = run(&["--help"]);
    assert!(top.contains("plan") && top.contains("Exit status"), "{top}");
}

#[test]
fn a_bad_command_line_is_bad_input() {
    for args in [&[] as &[&str], &["plan"], &["plan", "a=1", "b=2"], &["chart", "base=1"]] {
        let (status, stdout, stderr) = run(args);
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(!stderr.is_empty(), "{args:?}");
    }
}

/// A reader that went away early, as `| head` does, is no error and no crash.
#[test]
fn closed_pipes_do_no_harm() {
    for (link, status) in [("retries=30", 0), ("colour=red", 0), ("base=0", 2)] {
        for close in ["stdout", "stderr"] {
            let (reader, writer) = std::io::pipe().expect("a pipe");
            drop(reader);
            let mut command = command(&["plan", link]);
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            if close == "stdout" {
                command.stdout(writer)
            } else {
                command.stderr(writer)
            };
            let output = command.spawn().expect("the program starts").wait_with_output().expect("it ends");
            assert_eq!(output.status.code(), Some(status), "{link} with closed {close}");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(!stderr.contains("panicked"), "{stderr}");
        }
    }
}
