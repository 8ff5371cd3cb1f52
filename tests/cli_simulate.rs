//! `retryscope simulate`: the published numbers through the whole program, and its manners with bad input.
#![cfg(all(feature = "cli", not(target_arch = "wasm32")))]

use std::process::{Command, Stdio};

use serde_json::Value;

/// Exit status, stdout and stderr.
fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_retryscope"));
    let output =
        command.arg("simulate").args(args).stdin(Stdio::null()).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn answer(link: &str) -> Value {
    let (status, stdout, stderr) = run(&[link]);
    assert_eq!((status, stderr.as_str()), (Some(0), ""), "{link}");
    serde_json::from_str(&stdout).expect("valid JSON")
}

fn golden(name: &str) -> Value {
    let path = format!("{}/tests/golden/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("golden file")).expect("valid JSON")
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("a list: {value}"))
}

/// As numbers: 150 and 150.0 are the same answer.
fn assert_same(ours: &Value, theirs: &Value, what: &str) {
    match (ours.as_f64(), theirs.as_f64()) {
        (Some(a), Some(b)) => assert!((a - b).abs() <= 1e-9 * b.abs().max(1.0), "{what}: {a} is not {b}"),
        _ => assert_eq!(ours, theirs, "{what}"),
    }
}

fn policy<'a>(answer: &'a Value, name: &str) -> &'a Value {
    list(&answer["policies"])
        .iter()
        .find(|p| p["policy"] == name)
        .unwrap_or_else(|| panic!("{name} is missing"))
}

#[test]
fn fixed_window_gives_every_published_trial_and_summary() {
    let ours = answer(
        "scenario=fixed-window&clients=500&capacity=25&window=100&retries=8&base=250&fixed=500&cap=4000\
         &seeds=1-100&policies=immediate,fixed,exponential,full",
    );
    let golden = golden("fixed_window");
    for (name, theirs) in golden["strategies"].as_object().expect("strategies") {
        let ours = policy(&ours, name);
        for (metric, figures) in theirs["summary"].as_object().expect("summary") {
            for (figure, value) in figures.as_object().expect("figures") {
                assert_same(&ours["summary"][metric][figure], value, &format!("{name} {metric} {figure}"));
            }
        }
        assert_eq!(list(&ours["trials"]).len(), list(&theirs["trials"]).len());
        for (ours, theirs) in list(&ours["trials"]).iter().zip(list(&theirs["trials"])) {
            for (metric, value) in theirs.as_object().expect("a trial") {
                assert_same(&ours[metric], value, &format!("{name} seed {} {metric}", theirs["seed"]));
            }
        }
        assert_eq!(ours["arrivals_first_trial"], theirs["first_trial_arrivals_per_window"], "{name}");
    }
}

#[test]
fn tick_model_gives_numpys_trials_seed_for_seed() {
    let golden = golden("tick");
    for theirs in list(&golden["results"]) {
        let (clients, name) = (&theirs["clients"], theirs["policy"].as_str().expect("a name"));
        let ours = answer(&format!(
            "scenario=tick&clients={clients}&capacity=10&base=1&cap=32&fixed=2&seeds=0-29&policies={name}"
        ));
        let ours = policy(&ours, name);
        let what = format!("{name} of {clients}");
        for (metric, key) in [("attempts", "calls"), ("ticks", "ticks")] {
            for figure in ["mean", "sd"] {
                assert_same(
                    &ours["summary"][metric][figure],
                    &theirs[key][figure],
                    &format!("{what} {key} {figure}"),
                );
            }
        }
        for (ours, theirs) in list(&ours["trials"]).iter().zip(list(&theirs["trials"])) {
            let row = ["seed", "attempts", "ticks", "successes"].map(|key| ours[key].clone());
            assert_eq!(&Value::from(row.to_vec()), theirs, "{what}");
        }
        assert_eq!(ours["arrivals_first_trial"], theirs["first_trial_arrivals_per_tick"], "{what}");
    }
}

#[test]
fn outage_gives_the_reference_run_with_its_series() {
    let ours = answer(
        "scenario=outage&clients=10000&outage=20s&capacity=1500&base=1s&cap=32s&fixed=1s&seeds=99-99\
         &policies=fixed,exponential,full,decorrelated",
    );
    let golden = golden("outage");
    for theirs in list(&golden["results"]) {
        let name = theirs["policy"].as_str().expect("a name");
        let ours = policy(&ours, name);
        let trial = &ours["trials"][0];
        for (key, golden_key) in [
            ("peak_after", "peak_after"),
            ("attempts", "total"),
            ("done_at", "done_at"),
            ("unfinished", "unserved"),
        ] {
            assert_same(&trial[key], &theirs[golden_key], &format!("{name} {key}"));
        }
        assert_eq!(ours["arrivals_first_trial"], theirs["arrivals_per_second"], "{name}");
        assert_eq!(ours["accepted_first_trial"], theirs["accepted_per_second"], "{name}");
    }
}

