//! Numbers and rules in the sentences: what is said must be what was computed.
//!
//! Wording may change; the numbers, the rule named and the retries named may not.

use retryscope::distribution::laws;
use retryscope::link::{Query, decode_plan};
use retryscope::math::{Exact, group_digits, human_ms, shown, superscript};
use retryscope::policy::{Binding, Field, Jitter, Plan, PlanInput, explain, notes, verdict};
use retryscope::report::{plan_markdown, plan_text};

fn plan(link: &str) -> (PlanInput, Plan) {
    let decoded = decode_plan(&Query::parse(link));
    let input = decoded.input.unwrap_or_else(|| panic!("{link}: {:?}", decoded.violations));
    let plan = Plan::new(&input);
    (input, plan)
}

fn ms(text: &str) -> Exact {
    Exact::parse_plain(text).expect("a plain number")
}

/// Every part is in the text, in this order.
#[track_caller]
fn says(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("{part:?} is not said (in order) in {text:?}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn digits_are_grouped_in_threes() {
    let table = [
        ("0", "0"),
        ("999", "999"),
        ("1000", "1,000"),
        ("12345", "12,345"),
        ("123456", "123,456"),
        ("1234567.5", "1,234,567.5"),
        ("1000.1234", "1,000.1234"),
        ("3000000000", "3,000,000,000"),
        ("-1000", "-1,000"),
        ("-100", "-100"),
    ];
    for (plain, grouped) in table {
        assert_eq!(group_digits(plain), grouped);
    }
}

#[test]
fn shown_numbers_round_to_thousandths_and_keep_no_zeros() {
    let table = [
        ("0", "0"),
        ("0.0004", "0"),
        ("0.0005", "0.001"),
        ("0.5", "0.5"),
        ("1.0015", "1.002"),
        ("1.0025", "1.003"),
        ("999.9995", "1,000"),
        ("3310", "3,310"),
        ("665.500", "665.5"),
        ("604462909807314587353088.00049", "604,462,909,807,314,587,353,088"),
    ];
    for (exact, text) in table {
        assert_eq!(shown(&ms(exact)), text);
    }
}

#[test]
fn exponents_are_raised() {
    for (n, raised) in [(0, "⁰"), (7, "⁷"), (29, "²⁹"), (1_345_680, "¹³⁴⁵⁶⁸⁰")] {
        assert_eq!(superscript(n), raised);
    }
}

#[test]
fn durations_are_said_in_units_people_use() {
    let table = [
        ("0", "0 ms"),
        ("0.0004", "0 ms"),
        ("0.5", "0.5 ms"),
        ("999.999", "999.999 ms"),
        ("999.9996", "1 s"),
        ("1000", "1 s"),
        ("1700", "1.7 s"),
        ("1000.001", "1.000001 s"),
        ("59999.9996", "1 min"),
        ("60000", "1 min"),
        ("61500", "1 min 1.5 s"),
        ("1000000", "16 min 40 s"),
        ("1206000", "20 min 6 s"),
        ("3600000", "1 h"),
        ("3660000", "1 h 1 min"),
        ("3600000.5", "1 h 0.0005 s"),
        ("86400000", "1 d"),
        ("90000000", "1 d 1 h"),
        ("1000000000", "11 d 13 h 46 min 40 s"),
        ("3000000000", "34 d 17 h 20 min"),
        ("86400000000000", "1,000,000 d"),
    ];
    for (exact, text) in table {
        assert_eq!(human_ms(&ms(exact)), text, "{exact} ms");
    }
}

#[test]
fn times_from_the_field_are_said_as_people_said_them() {
    // The `human` texts of field cases, next to the number of seconds they stand for.
    let file: serde_json::Value = serde_json::from_str(include_str!("cases/field_cases.json")).expect("JSON");
    let answer = |id: &str| {
        let case = file.as_array().expect("a list").iter().find(|case| case["id"] == id);
        case.unwrap_or_else(|| panic!("no case {id}"))["answer"].clone()
    };
    let wandb = answer("first-wandb");
    let total = ms(&wandb["total_s"].to_string()).times(1000);
    assert_eq!(human_ms(&total), wandb["human"].as_str().expect("text"));

    let crate_waits = answer("grow-retry-crate");
    let seconds = crate_waits["dialect_waits_s"].as_array().expect("a list");
    let human = crate_waits["human"].as_array().expect("a list");
    assert_eq!(seconds.len(), human.len());
    for (seconds, human) in seconds.iter().zip(human) {
        assert_eq!(human_ms(&ms(&seconds.to_string()).times(1000)), human.as_str().expect("text"));
    }

    let confused_unit = answer("ra-ms-as-seconds");
    let floor = ms(&confused_unit["floor_ms"].to_string());
    assert_eq!(human_ms(&floor), confused_unit["human"].as_str().expect("text"));
}

#[test]
fn the_verdict_counts_retries_and_names_those_in_danger() {
    let table: [(&str, &[&str]); 10] = [
        (
            "jitter=full&request=100&deadline=1700",
            &["3 retries, all start within", "in the best case; retry 3 may miss the 1.7 s deadline"],
        ),
        ("retries=0&deadline=100", &["No retries", "one request"]),
        ("retries=1", &["1 retry;", "500 ms"]),
        ("retries=3", &["3 retries", "the last starts 3.5 s"]),
        ("retries=3&jitter=full&request=100", &["3 retries", "between 300 ms and 3.8 s"]),
        (
            "retries=3&deadline=1h",
            &["3 retries, all start in time", "3.5 s at the latest", "the 1 h deadline"],
        ),
        (
            "retries=7&deadline=4000",
            &["7 retries;", "retries 4–7 miss the 4 s deadline even at the earliest"],
        ),
        ("retries=1&deadline=0", &["1 retry;", "retry 1 misses the 0 ms deadline"]),
        (
            "retries=30&jitter=equal&deadline=40000",
            &["30 retries;", "retry 7 may miss the 40 s deadline", "retries 8–30 miss it"],
        ),
        (
            "base=1000&multiplier=1&retries=9&jitter=equal&deadline=3000",
            &["9 retries;", "retries 4–6 may miss the 3 s deadline", "retries 7–9 miss it"],
        ),
    ];
    for (link, parts) in table {
        let (input, plan) = plan(link);
        says(&verdict(&input, &plan), parts);
    }
}

/// The steps of one retry's explanation by their label.
fn steps(link: &str, retry: u32) -> Vec<(&'static str, String)> {
    let (input, plan) = plan(link);
    explain(&input, &plan, retry).expect("that retry").steps
}

#[track_caller]
fn step_says(link: &str, retry: u32, label: &str, parts: &[&str]) {
    let steps = steps(link, retry);
    let (_, text) =
        steps.iter().find(|(name, _)| *name == label).unwrap_or_else(|| panic!("{label} of {link}"));
    says(text, parts);
}

#[test]
fn the_arithmetic_has_the_policys_own_numbers() {
    let link = "base=500&multiplier=2&cap=1000&jitter=full&request=100&deadline=1700";
    step_says(link, 1, "Baseline", &["500 × 2⁰ = 500 ms", "the cap of 1,000"]);
    step_says(link, 2, "Baseline", &["500 × 2¹ = 1,000 ms", "not above the cap of 1,000"]);
    step_says(link, 3, "Baseline", &["500 × 2² is above the cap of 1,000", "d = 1,000 ms"]);
    step_says(link, 3, "Jitter", &["Full", "0 to 1,000 ms"]);
    step_says(link, 3, "Wait", &["0 ms (decided by jitter)", "1,000 ms (decided by cap)"]);
    step_says(link, 2, "Start", &["2 × 100 + 0 + 0 = 200 ms", "2 × 100 + 500 + 1,000 = 1,700 ms"]);
    step_says(link, 2, "Deadline", &["1,700 ≤ 1,700 ms", "in time"]);
    step_says(link, 3, "Deadline", &["300 ≤ 1,700 ms < latest start 2,800", "may miss"]);

    step_says("jitter=none", 2, "Wait", &["Exactly 1,000 ms", "growth"]);
    step_says("jitter=equal", 2, "Jitter", &["Equal", "d/2 = 500 to d = 1,000 ms"]);
    step_says("retries=6&request=10", 6, "Start", &["6 × 10 + 31,500 of waits = 31,560 ms"]);
    step_says("retries=7", 7, "Start", &["61,500 ms (1 min 1.5 s)"]);
    step_says("deadline=1000", 2, "Deadline", &["1,500 > 1,000 ms", "misses"]);
}

#[test]
fn a_floor_is_named_where_it_decides() {
    let above = "cap=1000&jitter=full&retry_after=2";
    step_says(above, 1, "Retry-After", &["2 s = 2,000 ms", "above the whole range"]);
    step_says(above, 1, "Wait", &["Exactly 2,000 ms", "Retry-After"]);
    let between = "base=4000&jitter=equal&retry_after=3";
    step_says(between, 1, "Retry-After", &["3 s = 3,000 ms", "above the earliest wait"]);
    step_says(between, 1, "Wait", &["3,000 ms (decided by Retry-After)", "4,000 ms (decided by growth)"]);
    step_says("base=4000&jitter=equal&retry_after=2", 1, "Retry-After", &["changes nothing"]);
    assert!(steps("jitter=full", 1).iter().all(|(label, _)| !["Retry-After", "Deadline"].contains(label)));
}

#[test]
fn decorrelated_jitter_is_explained_by_its_own_rule() {
    let link = "base=100&multiplier=10&cap=2000&retries=3&jitter=decorrelated";
    step_says(link, 2, "Jitter", &["at least 100 ms", "100 × 3² = 900 ms", "baseline plays no part"]);
    step_says(link, 3, "Jitter", &["at least 100 ms", "the cap of 2,000 ms", "100 × 3³"]);
    step_says(link, 3, "Wait", &["100 ms (decided by jitter)", "2,000 ms (decided by cap)"]);
}

#[test]
fn rounded_numbers_are_not_said_to_be_equal() {
    // 1 + 1.00001 = 2.00001 is after a deadline of 2, and shown as 2.
    let link = "base=1&multiplier=1.00001&retries=2&deadline=2";
    step_says(link, 2, "Baseline", &["1 × 1.00001¹ ≈ 1 ms"]);
    step_says(link, 2, "Wait", &["about 1 ms"]);
    step_says(link, 2, "Start", &["1 + 1 ≈ 2 ms"]);
    step_says(link, 2, "Deadline", &["just over 2 > 2 ms", "misses"]);
    let full = "base=1&multiplier=1.00001&retries=2&deadline=2&jitter=full";
    step_says(full, 2, "Deadline", &["0 ≤ 2 ms < latest start just over 2", "may miss"]);
    step_says("base=1.001&multiplier=1&jitter=equal", 1, "Jitter", &["d/2 ≈ 0.501 to d = 1.001 ms"]);
}

#[test]
fn there_is_an_explanation_for_every_row_and_no_other() {
    for jitter in Jitter::PLAIN {
        let (input, plan) = plan(&format!("retries=30&jitter={}&retry_after=1&deadline=1h", jitter.key()));
        for retry in 1..=30 {
            let labels: Vec<&str> =
                explain(&input, &plan, retry).expect("a row").steps.iter().map(|(label, _)| *label).collect();
            assert_eq!(labels, ["Baseline", "Jitter", "Retry-After", "Wait", "Start", "Deadline"]);
        }
        assert_eq!(explain(&input, &plan, 0), None);
        assert_eq!(explain(&input, &plan, 31), None);
    }
}

#[test]
fn the_rule_of_each_end_is_the_one_that_decided_it() {
    use Binding::{Cap, Floor, Growth, Jitter as Random};
    let table: [(&str, &[(Binding, Binding)]); 7] = [
        ("cap=1000&jitter=none", &[(Growth, Growth), (Growth, Growth), (Cap, Cap)]),
        ("cap=1000&jitter=full", &[(Random, Growth), (Random, Growth), (Random, Cap)]),
        ("cap=1000&jitter=equal", &[(Random, Growth), (Random, Growth), (Random, Cap)]),
        ("cap=1000&jitter=decorrelated", &[(Random, Cap), (Random, Cap), (Random, Cap)]),
        ("cap=100&jitter=decorrelated&retries=1", &[(Cap, Cap)]),
        // A floor equal to a wait changes nothing, so it decides nothing.
        ("retry_after=1&jitter=none", &[(Floor, Floor), (Growth, Growth), (Growth, Growth)]),
        ("retry_after=1&jitter=full", &[(Floor, Floor), (Floor, Growth), (Floor, Growth)]),
    ];
    for (link, expected) in table {
        let (_, plan) = plan(link);
        let got: Vec<_> = plan.rows.iter().map(|row| (row.earliest_by, row.latest_by)).collect();
        assert_eq!(got, expected, "{link}");
    }
}

/// A note's code and parts of its text.
type Said<'a> = (&'a str, &'a [&'a str]);

