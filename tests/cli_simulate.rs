//! `retryscope simulate`: the published numbers through the whole program, and its manners with bad input.
#![cfg(all(feature = "cli", not(target_arch = "wasm32")))]

mod support_simulate;

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use retryscope::report::{Receipt, simulate_json};
use retryscope::sim::simulate;
use retryscope::study::{PolicyKind, ScenarioKind, policy_fields, study_fields};
use serde_json::{Value, json};
use support_simulate::input;

/// The key lists of the three studies, whole.
const FIXED_WINDOW: &str = "scenario=fixed-window&clients=500&capacity=25&window=100&retries=8&base=250&fixed=500\
                            &cap=4000&seeds=1-100&policies=immediate,fixed,exponential,full";
const TICK: &str = "scenario=tick&clients=100&capacity=10&base=1&cap=32&fixed=2&seeds=0-29\
                    &policies=fixed,exponential,full,equal,decorrelated";
const OUTAGE: &str = "scenario=outage&clients=10000&outage=20s&capacity=1500&base=1s&cap=32s&fixed=1s&seeds=99-99\
                      &policies=fixed,exponential,full,decorrelated";

fn command(program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).stdin(Stdio::null());
    command
}

/// Exit status, stdout and stderr.
fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = command(env!("CARGO_BIN_EXE_retryscope"), &["simulate"]);
    let Output { status, stdout, stderr } = command.args(args).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (status.code(), text(stdout), text(stderr))
}

/// What is printed for a link that is right: one line, and nothing beside it.
fn printed(link: &str) -> String {
    let (status, stdout, stderr) = run(&[link]);
    assert_eq!((status, stderr.as_str()), (Some(0), ""), "{link}");
    assert!(stdout.ends_with("}\n") && stdout.lines().count() == 1, "one line: {stdout:.200}");
    stdout
}

fn answer(link: &str) -> Value {
    serde_json::from_str(&printed(link)).expect("valid JSON")
}

/// Exit status 2 with nothing on stdout; the lines of stderr.
fn refused(args: &[&str]) -> Vec<String> {
    let (status, stdout, stderr) = run(args);
    assert_eq!((status, stdout.as_str()), (Some(2), ""), "{args:?}");
    stderr.lines().map(str::to_owned).collect()
}

fn golden(name: &str) -> Value {
    let path = format!("{}/tests/golden/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).expect("golden file")).expect("valid JSON")
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("a list: {value}"))
}

fn policy<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let found = list(&answer["policies"]).iter().find(|policy| policy["policy"] == name);
    found.unwrap_or_else(|| panic!("{name} is missing"))
}

/// Exactly the same number: 150 and 150.0 are.
fn assert_same(ours: &Value, theirs: &Value, what: &str) {
    assert!(theirs.is_number(), "{what}: the golden file has no number: {theirs}");
    assert_eq!(ours.as_f64(), theirs.as_f64(), "{what}");
}

/// The same but for the last bits of a sum: others add in another order.
fn assert_near(ours: &Value, theirs: f64, what: &str) {
    let ours = ours.as_f64().unwrap_or_else(|| panic!("{what}: {ours}"));
    assert!((ours - theirs).abs() <= 1e-12 * theirs.abs(), "{what}: {ours} is not {theirs}");
}

/// Mean and sample standard deviation, as a textbook has them.
fn mean_and_sd(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let squares: f64 = values.iter().map(|x| (x - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0)).sqrt())
}

