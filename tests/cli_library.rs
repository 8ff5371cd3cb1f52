//! `retryscope library`, and `library=ID` in plan links, as a user meets them.

use assert_cmd::Command;
use serde_json::Value;

fn run(args: &[&str]) -> (i32, String, String) {
    let output = Command::cargo_bin("retryscope").expect("the binary").args(args).output().expect("it runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

fn json(args: &[&str]) -> Value {
    let (status, stdout, stderr) = run(args);
    assert_eq!((status, stderr.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&stdout).expect("JSON")
}

#[test]
fn the_list_has_every_library_once() {
    let list = json(&["library"]);
    assert_eq!(list["version"], 1);
    let libraries = list["libraries"].as_array().expect("a list");
    assert_eq!(libraries.len(), 95);
    let got = libraries.iter().find(|one| one["id"] == "got").expect("got");
    assert_eq!(got["language"], "JavaScript");
    assert_eq!((&got["jitter"], &got["honours_retry_after"]), (&Value::Bool(true), &Value::Bool(true)));
    let (_, table, _) = run(&["library", "--table"]);
    assert_eq!(table.lines().count(), 96);
}

/// undici by default: 500, 1000, 2000, 4000, 8000 ms, five retries (measured; golden/libraries.json).
#[test]
fn one_library_shows_its_plan_and_what_is_known_of_it() {
    let undici = json(&["library", "undici-retry"]);
    assert_eq!(undici["id"], "undici-retry");
    assert_eq!(undici["plan"]["max_requests"], 6);
    let waits: Vec<f64> = undici["plan"]["retries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["wait_ms"][1].as_f64().unwrap())
        .collect();
    assert_eq!(waits, [500.0, 1000.0, 2000.0, 4000.0, 8000.0]);
    let (status, text, _) = run(&["library", "undici-retry", "--table"]);
    assert_eq!(status, 0);
    for said in ["By default 5 retries, 6 requests in total", "cut to 30 s", "No jitter and no option for it"]
    {
        assert!(text.contains(said), "{said} in {text}");
    }
}

/// A library in a link stands for its policy; keys of the link win over it.
#[test]
fn a_plan_link_can_name_a_library() {
    let plan = json(&["plan", "library=undici-retry"]);
    assert_eq!((&plan["client"], &plan["max_requests"]), (&Value::from("undici-retry"), &Value::from(6)));
    // A Retry-After of 120 s is cut to maxTimeout.
    let plan = json(&["plan", "library=undici-retry&retry_after=120&retries=1"]);
    assert_eq!(plan["retries"][0]["wait_ms"], serde_json::json!([30000, 30000]));
    // The canonical link needs no catalogue.
    let link = plan["link"].as_str().expect("a link");
    assert!(!link.contains("library="), "{link}");
    assert_eq!(json(&["plan", link]), plan);
}

#[test]
fn an_unknown_library_is_refused_with_near_names() {
    for args in [["library", "undici"], ["plan", "library=undici"]] {
        let (status, stdout, stderr) = run(&args);
        assert_eq!((status, stdout.as_str()), (2, ""), "{args:?}");
        assert!(stderr.contains("undici-retry"), "{stderr}");
    }
}

/// openai-python gives up above 120 s (golden/libraries.json).
#[test]
fn a_client_that_gives_up_has_no_retries() {
    let plan = json(&["plan", "library=openai-python&retry_after=121"]);
    assert_eq!(
        (&plan["max_requests"], &plan["stop"]),
        (&Value::from(1), &Value::from("retry_after_over_limit"))
    );
    let plan = json(&["plan", "library=openai-python&retry_after=120"]);
    assert_eq!(plan["max_requests"], 3);
}

#[test]
fn a_field_that_plays_no_part_is_reported() {
    let (status, _, stderr) = run(&["plan", "library=got&jitter=none"]);
    assert_eq!(status, 0);
    assert_eq!(stderr, "warning: jitter_up plays no part here and is ignored\n");
}
