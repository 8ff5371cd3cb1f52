//! Generated scenarios over everything the limits tables allow, dense at its edges.

use proptest::prelude::*;
use retryscope::library::Catalogue;
use retryscope::link::{Query, decode_plan, encode_plan};
use retryscope::rng::Generator;
use retryscope::sim::limits::MAX_TRIALS;
use retryscope::study::{PolicyConfig, ScenarioKind, StudyConfig, StudyField, policy_fields, study_fields};

/// A text for a field: canonical, within its limits; an optional one is also empty.
fn text_of(field: &'static StudyField) -> BoxedStrategy<String> {
    match field {
        StudyField::Number(spec) => {
            let unit = spec.quantity.steps_per_unit();
            let (min, max) = (spec.min, spec.max);
            let steps = prop_oneof![
                2 => prop_oneof![Just(min), Just(max), Just(min + 1), Just(max - 1)],
                1 => min..=max,
                2 => (min.div_ceil(unit)..=max / unit).prop_map(move |whole| whole * unit),
                2 => (0..64 - max.leading_zeros()).prop_map(move |bits| (1 << bits).clamp(min, max)),
            ];
            let text = steps.prop_map(|steps| spec.write(steps));
            if spec.default.is_none() {
                prop_oneof![1 => Just(String::new()), 2 => text].boxed()
            } else {
                text.boxed()
            }
        }
        StudyField::Choice(spec) => {
            (0..spec.choices.len()).prop_map(|index| spec.choices[index].0.to_owned()).boxed()
        }
        StudyField::Policy(_) => proptest::sample::select(policies()).boxed(),
    }
}

/// The policies of all libraries of the catalogue, as canonical texts.
fn policies() -> Vec<String> {
    let catalogue = Catalogue::parse(include_str!("../../public/catalogue.json")).expect("a catalogue");
    let canonical = |policy: &str| {
        let input = decode_plan(&Query::parse(policy)).input.expect("a policy of the catalogue");
        let link = encode_plan(&input);
        let policy = link.trim_start_matches("v=1&view=plan").trim_start_matches('&');
        policy.to_owned()
    };
    catalogue.entries().iter().map(|entry| canonical(&entry.policy)).collect()
}

/// A name that may stand in a link, or none: letters, what links and Markdown give a meaning, other alphabets.
fn name() -> impl Strategy<Value = String> {
    let odd = "[&=%+|\"'<>#?;/\\\\`*_.~ a-zA-Z0-9äß€ж漢字🦀\u{301}\u{200d}\u{200f}-]{1,30}";
    let tricky =
        ["%2C", "a%26b", "names=x", "&policies=fixed", "+", "%", "full", "fixed 2", "\u{feff}x", "null"];
    prop_oneof![
        2 => Just(String::new()),
        3 => odd.prop_map(|name| name.trim().to_owned()),
        2 => proptest::sample::select(tricky.to_vec()).prop_map(str::to_owned),
    ]
}

fn policy(kind: ScenarioKind) -> impl Strategy<Value = PolicyConfig> {
    proptest::sample::select(kind.policies()).prop_flat_map(move |policy| {
        let fields = policy_fields(kind, policy);
        let texts: Vec<_> = fields.iter().map(|field| text_of(field)).collect();
        (texts, name()).prop_map(move |(texts, name)| {
            let mut typed = PolicyConfig::of_kind(policy.key());
            typed.name = name;
            for (field, text) in fields.iter().zip(texts) {
                typed.set(field.key(), text);
            }
            typed
        })
    })
}

/// First and last seed that a generator takes.
fn seeds(max: u64) -> impl Strategy<Value = String> {
    (prop_oneof![Just(0), Just(max), 0..=max], prop_oneof![Just(0), Just(MAX_TRIALS - 1), 0..MAX_TRIALS])
        .prop_map(move |(first, more)| format!("{first}-{}", first.saturating_add(more).min(max)))
}

/// Any scenario whose texts are within the limits and whose policies differ in name. Growth may still be too slow
/// for the engine.
pub fn configs() -> impl Strategy<Value = StudyConfig> {
    proptest::sample::select(ScenarioKind::ALL.to_vec()).prop_flat_map(|kind| {
        let texts: Vec<_> = study_fields(kind).iter().map(text_of).collect();
        let policies = proptest::collection::vec(policy(kind), 1..=8);
        (texts, policies, seeds(u64::from(u32::MAX)), seeds(u64::MAX)).prop_map(
            move |(texts, policies, narrow, wide)| {
                let mut config = StudyConfig::of_kind(kind);
                let mut generator = String::new();
                for (field, text) in study_fields(kind).iter().zip(texts) {
                    if field.key() == "generator" {
                        generator.clone_from(&text);
                    }
                    config.set(field.key(), text);
                }
                let mulberry32 =
                    kind == ScenarioKind::FixedWindow || generator == Generator::Mulberry32.name();
                config.seeds = if mulberry32 { narrow } else { wide };
                config.policies = policies;
                differ_in_name(config)
            },
        )
    })
}

fn differ_in_name(mut config: StudyConfig) -> StudyConfig {
    for index in 0..config.policies.len() {
        while (0..config.policies.len())
            .any(|other| other != index && config.name(other) == config.name(index))
        {
            let longer = format!("{} {index}", config.policies[index].name);
            config.policies[index].name = longer.trim().to_owned();
        }
    }
    config
}

/// The longest link there can be but for its names: eight own policies, every field off its default.
pub fn fullest_link(name: impl Fn(usize) -> String) -> String {
    let kinds = ["exponential", "full", "equal", "decorrelated"].repeat(2);
    let names = (0..kinds.len()).map(name).collect::<Vec<_>>().join(",");
    let mut link = format!(
        "scenario=own&clients=999999&capacity=999999&window=86399999&order=random&outage_from=86399999\
         &outage=86399999&horizon=86399999&generator=mulberry32&seeds=4294957296-4294967295&policies={}&names={}",
        kinds.join(","),
        form_urlencoded::byte_serialize(names.as_bytes()).collect::<String>(),
    );
    for (n, kind) in (1..).zip(kinds) {
        link.push_str(&format!(
            "&base.{n}=86399998.999&cap.{n}=86399999.999&retries.{n}=1000&retry_after.{n}=86400"
        ));
        if kind != "decorrelated" {
            link.push_str(&format!("&multiplier.{n}=999.999999"));
        }
    }
    link
}