#[test]
fn fixed_window_gives_every_trial_and_summary() {
    let (ours, golden) = (answer(FIXED_WINDOW), golden("fixed_window"));
    let strategies = golden["strategies"].as_object().expect("strategies");
    assert_eq!(list(&ours["policies"]).len(), strategies.len());
    for (name, theirs) in strategies {
        let ours = policy(&ours, name);
        let (trials, golden_trials) = (list(&ours["trials"]), list(&theirs["trials"]));
        assert_eq!((trials.len(), golden_trials.len()), (100, 100));
        for (ours, theirs) in trials.iter().zip(golden_trials) {
            for (metric, value) in theirs.as_object().expect("a trial") {
                assert_same(&ours[metric], value, &format!("{name} seed {} {metric}", theirs["seed"]));
            }
        }
        for (metric, figures) in theirs["summary"].as_object().expect("summary") {
            let ours = &ours["summary"][metric];
            for (figure, value) in figures.as_object().expect("figures") {
                assert_same(&ours[figure], value, &format!("{name} {metric} {figure}"));
            }
            let values: Vec<f64> = golden_trials.iter().filter_map(|trial| trial[metric].as_f64()).collect();
            let (mean, sd) = mean_and_sd(&values);
            assert_near(&ours["mean"], mean, &format!("{name} {metric} mean"));
            assert_near(&ours["sd"], sd, &format!("{name} {metric} sd"));
        }
        assert_eq!(ours["arrivals_first_trial"], theirs["first_trial_arrivals_per_window"], "{name}");
        assert_eq!(ours["windows_per_point"], 1);
    }
}

/// The figures as the author published them, apart from our reference run.
#[test]
fn fixed_window_published_figures() {
    let ours = answer(FIXED_WINDOW);
    let metrics =
        ["successes", "failures", "attempts", "peak_retries_per_window", "collisions", "p95_success_ms"];
    for (name, published) in [
        ("immediate", [25, 475, 4300, 3800, 3800, 0]),
        ("fixed", [225, 275, 3600, 475, 2900, 4000]),
        ("exponential", [225, 275, 3600, 475, 2900, 19_750]),
        ("full", [500, 0, 1956, 248, 981, 2686]),
    ] {
        let summary = &policy(&ours, name)["summary"];
        let medians = metrics.map(|metric| summary[metric]["median"].clone());
        assert_eq!(medians, published.map(Value::from), "{name}");
    }
    let summary = &policy(&ours, "full")["summary"];
    for (metric, figure, published) in [
        ("median_success_ms", "median", 981.0),
        ("last_success_ms", "median", 4931.0),
        ("attempts", "min", 1918.0),
        ("attempts", "max", 1978.0),
        ("p95_success_ms", "min", 2503.0),
        ("p95_success_ms", "max", 3119.0),
        ("peak_attempts_per_window", "median", 708.5),
    ] {
        assert_eq!(summary[metric][figure].as_f64(), Some(published), "{metric} {figure}");
    }
}

#[test]
fn tick_model_gives_numpys_trials_seed_for_seed() {
    let golden = golden("tick");
    let mut compared = 0;
    for clients in [50, 100, 200] {
        let ours = answer(&TICK.replace("clients=100", &format!("clients={clients}")));
        for theirs in list(&golden["results"]).iter().filter(|theirs| theirs["clients"] == clients) {
            let name = theirs["policy"].as_str().expect("a name");
            let (ours, what) = (policy(&ours, name), format!("{name} of {clients}"));
            for (metric, key) in [("attempts", "calls"), ("ticks", "ticks")] {
                for figure in ["mean", "sd"] {
                    let expected = theirs[key][figure].as_f64().expect("a number");
                    assert_near(
                        &ours["summary"][metric][figure],
                        expected,
                        &format!("{what} {key} {figure}"),
                    );
                }
            }
            assert_eq!(list(&ours["trials"]).len(), 30);
            for (ours, theirs) in list(&ours["trials"]).iter().zip(list(&theirs["trials"])) {
                let row = ["seed", "attempts", "ticks", "successes"].map(|key| ours[key].clone());
                assert_eq!(&Value::from(row.to_vec()), theirs, "{what}");
            }
            assert_eq!(ours["arrivals_first_trial"], theirs["first_trial_arrivals_per_tick"], "{what}");
            compared += 1;
        }
    }
    assert_eq!((compared, list(&golden["results"]).len()), (15, 15));
}

