//! What people read of a simulation: its sentences, its tables, its numbers.
#![cfg(not(target_arch = "wasm32"))]

mod support_simulate;

use proptest::prelude::*;
use retryscope::link::encode_study;
use retryscope::math::group_digits;
use retryscope::report::{Receipt, format_measure, sentence, simulate_markdown, simulate_text, summary};
use retryscope::sim::{Results, simulate};
use retryscope::study::{Measure, ScenarioKind, StudyInput, Unit, measures};
use support_simulate::{decode, input};

fn played(link: &str) -> (StudyInput, Results) {
    let input = input(link);
    let results = simulate(&input.scenario).expect("it ends");
    (input, results)
}

fn sentences(link: &str) -> Vec<String> {
    let (input, results) = played(link);
    results.policies.iter().enumerate().map(|(index, trials)| sentence(&input, index, trials)).collect()
}

fn measure(kind: ScenarioKind, key: &str) -> &'static Measure {
    measures(kind).iter().find(|measure| measure.key == key).unwrap_or_else(|| panic!("{key}"))
}

/// The published figures in words.
#[test]
fn sentences_of_the_published_studies() {
    let table: [(&str, &[&str]); 3] = [
        (
            "scenario=fixed-window",
            &[
                "immediate: 25 of 500 clients were served, 95 % of them by 0 ms and the last at 0 ms; 475 gave up. \
                 It took 4,300 requests (8.60 per client), 3,800 of them retries that were rejected.",
                "fixed: 225 of 500 clients were served, 95 % of them by 4 s and the last at 4 s; 275 gave up. \
                 It took 3,600 requests (7.20 per client), 2,900 of them retries that were rejected.",
                "exponential: 225 of 500 clients were served, 95 % of them by 19.75 s and the last at 19.75 s; \
                 275 gave up. It took 3,600 requests (7.20 per client), 2,900 of them retries that were rejected.",
                "full: 500 of 500 clients were served, 95 % of them by 2.686 s and the last at 4.931 s. \
                 It took 1,956 requests (3.91 per client), 981 of them retries that were rejected.",
            ],
        ),
        (
            // 200 clients, 10 a tick: 20 waves at ticks 0, 2, … 38 make 10 · (20 + … + 1) = 2100 requests, all but
            // the 200 of the first wave retries, all but 200 rejected: 2100 − 200 − 190.
            "scenario=tick&clients=200&policies=fixed",
            &["fixed: 200 of 200 clients were served, 95 % of them by 36 ticks and the last at 38 ticks. \
               It took 2,100 requests (10.50 per client), 1,710 of them retries that were rejected."],
        ),
        (
            // 10,000 clients each second, none served before second 20, then 1500 a second until second 26.
            "scenario=outage&policies=fixed",
            &["fixed: 10,000 of 10,000 clients were served, 95 % of them by 26 s and the last at 26 s. \
               It took 238,500 requests (23.85 per client), 218,500 of them retries that were rejected."],
        ),
    ];
    for (link, expected) in table {
        assert_eq!(sentences(link), expected, "{link}");
    }
}

/// By hand: ten clients, one served each 100 ms, waits of 150 ms.
#[test]
fn sentences_follow_the_scenario() {
    let table = [
        (
            "",
            "10 of 10 clients were served, 95 % of them by 1.35 s and the last at 1.35 s. It took 55 requests (5.50 per client), 36",
        ),
        (
            "&clients=3",
            "3 of 3 clients were served, 95 % of them by 300 ms and the last at 300 ms. It took 6 requests (2.00 per client), 1",
        ),
        (
            "&capacity=4",
            "10 of 10 clients were served, 95 % of them by 300 ms and the last at 300 ms. It took 18 requests (1.80 per client), 2",
        ),
        (
            "&clients=1",
            "1 of 1 clients was served, 95 % of them by 0 ms and the last at 0 ms. It took 1 request (1.00 per client), 0",
        ),
        (
            "&retries.1=1",
            "2 of 10 clients were served, 95 % of them by 150 ms and the last at 150 ms; 8 gave up. It took 19 requests (1.90 per client), 8",
        ),
        (
            "&horizon=600",
            "4 of 10 clients were served, 95 % of them by 450 ms and the last at 450 ms; 6 were still waiting at the end. It took 34 requests (3.40 per client), 21",
        ),
        (
            "&horizon=1350",
            "9 of 10 clients were served, 95 % of them by 1.2 s and the last at 1.2 s; 1 was still waiting at the end. It took 54 requests (5.40 per client), 36",
        ),
        (
            "&horizon=600&outage=1h",
            "none of 10 clients was served; 10 were still waiting at the end. It took 40 requests (4.00 per client), 30",
        ),
        (
            "&retries.1=1&outage=1h",
            "none of 10 clients was served; 10 gave up. It took 20 requests (2.00 per client), 10",
        ),
    ];
    for (link, expected) in table {
        let mut link = format!("scenario=own&seeds=1&policies=fixed&fixed.1=150&names=A|B{link}");
        for (key, value) in [("clients", 10), ("capacity", 1)] {
            if !link.contains(&format!("&{key}=")) {
                link.push_str(&format!("&{key}={value}"));
            }
        }
        let expected = format!("A|B: {expected} of them retries that were rejected.");
        assert_eq!(sentences(&link), [expected], "{link}");
    }
}