#[test]
fn nobody_served_has_no_success_time() {
    // An outage of 599 s against a study of 600 s and clients that all retry every 400 s: due at 0 and 400 only.
    let ours = answer("scenario=outage&clients=10&outage=599s&fixed=400s&cap=400s&policies=fixed");
    let trial = &ours["policies"][0]["trials"][0];
    for key in ["first_success_ms", "median_success_ms", "p95_success_ms", "last_success_ms", "drain_ms"] {
        assert_eq!(trial[key], Value::Null, "{key}");
        assert_eq!(ours["policies"][0]["summary"][key], Value::Null, "{key}");
    }
    // 10 clients at 0 s and again at 400 s; all are still waiting at the end.
    assert_eq!((&trial["attempts"], &trial["unfinished"]), (&Value::from(20), &Value::from(10)));
    assert_eq!((&trial["successes"], &trial["collisions"]), (&Value::from(0), &Value::from(10)));
}

#[test]
fn a_scenario_file_reproduces_its_run() {
    let link =
        "scenario=own&clients=300&capacity=7&policies=full,equal&names=Checkout,Search&seeds=3-5&retries.2=4";
    let (_, first, _) = run(&[link]);
    let file = std::env::temp_dir().join(format!("retryscope-scenario-{}.json", std::process::id()));
    std::fs::write(&file, &first).expect("the file is written");
    let (status, second, stderr) = run(&["--scenario", file.to_str().expect("UTF-8")]);
    let _ = std::fs::remove_file(&file);
    assert_eq!((status, stderr.as_str()), (Some(0), ""));
    assert_eq!(first, second);
}

#[test]
fn bad_input_names_every_problem_and_prints_nothing() {
    let cases: [(&[&str], &[&str]); 6] = [
        (
            &["scenario=fixed-window&clients=0&capacity=1.5&window=0.5&seeds=9-1&policies=full,equal,huh"],
            &[
                "clients: \"0\"",
                "capacity: \"1.5\"",
                "window: \"0.5\"",
                "seeds: \"9-1\"",
                "policies.2: \"equal\"",
                "policies.3: \"huh\"",
            ],
        ),
        (&["scenario=fixed-window&seeds=1-4294967296"], &["seeds: \"1-4294967296\"", "4,294,967,295"]),
        (&["scenario=tick&seeds=1-10001"], &["seeds: \"1-10001\"", "10,000"]),
        (&["scenario=nonsense"], &["scenario: \"nonsense\"", "fixed-window, tick, outage, own"]),
        (&["scenario=own&clients=1000000&capacity=1&policies=immediate&seeds=1-10000"], &["4,000,000,000"]),
        (&["--scenario", "no-such-file.json"], &["--scenario", "no-such-file.json"]),
    ];
    for (args, parts) in cases {
        let (status, stdout, stderr) = run(args);
        assert_eq!((status, stdout.as_str()), (Some(2), ""), "{args:?}");
        for part in parts {
            assert!(stderr.contains(part), "{part} is missing in:\n{stderr}");
        }
        assert!(stderr.lines().all(|line| line.starts_with("error: ")), "{stderr}");
    }
}

#[test]
fn unknown_keys_warn_and_do_not_fail() {
    let (status, stdout, stderr) = run(&["scenario=tick&clients=5&seeds=1&colour=blue&base.1=3"]);
    assert_eq!(status, Some(0));
    assert!(stderr.contains("\"colour\"") && stderr.contains("\"base.1\""), "{stderr}");
    assert!(
        stdout.starts_with(
            "{\"version\":1,\"scenario\":{\"link\":\"v=1&view=simulate&scenario=tick&clients=5&seeds=1-1\""
        ),
        "{stdout}"
    );
}

#[test]
fn the_hash_is_sha256_of_the_canonical_link() {
    // printf '%s' 'LINK' | sha256sum
    for (link, sha256) in [
        (
            "v=1&view=simulate&scenario=fixed-window",
            "84b8fef23d4c653f9df2a997f01849881e196231f6185f96c2ec77e8d206e70d",
        ),
        (
            "v=1&view=simulate&scenario=tick&clients=50",
            "e313b9e6e7b8565086149ba71daffd8ca452446f9a5706002c612d04c57ba510",
        ),
        (
            "v=1&view=simulate&scenario=own&clients=20&policies=full&base.1=100",
            "ebe172fa12abec4aec25b9b8a1e2c7ff0aecbb4d4a0e98c43f67ad42899b010d",
        ),
    ] {
        let ours = answer(link);
        assert_eq!(ours["scenario"]["link"], link);
        assert_eq!(ours["scenario_sha256"], sha256, "{link}");
    }
}

#[test]
fn help_names_every_key_with_its_limits() {
    let (status, stdout, _) = run(&["--help"]);
    assert_eq!(status, Some(0));
    for key in [
        "clients",
        "capacity",
        "window",
        "retries",
        "base",
        "fixed",
        "cap",
        "outage",
        "outage_from",
        "order",
        "horizon",
        "generator",
        "seeds",
        "policies",
        "names",
        "base.N",
        "multiplier.N",
        "retry_after.N",
        "fixed.N",
    ] {
        assert!(
            stdout.lines().any(|line| line.trim_start().starts_with(&format!("{key} "))),
            "{key} is missing in:\n{stdout}"
        );
    }
    assert!(stdout.contains("1 to 1,000,000"), "{stdout}");
}

#[test]
fn tables_show_the_same_numbers_to_people() {
    let (status, stdout, _) = run(&["scenario=fixed-window", "--table"]);
    assert_eq!(status, Some(0));
    for part in ["1,956 (1,918 – 1,978)", "2.686 s (2.503 s – 3.119 s)", "981 (", "19.75 s", "708.5 ("] {
        assert!(stdout.contains(part), "{part} is missing in:\n{stdout}");
    }
}