#[test]
fn tick_model_published_figures() {
    for (clients, calls, saved) in [(50, 150.0, 21.5), (100, 550.0, 42.4), (200, 2100.0, 61.2)] {
        let ours = answer(&TICK.replace("clients=100", &format!("clients={clients}")));
        let mean = |name: &str| policy(&ours, name)["summary"]["attempts"]["mean"].as_f64().expect("a mean");
        assert_eq!((mean("fixed"), mean("exponential")), (calls, calls), "{clients}");
        // The author's seeds are unknown, so a mean over others is only near.
        let share = 100.0 * (1.0 - mean("full") / calls);
        assert!((share - saved).abs() < 0.5, "{share} % of {clients} clients' calls, published {saved} %");
        if clients == 200 {
            for (name, ticks) in [("fixed", 39), ("exponential", 511)] {
                assert_eq!(policy(&ours, name)["summary"]["ticks"]["median"], ticks, "{name}");
            }
        }
    }
}

#[test]
fn outage_gives_the_reference_run_with_its_series() {
    let (ours, golden) = (answer(OUTAGE), golden("outage"));
    assert_eq!(list(&golden["results"]).len(), 4);
    for theirs in list(&golden["results"]) {
        let name = theirs["policy"].as_str().expect("a name");
        let ours = policy(&ours, name);
        let trial = &ours["trials"][0];
        assert_eq!((list(&ours["trials"]).len(), &trial["seed"]), (1, &json!(99)));
        let keys = [
            ("peak_after", "peak_after"),
            ("attempts", "total"),
            ("done_at", "done_at"),
            ("unfinished", "unserved"),
        ];
        for (key, golden_key) in keys {
            assert_same(&trial[key], &theirs[golden_key], &format!("{name} {key}"));
            assert_same(
                &ours["summary"][key]["median"],
                &theirs[golden_key],
                &format!("{name} median {key}"),
            );
        }
        assert_eq!(ours["arrivals_first_trial"], theirs["arrivals_per_second"], "{name}");
        assert_eq!(ours["accepted_first_trial"], theirs["accepted_per_second"], "{name}");
        // The last second with a success, in ms.
        let accepted = list(&theirs["accepted_per_second"]);
        let last = accepted.iter().rposition(|n| *n != 0).expect("somebody is served");
        assert_eq!(trial["last_success_ms"], last * 1000, "{name}");
    }
}

#[test]
fn outage_published_figures() {
    let ours = answer(OUTAGE);
    let metrics = ["peak_after", "attempts", "done_at"];
    for (name, published) in [
        ("fixed", [Some(10_000), Some(238_500), Some(27)]),
        ("exponential", [None, Some(88_500), Some(224)]),
        ("full", [Some(4003), Some(69_851), Some(51)]),
        ("decorrelated", [Some(2809), Some(64_766), Some(52)]),
    ] {
        for (metric, value) in metrics.into_iter().zip(published) {
            if let Some(value) = value {
                assert_eq!(policy(&ours, name)["summary"][metric]["median"], value, "{name} {metric}");
            }
        }
    }
}