/// Random waits leave some clients that gave up and some that still wait: both are told.
#[test]
fn sentences_tell_of_both_ways_to_miss() {
    let link = "scenario=own&clients=50&capacity=1&policies=full&retries.1=3&horizon=1500&seeds=1-5";
    let (input, results) = played(link);
    let median = |key: &str| {
        let measure = measure(ScenarioKind::Own, key);
        format_measure(
            measure,
            summary(measure, input.scenario.tick, &results.policies[0]).expect("a value").median,
        )
    };
    let (failed, waiting) = (median("failures"), median("unfinished"));
    assert!(failed != "0" && waiting != "0", "the scenario is to have both: {failed} {waiting}");
    let said = sentence(&input, 0, &results.policies[0]);
    assert!(
        said.contains(&format!("; {failed} gave up and {waiting} were still waiting at the end. ")),
        "{said}"
    );
}

/// Where most trials serve nobody, the few that do lend no times to a sentence of medians.
#[test]
fn a_median_of_nobody_has_no_times() {
    // The whole first half second is an outage; waits from 0 to 500 ms rarely reach its end.
    let link = "scenario=own&clients=1&capacity=1&policies=full&cap.1=500&retries.1=1&outage=400&seeds=1-99";
    let (input, results) = played(link);
    let served = measure(ScenarioKind::Own, "successes");
    let served = summary(served, input.scenario.tick, &results.policies[0]).expect("a value");
    assert_eq!((served.median, served.max), (0.0, 1.0), "the scenario is to serve in some trials only");
    let said = sentence(&input, 0, &results.policies[0]);
    assert!(said.starts_with("full: none of 1 clients was served; 1 gave up. It took 2 requests"), "{said}");
}

#[test]
fn measures_are_written_for_people() {
    let kind = ScenarioKind::FixedWindow;
    let (ms, count, ratio) =
        (measure(kind, "p95_success_ms"), measure(kind, "attempts"), measure(kind, "amplification"));
    let (seconds, ticks) = (measure(ScenarioKind::Outage, "done_at"), measure(ScenarioKind::Tick, "ticks"));
    for (measure, value, expected) in [
        (ms, 0.0, "0 ms"),
        (ms, 981.0, "981 ms"),
        (ms, 980.5, "980.5 ms"),
        (ms, 999.9996, "1 s"),
        (ms, 1000.0, "1 s"),
        (ms, 2686.0, "2.686 s"),
        (ms, 4000.0, "4 s"),
        (ms, 19_750.0, "19.75 s"),
        (ms, 60_000.0, "1 min"),
        (ms, 3_723_004.5, "1 h 2 min 3.0045 s"),
        (ms, 86_400_000.0, "1 d"),
        (count, 0.0, "0"),
        (count, 100.0, "100"),
        (count, 708.5, "708.5"),
        (count, 1956.0, "1,956"),
        (count, 238_500.0, "238,500"),
        (count, 1_000_000.25, "1,000,000.25"),
        (count, 117.466_666_666_666_67, "117.467"),
        (count, 0.0004, "0"),
        (ratio, 8.6, "8.60"),
        (ratio, 3.912, "3.91"),
        (ratio, 1.0, "1.00"),
        (seconds, 27.0, "27 s"),
        (seconds, 600.0, "600 s"),
        (ticks, 511.0, "511"),
        (ticks, 3999.5, "3,999.5"),
    ] {
        assert_eq!(format_measure(measure, value), expected, "{} {value}", measure.key);
    }
}

