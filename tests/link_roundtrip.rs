//! Links and inputs are two forms of one thing, and no text of any kind upsets the decoder.

mod support_plan;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use retryscope::link::{PlanLink, Query, decode_plan, encode_plan};
use retryscope::math::Exact;
use retryscope::policy::limits::DEADLINE;
use retryscope::policy::{Accepts, Field, Plan};
use support_plan::inputs::{inputs, steps};

fn decode(link: &str) -> PlanLink {
    decode_plan(&Query::parse(link))
}

/// A link gives an input or reasons why not, never both or neither; an accepted one has one canonical form.
fn check_any(link: &str) -> Result<(), TestCaseError> {
    let decoded = decode(link);
    prop_assert_eq!(decoded.input.is_some(), decoded.violations.is_empty());
    for violation in &decoded.violations {
        let line = violation.to_string();
        prop_assert!(!line.contains(char::is_control), "one line, no control characters: {line:?}");
        prop_assert!(!violation.allowed.is_empty());
        prop_assert!(!violation.at_field().contains(char::is_control));
    }
    if let Some(input) = decoded.input {
        let plan = Plan::new(&input);
        let most = plan.max_requests;
        prop_assert!(most.is_none_or(|most| most == plan.rows.len() as u64 + 1));
        let canonical = encode_plan(&input);
        let again = decode(&canonical);
        prop_assert_eq!(again.input.as_ref(), Some(&input));
        prop_assert!(again.unknown_keys.is_empty());
        prop_assert_eq!(encode_plan(&again.input.unwrap()), canonical);
    }
    Ok(())
}

/// One number of µs in several spellings a person may use, all exact.
fn spellings(micros: u64) -> Vec<String> {
    let decimal = |decimals| Exact::from_steps(micros, decimals).to_string();
    let mut texts = vec![
        decimal(3),
        format!("{}ms", decimal(3)),
        format!(" {}  ms ", decimal(3)),
        format!("{}s", decimal(6)),
        format!("00{} s", decimal(6)),
    ];
    if micros.is_multiple_of(6) {
        texts.push(format!("{}m", Exact::from_steps(micros / 6, 7)));
        texts.push(format!("{} min", Exact::from_steps(micros / 6, 7)));
    }
    if micros.is_multiple_of(36) {
        texts.push(format!("{}h", Exact::from_steps(micros / 36, 8)));
    }
    texts
}

/// A text that a field of a general policy accepts by itself.
fn dialect_text(field: Field) -> BoxedStrategy<String> {
    match field.accepts_in_dialect() {
        // Long plans of huge growths are slow and say no more.
        Accepts::Number(_) | Accepts::NumberOr(..) if field == Field::Retries => {
            prop_oneof![(0_u32..20).prop_map(|n| n.to_string()), Just("unlimited".to_owned())].boxed()
        }
        Accepts::Number(spec) => steps(spec).prop_map(|steps| spec.write(steps)).boxed(),
        Accepts::NumberOr(spec, word) => {
            prop_oneof![steps(spec).prop_map(|steps| spec.write(steps)), Just(word.to_owned())].boxed()
        }
        Accepts::Choice(spec) => {
            let words: Vec<String> = spec.choices.iter().map(|(word, _)| (*word).to_owned()).collect();
            proptest::sample::select(words).boxed()
        }
        Accepts::List(spec, _) => proptest::collection::vec(steps(spec), 1..6)
            .prop_map(|all| all.into_iter().map(|steps| spec.write(steps)).collect::<Vec<_>>().join(","))
            .boxed(),
        Accepts::Name(_) => "[a-z0-9-]{1,20}".boxed(),
    }
}

/// A link with any fields of a general policy, each with a text it accepts by itself; pairs that must be ordered
/// may not be.
fn dialect_link() -> impl Strategy<Value = String> {
    let fields: Vec<_> = Field::ALL.iter().map(|field| proptest::option::of(dialect_text(*field))).collect();
    fields.prop_map(|texts| {
        let given = Field::ALL.iter().zip(texts);
        let pairs = given.filter_map(|(field, text)| Some(format!("{}={}", field.key(), text?)));
        pairs.collect::<Vec<_>>().join("&")
    })
}

fn field_key() -> impl Strategy<Value = String> {
    prop_oneof![
        12 => proptest::sample::select(Field::ALL.to_vec()).prop_map(|field| field.key().to_owned()),
        2 => Just("v".to_owned()),
        2 => Just("view".to_owned()),
        1 => ".{0,6}",
    ]
}