/// Written by hand: one client that is served at once.
#[test]
fn the_answer_has_the_stated_shape_and_order() {
    let line = printed("scenario=outage&clients=1&outage=0&policies=fixed&names=Only&seeds=7");
    // printf '%s' 'LINK' | sha256sum
    let sha256 = "7a804d386c4922b858274aeaa74266efde9440ffa2f3e5be146a42449a2e5880";
    let figure =
        |value: u32| format!(r#"{{"median":{value},"min":{value},"max":{value},"mean":{value},"sd":0}}"#);
    let metrics = [
        ("successes", 1),
        ("failures", 0),
        ("unfinished", 0),
        ("attempts", 1),
        ("collisions", 0),
        ("peak_after", 0),
        ("done_at", 1),
        ("peak_retries_per_window", 0),
        ("peak_attempts_per_window", 1),
        ("amplification", 1),
        ("first_success_ms", 0),
        ("median_success_ms", 0),
        ("p95_success_ms", 0),
        ("last_success_ms", 0),
        ("drain_ms", 1000),
    ];
    let summary: Vec<String> =
        metrics.iter().map(|(key, value)| format!(r#""{key}":{}"#, figure(*value))).collect();
    let trial: Vec<String> = metrics.iter().map(|(key, value)| format!(r#""{key}":{value}"#)).collect();
    let expected = format!(
        concat!(
            r#"{{"version":1,"scenario":{{"link":"v=1&view=simulate&scenario=outage&clients=1&outage=0&seeds=7-7"#,
            r#"&policies=fixed&names=Only","scenario":"outage","clients":1,"outage":0,"capacity":1500,"base":1000,"#,
            r#""cap":32000,"fixed":1000,"seeds":[7,7],"generator":"lcg64","app_version":"{version}"}},"#,
            r#""scenario_sha256":"{sha256}","policies":[{{"policy":"Only","kind":"fixed","summary":{{{summary}}},"#,
            r#""trials":[{{"seed":7,{trial}}}],"windows_per_point":1,"arrivals_first_trial":[1],"#,
            r#""retries_first_trial":[0],"accepted_first_trial":[1]}}]}}"#,
            "\n"
        ),
        version = env!("CARGO_PKG_VERSION"),
        sha256 = sha256,
        summary = summary.join(","),
        trial = trial.join(","),
    );
    assert_eq!(line, expected);
}

#[test]
fn every_study_reports_the_metrics_of_the_issue_by_name() {
    let ms = ["first_success_ms", "median_success_ms", "p95_success_ms", "last_success_ms", "drain_ms"];
    let ticks = ms.map(|key| key.replace("_ms", "_ticks"));
    let common = [
        "successes",
        "failures",
        "attempts",
        "collisions",
        "peak_retries_per_window",
        "peak_attempts_per_window",
        "amplification",
    ];
    for (scenario, own) in [
        ("fixed-window", ms.to_vec()),
        ("tick", [&["ticks", "unfinished"][..], &ticks.each_ref().map(String::as_str)].concat()),
        ("outage", [&["peak_after", "done_at", "unfinished"][..], &ms].concat()),
        ("own", [&["unfinished"][..], &ms].concat()),
    ] {
        let ours = answer(&format!("scenario={scenario}&clients=3&policies=full,fixed&seeds=1-2"));
        let mut expected: Vec<&str> = [&common[..], &own].concat();
        expected.sort_unstable();
        for policy in list(&ours["policies"]) {
            let keys = |value: &Value| {
                let mut keys: Vec<String> = value.as_object().expect("an object").keys().cloned().collect();
                keys.sort_unstable();
                keys
            };
            assert_eq!(keys(&policy["summary"]), expected, "{scenario}");
            for metric in &expected {
                assert_eq!(keys(&policy["summary"][metric]), ["max", "mean", "median", "min", "sd"]);
            }
            expected.push("seed");
            expected.sort_unstable();
            for trial in list(&policy["trials"]) {
                assert_eq!(keys(trial), expected, "{scenario}");
            }
            expected.retain(|key| *key != "seed");
        }
    }
}

#[test]
fn numbers_have_no_float_noise() {
    let line = printed(FIXED_WINDOW);
    for part in [
        r#""median":708.5,"#,
        r#""attempts":{"median":1956,"min":1918,"max":1978,"#,
        r#""amplification":8.6,"#,
    ] {
        assert!(line.contains(part), "{part}");
    }
    assert!(!line.contains(".0,") && !line.contains("e-") && !line.contains("E"), "plain numbers");
}

#[test]
fn nobody_served_has_no_success_time() {
    let times = ["first_success_ms", "median_success_ms", "p95_success_ms", "last_success_ms"];
    // Ten clients: at 0 s and again at 400 s. The outage lasts as long as the study.
    let outage = "scenario=outage&clients=10&outage=600s&fixed=400s&policies=fixed";
    // Ten clients: at 0, 500, 1000 and 1500 ms, then the horizon.
    let own = "scenario=own&clients=10&outage=2s&horizon=2s&policies=fixed&seeds=1-2";
    for (link, attempts) in [(outage, 20), (own, 40)] {
        let ours = answer(link);
        let policy = &ours["policies"][0];
        for trial in list(&policy["trials"]) {
            for key in times.iter().chain(&["drain_ms"]) {
                assert_eq!(trial[key], Value::Null, "{key} of {link}");
            }
            let expected = [("attempts", attempts), ("successes", 0), ("failures", 0), ("unfinished", 10)];
            for (key, value) in expected {
                assert_eq!(trial[key], value, "{key} of {link}");
            }
            // Every rejected retry is a collision, during an outage too.
            assert_eq!(trial["collisions"], attempts - 10, "{link}");
        }
        for key in times {
            assert_eq!(policy["summary"][key], Value::Null, "{key} of {link}");
        }
        assert_eq!(policy["summary"]["successes"]["max"], 0, "{link}");
    }
    assert_eq!(answer(outage)["policies"][0]["trials"][0]["done_at"], 600);
}

/// A file that is gone at the end of the test.
struct File(PathBuf);

impl File {
    fn new(name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = std::env::temp_dir().join(format!("retryscope-{}-{name}", std::process::id()));
        std::fs::write(&path, content).expect("the file is written");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A file whose parameters were changed by hand still runs its link, but not in silence.
#[test]
fn a_scenario_file_that_contradicts_its_link_is_warned_of() {
    let stdout = printed("scenario=tick&clients=20&seeds=1-2");
    assert!(stdout.contains(r#""clients":20"#) && stdout.contains(r#""scenario_sha256":""#), "{stdout}");
    let edited = stdout.replacen(r#""clients":20"#, r#""clients":21"#, 1).replacen(
        r#""scenario_sha256":""#,
        r#""scenario_sha256":"0"#,
        1,
    );
    let file = File::new("edited", &edited);
    let (status, again, stderr) = run(&["--scenario", file.path()]);
    assert_eq!((status, again), (Some(0), stdout.clone()));
    let lines: Vec<&str> = stderr.lines().collect();
    assert_eq!(
        lines,
        [
            "warning: --scenario: clients is 21 in the file but 20 in its link, which is used",
            "warning: --scenario: scenario_sha256 is not the hash of the file's link",
        ]
    );
}

#[test]
fn a_scenario_file_reproduces_its_run() {
    for link in [
        FIXED_WINDOW,
        "scenario=own&clients=300&capacity=7&policies=full,equal&names=Checkout+%26+%22Pay%22,%E6%BC%A2&seeds=3-5\
         &retries.2=4",
    ] {
        let first = printed(link);
        let receipt = Receipt::of(&input(link)).json();
        let marked = format!("\u{feff}\n{receipt}");
        for (kind, content) in [("result", &first), ("receipt", &receipt), ("marked", &marked)] {
            let file = File::new(kind, content);
            let (status, second, stderr) = run(&["--scenario", file.path()]);
            assert_eq!((status, stderr.as_str()), (Some(0), ""), "{kind}");
            assert!(first == second, "{kind} of {link} gives another answer");
        }
    }
}

#[test]
fn files_without_a_scenario_are_bad_input() {
    let no_link = "holds no scenario link";
    let cases: &[(&str, &[u8], &str)] = &[
        ("empty", b"", "is not a JSON object"),
        ("text", b"scenario=own", "is not a JSON object"),
        ("list", b"[\"clients=5\", null]", "is not a JSON object"),
        ("cut", b"{\"version\":1,\"scenario\":{\"link\":\"v=1", "is not JSON: EOF"),
        ("other", b"{}", no_link),
        ("parameters", b"{\"scenario\":\"fixed-window\",\"clients\":5}", no_link),
        ("null", b"{\"scenario\":{\"link\":null}}", no_link),
        ("number", b"{\"link\":5}", no_link),
        ("blank", b"{\"scenario\":{\"link\":\" \"}}", no_link),
        ("latin1", b"{\"link\":\"names=caf\xe9\"}", "cannot be read"),
    ];
    for (name, content, problem) in cases {
        let file = File::new(name, content);
        let lines = refused(&["--scenario", file.path()]);
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(
            lines[0].starts_with(&format!("error: --scenario: \"{}\" {problem}", file.path())),
            "{lines:?}"
        );
    }
    let missing = refused(&["--scenario", "no-such-file.json"]);
    assert_eq!(missing.len(), 1);
    assert!(
        missing[0].starts_with("error: --scenario: \"no-such-file.json\" cannot be read: "),
        "{missing:?}"
    );
    let folder = refused(&["--scenario", env!("CARGO_MANIFEST_DIR")]);
    assert!(folder[0].contains("cannot be read: "), "{folder:?}");
    // A link inside a file is as hostile as any other.
    let plan = File::new("plan", r#"{"version":1,"link":"v=1&view=plan&base=1&clients=0"}"#);
    let lines = refused(&["--scenario", plan.path()]);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].contains("view: \"plan\" is not a simulation"), "{lines:?}");
}

#[test]
fn bad_input_names_every_problem_and_prints_nothing() {
    let cases: &[(&str, &[(&str, &str)])] = &[
        (
            "scenario=fixed-window&clients=0&capacity=1.5&window=0.5&retries=1001&base=1d&fixed=-1&cap=x&seeds=9-1\
             &policies=full,equal,huh",
            &[
                ("clients: \"0\"", "1 to 1,000,000"),
                ("capacity: \"1.5\"", "1 to 1,000,000"),
                ("window: \"0.5\"", "1 to 86,400,000 ms, whole ms only"),
                ("retries: \"1001\"", "0 to 1,000"),
                ("base: \"1d\"", "1 to 86,400,000 ms"),
                ("fixed: \"-1\"", "1 to 86,400,000 ms"),
                ("cap: \"x\"", "1 to 86,400,000 ms"),
                ("seeds: \"9-1\" runs backwards", "each 0 to 4,294,967,295, at most 10,000 seeds"),
                ("policies.2: \"equal\" is not defined by this study", "immediate, fixed, exponential, full"),
                ("policies.3: \"huh\"", "immediate, fixed, exponential, full"),
            ],
        ),
        ("seeds=1-4294967296", &[("seeds: \"1-4294967296\" is too large", "0 to 4,294,967,295")]),
        (
            "scenario=tick&seeds=1-10001",
            &[("seeds: \"1-10001\" is 10,001 seeds, too many", "at most 10,000 seeds")],
        ),
        ("scenario=nonsense", &[("scenario: \"nonsense\"", "fixed-window, tick, outage, own")]),
        ("view=plan", &[("view: \"plan\" is not a simulation", "simulate")]),
        (
            "policies=full,full,full,full,full,full,full,full,full",
            &[(
                "policies: \"full,full,full,full,full,full,full,full,full\" are more than 8 policies",
                "1 to 8 of",
            )],
        ),
        (
            "scenario=own&policies=full,full&names=a%0Ab,,c",
            &[("names: ", "at most 2 names"), ("names.1: \"a\\u{a}b\" holds a character", "no comma")],
        ),
        (
            "scenario=own&policies=equal&multiplier.1=1.000001&cap.1=24h",
            &[("multiplier.1: \"1.000001\" does not work: policy 1 grows too slowly", "a limit of retries")],
        ),
    ];
    for (link, problems) in cases {
        let lines = refused(&[link]);
        assert_eq!(lines.len(), problems.len(), "{lines:#?}");
        for (line, (problem, allowed)) in lines.iter().zip(*problems) {
            assert!(line.starts_with(&format!("error: {problem}")), "{problem} in {line}");
            let (_, said) = line.split_once("allowed: ").unwrap_or_else(|| panic!("what is allowed: {line}"));
            assert!(said.contains(allowed), "{allowed} in {line}");
        }
    }
}

#[test]
fn too_much_work_is_refused_at_once_with_estimate_and_limit() {
    let cases = [
        // A million clients that ask every ms for ten minutes.
        ("scenario=own&clients=1000000&capacity=1&policies=immediate&seeds=1", "600,000,000,000"),
        ("scenario=own&clients=1000000&capacity=1&policies=immediate&seeds=1-10000", "6,000,000,000,000,000"),
        // Five policies, and a tick for each of 4000 ticks at most.
        ("scenario=tick&clients=1000000&capacity=1&policies=fixed&base=1&fixed=1&seeds=1-2", "8,000,000,000"),
    ];
    for (link, estimate) in cases {
        let begin = Instant::now();
        let lines = refused(&[link]);
        assert_eq!(lines.len(), 1, "{lines:?}");
        for part in [
            "error: scenario: ",
            estimate,
            "limit of 4,000,000,000",
            "fewer clients or seeds or more capacity",
        ] {
            assert!(lines[0].contains(part), "{part} in {}", lines[0]);
        }
        assert!(begin.elapsed() < Duration::from_secs(10), "{link} took {:?}", begin.elapsed());
    }
}

#[test]
fn unknown_keys_warn_and_do_not_fail() {
    let link = "scenario=tick&clients=5&seeds=1&colour=blue&base.1=3&%1b%5B31m=x";
    let (status, stdout, stderr) = run(&[link]);
    assert_eq!(status, Some(0));
    let lines: Vec<&str> = stderr.lines().collect();
    assert_eq!(lines.len(), 3, "{stderr}");
    assert_eq!(lines[0], "warning: unknown key \"colour\" is ignored");
    assert_eq!(lines[1], "warning: unknown key \"base.1\" is ignored");
    assert!(!stderr.contains('\u{1b}'), "no control sequence of the link reaches the terminal: {stderr:?}");
    assert_eq!(stdout, printed("scenario=tick&clients=5&seeds=1"));
    let (status, stdout, stderr) = run(&["scenario=tick&clients=0&colour=blue"]);
    assert_eq!((status, stdout.as_str()), (Some(2), ""));
    let kinds: Vec<&str> = stderr.lines().filter_map(|line| line.split(':').next()).collect();
    assert_eq!(kinds, ["warning", "error"], "{stderr}");
}

#[test]
fn one_thread_and_many_give_the_same_bytes() {
    let own = "scenario=own&clients=200&capacity=3&order=random&policies=full,decorrelated,equal&seeds=1-7";
    for link in [FIXED_WINDOW, TICK, own] {
        let many = printed(link);
        let input = input(link);
        let one = simulate_json(&input, &simulate(&input.scenario).expect("it ends"));
        assert!(many.trim_end() == one, "threads change the answer of {link}");
        // Where the system can bind a program to one processor, the program itself then uses one thread.
        let program = [env!("CARGO_BIN_EXE_retryscope"), "simulate", link];
        if let Ok(bound) = command("taskset", &["-c", "0"]).args(program).output()
            && bound.status.success()
        {
            assert!(bound.stdout == many.as_bytes(), "one processor changes the answer of {link}");
        }
    }
}

#[test]
fn help_names_every_key_of_every_scenario_with_its_limits() {
    let (status, help, stderr) = run(&["--help"]);
    assert_eq!((status, stderr.as_str()), (Some(0), ""));
    // Wrapping for narrow terminals must not part a range.
    let flat = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let sections: Vec<&str> = flat.split(" scenario=").collect();
    for kind in ScenarioKind::ALL {
        let section = sections.iter().find(|section| section.starts_with(&format!("{}: ", kind.key())));
        let section = section.unwrap_or_else(|| panic!("{} in {help}", kind.key()));
        let mut rows: Vec<(String, String)> = study_fields(kind)
            .iter()
            .map(|field| {
                (
                    format!(" {} ", field.key()),
                    format!("{} (default {})", field.allowed(), field.default_text()),
                )
            })
            .collect();
        for policy in PolicyKind::ALL {
            let fields = policy_fields(kind, policy).into_iter();
            rows.extend(fields.map(|field| (format!(" {}.N ", field.key()), field.allowed())));
        }
        let words = kind.policies().iter().map(|policy| policy.key()).collect::<Vec<_>>().join(",");
        rows.push((" policies ".to_owned(), format!("1 to 8 of {words} (default ")));
        rows.push((" names ".to_owned(), "up to 40 characters, no comma".to_owned()));
        let most =
            if kind == ScenarioKind::FixedWindow { "4,294,967,295" } else { "18,446,744,073,709,551,615" };
        rows.push((" seeds ".to_owned(), format!("each 0 to {most}, at most 10,000 seeds")));
        for (key, said) in rows {
            let at = section.find(&key).unwrap_or_else(|| panic!("{key} in {section}"));
            assert!(section[at..].contains(&said), "{key}: {said} in {section}");
        }
    }
    for said in ["--table", "--scenario", "null", "median, min, max, mean, sd", "arrivals_first_trial"] {
        assert!(flat.contains(said), "{said} in {help}");
    }
}

#[test]
fn tables_show_the_same_numbers_to_people() {
    let (status, stdout, stderr) = run(&[FIXED_WINDOW, "--table"]);
    assert_eq!((status, stderr.as_str()), (Some(0), ""));
    assert_eq!(run(&["--table", FIXED_WINDOW]).1, stdout, "the option may stand in front");
    let blocks: Vec<&str> = stdout.split("\n\n").collect();
    assert_eq!(blocks.len(), 5, "four policies and a receipt: {stdout}");
    let full = blocks[3];
    assert!(full.starts_with("full: 500 of 500 clients were served"), "{full}");
    for (label, cell) in [
        ("Served", "500"),
        ("Failed", "0"),
        ("Requests", "1,956 (1,918 – 1,978)"),
        ("Collisions", "981 (943 – 1,003)"),
        ("Peak retries", "248 (224 – 268)"),
        ("Peak requests", "708.5 (683 – 739)"),
        ("Median served", "981 ms (970 ms – 998 ms)"),
        ("p95 served", "2.686 s (2.503 s – 3.119 s)"),
        ("Last served", "4.931 s (4.315 s – 5.45 s)"),
    ] {
        let row = full.lines().find_map(|line| line.trim_start().strip_prefix(label));
        assert_eq!(row.map(str::trim), Some(cell), "{label} in {full}");
    }
    for part in [
        "v=1&view=simulate&scenario=fixed-window\n",
        "84b8fef23d4c653f9df2a997f01849881e196231f6185f96c2ec77e8d206e70d",
        "1-100",
        "mulberry32",
    ] {
        assert!(blocks[4].contains(part), "{part} in {}", blocks[4]);
    }
    let (_, nobody, _) =
        run(&["scenario=outage&clients=10&outage=600s&fixed=400s&policies=fixed", "--table"]);
    assert!(nobody.contains("none of 10 clients was served; 10 were still waiting at the end"), "{nobody}");
    assert!(nobody.lines().any(|line| line.contains("p95 served") && line.ends_with('–')), "{nobody}");
}

#[test]
fn a_bad_command_line_is_bad_input() {
    for args in
        [&[] as &[&str], &["a=1", "b=2"], &["a=1", "--scenario", "x.json"], &["--scenario"], &["--tabel"]]
    {
        assert!(!refused(args).is_empty(), "{args:?}");
    }
    let (status, _, stderr) = run(&["-x=1&scenario=tick&clients=1&seeds=1"]);
    assert_eq!(status, Some(0), "a link may begin with a hyphen: {stderr}");
}