/// Cells of a Markdown table, read as GitHub does: a backslash takes the next character's meaning away.
fn cells(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut chars = row.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => cells.last_mut().expect("a cell").extend(chars.next()),
            '|' => cells.push(String::new()),
            c => cells.last_mut().expect("a cell").push(c),
        }
    }
    // A row begins and ends with a bar.
    assert!(
        cells.first().is_some_and(String::is_empty) && cells.last().is_some_and(String::is_empty),
        "{row}"
    );
    cells[1..cells.len() - 1].iter().map(|cell| cell.trim().to_owned()).collect()
}

/// Every policy, every measure, and a link that brings it all back.
fn check_markdown(input: &StudyInput, results: &Results) {
    let page = "https://example.org/retryscope/";
    let markdown = simulate_markdown(input, results, page);
    let lines: Vec<&str> = markdown.lines().collect();
    let measures = measures(input.kind);
    let labels: Vec<&str> = std::iter::once("Policy").chain(measures.iter().map(|m| m.label)).collect();
    assert_eq!(cells(lines[0]), labels);
    assert_eq!(cells(lines[1]).len(), labels.len());
    assert!(
        cells(lines[1]).iter().all(|rule| rule.trim_matches(':').chars().all(|c| c == '-')),
        "{}",
        lines[1]
    );
    for (index, policy) in input.policies.iter().enumerate() {
        let row = cells(lines[2 + index]);
        assert_eq!((row.len(), row[0].as_str()), (labels.len(), policy.name.trim()), "{}", lines[2 + index]);
        for (measure, cell) in measures.iter().zip(&row[1..]) {
            let Some(summary) = summary(measure, input.scenario.tick, &results.policies[index]) else {
                assert_eq!(cell, "–", "{}", measure.key);
                continue;
            };
            let show = |value| format_measure(measure, value);
            let expected = if summary.min < summary.max {
                format!("{} ({} – {})", show(summary.median), show(summary.min), show(summary.max))
            } else {
                show(summary.median)
            };
            assert_eq!(*cell, expected, "{}", measure.key);
        }
    }
    assert_eq!(lines[2 + input.policies.len()], "", "the table ends");
    let seeds = format!("over seeds {}-{} ", input.seeds.first, input.seeds.last);
    assert!(markdown.contains(&seeds), "{markdown}");
    let last = lines.last().expect("a line");
    let link = last.strip_prefix("[Open in Retryscope](").and_then(|rest| rest.strip_suffix(')'));
    let link = link.unwrap_or_else(|| panic!("{last}"));
    assert!(link.starts_with(page) && !link.contains(['(', ')', ' ', '<', '>']), "{link}");
    assert_eq!(decode(link).input.as_ref(), Some(input));
}

#[test]
fn markdown_holds_every_policy_and_measure() {
    for link in [
        "scenario=fixed-window&seeds=1-5",
        "scenario=tick&seeds=0-3",
        "scenario=outage&clients=100&capacity=15",
        "scenario=outage&clients=10&outage=600s",
        "scenario=own&clients=100&seeds=1-3&policies=full,fixed,fixed&names=A %7C B,,%5C&horizon=2s",
    ] {
        let (input, results) = played(link);
        check_markdown(&input, &results);
    }
}

#[test]
fn names_bring_no_markup_into_markdown() {
    let names = [
        "a|b",
        "a\\|b",
        "\\",
        "<img src=x onerror=alert(1)>",
        "[x](https://evil.example)",
        "`code`",
        "**bold**",
        "~~gone~~",
        "&lt;b&gt;",
        "checkout_api_v2",
        "<!--",
        "![x](y)",
    ];
    for name in names {
        let encoded: String = form_urlencoded::byte_serialize(name.as_bytes()).collect();
        let link = format!("scenario=own&clients=3&seeds=1&policies=full,fixed&names={encoded},other");
        let (input, results) = played(&link);
        check_markdown(&input, &results);
        let markdown = simulate_markdown(&input, &results, "");
        let row = markdown.lines().nth(2).expect("the first policy");
        let special = |c: char| "\\`*_[]<>|~&".contains(c);
        let escaped: String =
            name.chars().flat_map(|c| special(c).then_some('\\').into_iter().chain([c])).collect();
        assert!(row.starts_with(&format!("| {escaped} | ")), "{row}");
    }
}