#[test]
fn notes_say_what_surprises_with_its_numbers() {
    let table: [(&str, &[Said]); 8] = [
        ("", &[]),
        ("base=10000&cap=1000&retries=2", &[("base_above_cap", &["10 s", "1 s"])]),
        ("base=1000&cap=1000", &[]),
        ("retry_after=9", &[("floor_decides", &["every wait", "9 s"])]),
        ("retry_after=1&retries=3&jitter=full", &[("floor_decides", &["1 of 3 waits", "1 s", "no jitter"])]),
        ("retry_after=9&retries=0", &[]),
        ("jitter=decorrelated", &[("multiplier_unused", &["multiplier"])]),
        (
            "base=10000&cap=1000&jitter=decorrelated&retry_after=2",
            &[("base_above_cap", &[]), ("floor_decides", &[]), ("multiplier_unused", &[])],
        ),
    ];
    for (link, expected) in table {
        let (input, plan) = plan(link);
        let notes = notes(&input, &plan);
        let codes: Vec<&str> = notes.iter().map(|note| note.code).collect();
        assert_eq!(codes, expected.iter().map(|(code, _)| *code).collect::<Vec<_>>(), "{link}");
        for (note, (_, parts)) in notes.iter().zip(expected) {
            says(&note.text, parts);
        }
    }
}

