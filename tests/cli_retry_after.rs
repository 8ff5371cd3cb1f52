//! `retryscope retry-after`: what it prints where, and its exit status.
#![cfg(all(feature = "cli", not(target_arch = "wasm32")))]

use std::process::{Command, Output, Stdio};

use retryscope::policy::retry_after::Form;
use serde_json::{Value, json};

/// Exit status, stdout and stderr.
fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retryscope"));
    command.arg("retry-after").args(args).stdin(Stdio::null());
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// The answer to arguments that are used well.
fn answer(args: &[&str]) -> Value {
    let (status, stdout, stderr) = run(args);
    assert_eq!((status, stderr.as_str()), (Some(0), ""), "{args:?}");
    assert_eq!(stdout.lines().count(), 1, "{stdout}");
    serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{args:?}: {error} in {stdout}"))
}

#[test]
fn the_answer_is_one_line_of_json_in_the_stated_shape_and_order() {
    let (_, stdout, _) = run(&["1.5", "--date", "Thu, 01 Jan 2026 00:00:00 GMT"]);
    let mut rest = stdout.as_str();
    let parts = [
        r#"{"strict":{"valid":false,"floor_ms":null,"reason":""#,
        r#""},"lenient":{"valid":true,"floor_ms":1500,"reason":""#,
        r#""},"form":"decimal-seconds","floor_ms":1500,"hints":[{"code":"fraction","text":""#,
        r#"2 whole seconds"#,
        r#""}],"value":"1.5","date_form":null,"reference":{"time":"Thu, 01 Jan 2026 00:00:00 GMT","origin":"date-header"},"version":1}"#,
    ];
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part} in {rest}"));
        rest = &rest[at + part.len()..];
    }
    assert_eq!(rest, "\n");
}

#[test]
fn headers_and_their_waits() {
    let date = "Thu, 01 Jan 2026 00:00:00 GMT";
    let soon = "Thu, 01 Jan 2026 00:01:00 GMT";
    let block = format!("HTTP/1.1 503 Service Unavailable\r\nDate: {date}\r\nRetry-After: {soon}\r\n\r\n");
    // Arguments, strict validity and wait, lenient validity and wait, form.
    let table = [
        (vec!["120"], json!([true, 120_000, true, 120_000, "delta-seconds"])),
        (vec!["Retry-After: 120"], json!([true, 120_000, true, 120_000, "delta-seconds"])),
        (vec!["-3"], json!([false, null, false, null, "signed-seconds"])),
        (vec!["0.503"], json!([false, null, true, 503, "decimal-seconds"])),
        (vec!["0.0000001"], json!([false, null, true, 0.0001, "decimal-seconds"])),
        (vec!["soon"], json!([false, null, false, null, "unknown"])),
        (vec![""], json!([false, null, false, null, "empty"])),
        (vec![soon, "--date", date], json!([true, 60_000, true, 60_000, "http-date"])),
        (
            vec!["--date", "Date: Thu, 01 Jan 2026 00:00:00 GMT", soon],
            json!([true, 60_000, true, 60_000, "http-date"]),
        ),
        (vec![soon, "--date", "2026-01-01T00:00:00Z"], json!([true, 60_000, true, 60_000, "http-date"])),
        (vec![date, "--date", soon], json!([true, 0, true, 0, "http-date"])),
        (vec![soon], json!([true, null, true, null, "http-date"])),
        (vec![soon, "--now", "2026-01-01T00:00:30Z"], json!([true, 30_000, true, 30_000, "http-date"])),
        (vec![&block], json!([true, 60_000, true, 60_000, "http-date"])),
        // What is stated wins over what the block says.
        (vec![&block, "--date", "2026-01-01T00:00:50Z"], json!([true, 10_000, true, 10_000, "http-date"])),
        (vec!["2026-01-01T00:01:00Z", "--date", date], json!([false, null, true, 60_000, "iso-date"])),
    ];
    for (args, expected) in table {
        let got = answer(&args);
        let (strict, lenient) = (&got["strict"], &got["lenient"]);
        let seen =
            json!([strict["valid"], strict["floor_ms"], lenient["valid"], lenient["floor_ms"], got["form"]]);
        assert_eq!(seen, expected, "{args:?}");
        assert_eq!(got["floor_ms"], lenient["floor_ms"], "{args:?}");
    }
}

#[test]
fn clocks_that_differ_are_a_hint() {
    let got = answer(&[
        "Thu, 01 Jan 2026 05:34:00 GMT",
        "--date",
        "Thu, 01 Jan 2026 05:33:23 GMT",
        "--now",
        "Thu, 01 Jan 2026 05:40:00 GMT",
    ]);
    assert_eq!(got["floor_ms"], json!(37_000));
    assert_eq!(got["hints"][0]["code"], json!("clock_skew"));
    let text = got["hints"][0]["text"].as_str().expect("a text");
    assert!(text.contains("6 min 37 s ahead") && text.contains("6 min past"), "{text}");
}

#[test]
fn a_two_digit_year_is_read_against_the_date() {
    let got = answer(&["Friday, 31-Dec-99 23:59:59 GMT", "--date", "Fri, 31 Dec 1999 23:59:00 GMT"]);
    assert_eq!((&got["floor_ms"], &got["date_form"]), (&json!(59_000), &json!("rfc850-date")));
    // 2 digits in --date itself need --now to say which century.
    let two_digits = "Friday, 31-Dec-99 23:59:00 GMT";
    let got =
        answer(&["Fri, 31 Dec 1999 23:59:59 GMT", "--date", two_digits, "--now", "1999-12-31T23:59:00Z"]);
    assert_eq!(got["floor_ms"], json!(59_000));
    assert_eq!(run(&["5", "--date", two_digits]).0, Some(2));
}

#[test]
fn bad_times_are_all_named_and_nothing_else_is_printed() {
    let (status, stdout, stderr) = run(&["120", "--now", "05:40", "--date", "soon\u{1b}[31m"]);
    assert_eq!((status, stdout.as_str()), (Some(2), ""));
    let lines: Vec<&str> = stderr.lines().collect();
    assert_eq!(lines.len(), 2, "{stderr}");
    assert!(lines[0].contains("--date: \"soon") && lines[1].contains("--now: \"05:40\""), "{stderr}");
    assert!(lines.iter().all(|line| line.contains("Thu, 01 Jan 2026 00:00:00 GMT")), "{stderr}");
    assert!(!stderr.contains('\u{1b}'), "{stderr:?}");
}

#[test]
fn a_bad_command_line_is_bad_input() {
    for args in [&[] as &[&str], &["1", "2"], &["--dat", "x"], &["120", "--date"], &["120", "--table"]] {
        let (status, stdout, stderr) = run(args);
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(!stderr.is_empty(), "{args:?}");
    }
}

#[test]
fn help_names_the_forms_and_the_fields() {
    let (status, help, _) = run(&["--help"]);
    assert_eq!(status, Some(0));
    let flat = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in ["--date", "--now", "RFC 9110", "strict", "lenient", "floor_ms", "hints[]"] {
        assert!(flat.contains(said), "{said} in {help}");
    }
    for form in Form::ALL {
        assert!(flat.contains(form.key()), "{} in {help}", form.key());
    }
}