#[test]
fn terminal_tables_hold_every_policy_measure_and_the_receipt() {
    for link in
        ["scenario=tick&seeds=0-3", "scenario=own&clients=100&seeds=1-3&policies=full,fixed&names=A%7CB"]
    {
        let (input, results) = played(link);
        let text = simulate_text(&input, &results);
        let blocks: Vec<&str> = text.split("\n\n").collect();
        assert_eq!(blocks.len(), input.policies.len() + 1, "{text}");
        for (index, trials) in results.policies.iter().enumerate() {
            let mut lines = blocks[index].lines();
            assert_eq!(lines.next(), Some(sentence(&input, index, trials).as_str()));
            let labels: Vec<&str> = measures(input.kind).iter().map(|measure| measure.label).collect();
            for (line, label) in lines.by_ref().zip(&labels) {
                assert!(line.starts_with(&format!("  {label} ")), "{label}: {line}");
            }
            assert_eq!(blocks[index].lines().count(), labels.len() + 1);
        }
        assert_eq!(blocks[input.policies.len()], Receipt::of(&input).text());
        assert!(text.contains(&encode_study(&input)), "{text}");
    }
}

#[test]
fn every_measure_says_what_it_means() {
    for kind in ScenarioKind::ALL {
        let measures = measures(kind);
        for (index, measure) in measures.iter().enumerate() {
            assert!(measure.meaning.ends_with('.') && measure.meaning.len() > 20, "{}", measure.key);
            let unit = match measure.unit {
                Unit::Ms => "_ms",
                Unit::Ticks if measure.key != "ticks" => "_ticks",
                _ => "",
            };
            assert!(measure.key.ends_with(unit), "{} names its unit", measure.key);
            let twin = measures[..index].iter().any(|m| m.key == measure.key || m.label == measure.label);
            assert!(!twin, "{} is told apart", measure.key);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every number of a sentence is a median of the run it is about.
    #[test]
    fn sentences_say_the_medians(
        clients in 1_u32..120, capacity in 1_u32..40, kind in 0_usize..4, retries in 0_u32..6, last in 1_u64..6,
    ) {
        let link = match kind {
            0 => format!("scenario=fixed-window&retries={retries}&policies=full,fixed"),
            1 => "scenario=tick&policies=full,fixed".to_owned(),
            2 => "scenario=outage&policies=full,fixed".to_owned(),
            _ => format!("scenario=own&policies=full,fixed&retries.1={retries}&horizon=3s"),
        };
        let (input, results) = played(&format!("{link}&clients={clients}&capacity={capacity}&seeds=1-{last}"));
        for (index, trials) in results.policies.iter().enumerate() {
            let said = sentence(&input, index, trials);
            let median = |key: &str| {
                let measure = measures(input.kind).iter().find(|measure| measure.key == key)?;
                let summary = summary(measure, input.scenario.tick, trials)?;
                Some((summary.median, format_measure(measure, summary.median)))
            };
            let shown = |key: &str| median(key).map(|(_, shown)| shown).unwrap_or_default();
            let name = &input.policies[index].name;
            let clients = group_digits(&clients.to_string());
            if median("successes").is_some_and(|(n, _)| n > 0.0) {
                let unit = if input.kind == ScenarioKind::Tick { "ticks" } else { "ms" };
                let begin = format!("{name}: {} of {clients} clients w", shown("successes"));
                prop_assert!(said.starts_with(&begin), "{begin} {said}");
                let ticks = if unit == "ticks" { " ticks" } else { "" };
                for part in [
                    format!(" by {}{ticks} and ", shown(&format!("p95_success_{unit}"))),
                    format!(" the last at {}{ticks}", shown(&format!("last_success_{unit}"))),
                ] {
                    prop_assert!(said.contains(&part), "{part} {said}");
                }
            } else {
                prop_assert!(said.starts_with(&format!("{name}: none of {clients} clients was served")), "{said}");
            }
            for (key, words) in [("failures", " gave up"), ("unfinished", " still waiting")] {
                let count = median(key).map_or(0.0, |(n, _)| n);
                prop_assert_eq!(said.contains(words), count > 0.0, "{}", &said);
                let after = [format!(" {}{words}", shown(key)), format!(" {} were{words}", shown(key)), format!(" {} was{words}", shown(key))];
                prop_assert!(count == 0.0 || after.iter().any(|after| said.contains(after)), "{said}");
            }
            let end = format!(
                ". It took {} {} ({} per client), {} of them retries that were rejected.",
                shown("attempts"),
                if shown("attempts") == "1" { "request" } else { "requests" },
                shown("amplification"),
                shown("collisions"),
            );
            prop_assert!(said.ends_with(&end), "{end} {said}");
        }
    }
}