/// Values from harmless to hostile.
fn value() -> impl Strategy<Value = String> {
    let number = "[-+]?[0-9]{0,40}(\\.[0-9]{0,40})?(ms|s|m|min|h| s|e9|E-9|%)?";
    let known = [
        "",
        "0",
        "1",
        "2",
        "plan",
        "simulate",
        "none",
        "full",
        "equal",
        "decorrelated",
        "NaN",
        "Infinity",
        "-Infinity",
        "1e308",
        "0x7f",
        "null",
        "%",
        "%0",
        "%00",
        "%ff%fe",
        "+",
        "%2B1",
        "1%2C5",
        "\u{202e}1",
        "=",
        "\u{0}",
        "1\n2",
        "18446744073709551616",
        "340282366920938463463374607431768211456",
        "1e999999999",
    ];
    prop_oneof![
        4 => number,
        4 => proptest::sample::select(known.to_vec()).prop_map(str::to_owned),
        2 => (1_u64..2000).prop_map(|n| n.to_string()),
        1 => "\\PC{0,12}",
        1 => proptest::collection::vec(any::<char>(), 0..8).prop_map(String::from_iter),
        1 => ("[0-9.]", 0_usize..3000).prop_map(|(digit, times)| digit.repeat(times)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    /// What a link of a dialect means, its canonical link means too: the same rows, requests and reasons to stop.
    #[test]
    fn every_dialect_survives_its_link(link in dialect_link()) {
        let Some(input) = decode(&link).input else { return Ok(()) };
        let canonical = encode_plan(&input);
        let again = decode(&canonical);
        prop_assert_eq!(&again.violations, &vec![], "{}", canonical);
        let again = again.input.expect("no violation");
        prop_assert_eq!(Plan::new(&again), Plan::new(&input), "{} of {}", canonical, link);
        prop_assert_eq!(encode_plan(&again), canonical);
    }

    #[test]
    fn every_input_survives_its_link(input in inputs()) {
        let link = encode_plan(&input);
        let decoded = decode(&link);
        prop_assert_eq!(&decoded.violations, &vec![]);
        prop_assert_eq!(decoded.input.as_ref(), Some(&input));
        prop_assert!(decoded.unknown_keys.is_empty());
        prop_assert!(link.starts_with("v=1&view=plan"), "{link}");
        prop_assert!(link.bytes().all(|b| b.is_ascii_alphanumeric() || b"=&._".contains(&b)), "readable: {link}");
        prop_assert_eq!(decode(&format!("https://example.org/a/#{link}")).input, Some(input));
    }

    #[test]
    fn every_spelling_of_a_duration_means_the_same(micros in steps(&DEADLINE), whole in any::<bool>()) {
        let micros = if whole { micros / 36 * 36 } else { micros };
        for text in spellings(micros) {
            prop_assert_eq!(DEADLINE.read(&text), Ok(micros), "{}", text);
            let pair = form_urlencoded::Serializer::new(String::new()).append_pair("deadline", &text).finish();
            let decoded = decode(&pair);
            prop_assert_eq!(decoded.config.text(Field::Deadline), text.as_str(), "what was typed stays as typed");
            prop_assert_eq!(decoded.input.and_then(|input| input.conditions.deadline).map(|d| d.0), Some(micros));
        }
    }

    #[test]
    fn any_text_decodes_without_harm(link in any::<String>()) {
        check_any(&link)?;
    }

    #[test]
    fn any_bytes_decode_without_harm(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        check_any(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_pairs_decode_without_harm(
        pairs in proptest::collection::vec((field_key(), value(), any::<bool>()), 0..12),
        prefix in proptest::sample::select(vec!["", "#", "https://example.org/?x=1#", "?", " "]),
    ) {
        let pairs: Vec<String> = pairs
            .iter()
            .map(|(key, value, encode)| {
                let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
                if *encode { format!("{}={}", encoded(key), encoded(value)) } else { format!("{key}={value}") }
            })
            .collect();
        check_any(&format!("{prefix}{}", pairs.join("&")))?;
    }
}

#[test]
fn long_links_decode_without_harm() {
    // Each is as long as links may be, or far longer.
    let links = [
        format!("base={}", "9".repeat(90_000)),
        "&".repeat(99_000),
        "%".repeat(99_000),
        "=".repeat(99_000),
        (0..20_000).map(|n| format!("{n:x}&")).collect(),
        "a=1&".repeat(25_000),
        "🦀".repeat(2_000_000),
        format!("base=1{}", " ".repeat(99_000)),
    ];
    for link in links {
        check_any(&link).unwrap_or_else(|error| panic!("{:.20}…: {error}", link));
    }
}

#[test]
fn a_link_too_long_to_read_says_so() {
    let decoded = decode(&format!("base=7&x={}", "y".repeat(200_000)));
    assert_eq!(decoded.input, None);
    assert_eq!(decoded.violations.len(), 1);
    assert!(decoded.violations[0].to_string().contains("too long"), "{}", decoded.violations[0]);
    assert!(decoded.violations[0].to_string().len() < 300, "a message, not the link over again");
}

/// Enough of the generated dialects are valid for the property above to mean something.
#[test]
fn generated_dialects_are_often_valid() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let valid = |link: &String| decode(link).input.is_some();
    let links = (0..400).map(|_| dialect_link().new_tree(&mut runner).expect("a link").current());
    let count = links.filter(valid).count();
    assert!(count > 60, "{count} of 400");
}