#[test]
fn messages_at_a_field_say_what_is_wrong_and_what_is_allowed() {
    let table = [
        ("base=0", ["Too small", "1 to 600,000 ms"]),
        ("multiplier=11", ["Too large", "1 to 10"]),
        ("cap=1.0005", ["Too many decimals", "up to 3 decimals"]),
        ("retries=2.5", ["Not a whole number", "0 to 30"]),
        ("jitter=some", ["Not one of the choices", "none, full, equal, decorrelated"]),
        ("request=1,5", ["Not a plain number", "0 to 600,000 ms"]),
        ("retry_after=1500ms", ["Not a whole number", "whole seconds only"]),
        ("deadline=3 weeks", ["No known unit (\"weeks\")", "0 to 3,000,000,000 ms"]),
    ];
    for (link, parts) in table {
        let decoded = decode_plan(&Query::parse(link));
        assert_eq!(decoded.violations.len(), 1, "{link}");
        says(&decoded.violations[0].at_field(), &parts);
    }
    let mut emptied = decode_plan(&Query::parse("")).config;
    emptied.set(Field::Base, " ");
    let missing = emptied.check().expect_err("a base is needed");
    assert_eq!(missing.len(), 1);
    says(&missing[0].at_field(), &["A value is needed", "1 to 600,000 ms"]);
}

#[test]
fn markdown_and_text_hold_the_same_numbers() {
    let (input, plan) = plan("jitter=full&request=100&deadline=1700");
    let markdown = plan_markdown(&input, &plan, &laws(&input, &plan), "https://example.org/retryscope/");
    let lines: Vec<&str> = markdown.lines().filter(|line| line.starts_with('|')).collect();
    assert_eq!(lines.len(), 5, "header, rule and three rows:\n{markdown}");
    let cells = lines[0].matches('|').count();
    assert!(lines.iter().all(|line| line.matches('|').count() == cells), "{markdown}");
    says(lines[4], &["| 3 |", "2,000", "0 – 2,000", "300", "3,800", "◐ may miss (67 %)"]);
    says(lines[0], &["p50 start (ms)", "p95 start (ms)"]);
    // Three uniform waits and three requests: 300 + 1750, and 300 + 2826.72.
    says(lines[4], &["2,050", "3,127"]);
    says(&markdown, &["3 retries = at most 4 requests", "0 – 3,500 ms", "400 – 3,900 ms"]);
    let canonical = "v=1&view=plan&jitter=full&request=100&deadline=1700";
    says(&markdown, &[&format!("(https://example.org/retryscope/#{canonical})")]);
    let text = plan_text(&input, &plan);
    says(
        &text,
        &["2,000", "3,800", "3 retries = at most 4 requests", "2 of 3", "3 of 3", "3.8 s", canonical],
    );
}

/// 500 ms doubled 999 times is 500·2^999 = 2.6789…·10^303: thousands of such digits would drown a page.
#[test]
fn numbers_of_hundreds_of_digits_are_shown_by_their_size() {
    let (input, plan) = plan("growth=exponential&cap=none&retries=1000");
    let text = plan_text(&input, &plan);
    assert!(text.contains("≈ 2.678 × 10³⁰³"), "{}", &text[text.len() - 400..]);
    assert!(text.lines().all(|line| line.chars().count() < 250));
}

/// axios-retry raises the baseline to the header and adds 0 to 20 % on top (golden/libraries.json): the baseline of
/// retry 1 stays 100·2 ms in words, and jitter acts on the 10 s.
#[test]
fn a_floor_under_the_baseline_is_explained_before_jitter() {
    let policy = "growth=exponential&base=100&offset=1&cap=none&jitter=scale&jitter_lo=1&jitter_hi=1.2\
                  &retry_after_rule=floor-then-jitter";
    let (input, plan) = plan(&format!("{policy}&retry_after=10&retries=1"));
    let steps = explain(&input, &plan, 1).expect("a row").steps;
    let labels: Vec<&str> = steps.iter().map(|(label, _)| *label).collect();
    assert_eq!(labels, ["Baseline", "Retry-After", "Jitter", "Wait", "Start"]);
    assert_eq!(steps[0].1, "100 × 2¹ = 200 ms; there is no cap.");
    assert!(
        steps[1].1.contains("is above the baseline, which is raised to it before jitter"),
        "{}",
        steps[1].1
    );
    assert!(steps[2].1.contains("10,000 to 12,000 ms"), "{}", steps[2].1);
}
