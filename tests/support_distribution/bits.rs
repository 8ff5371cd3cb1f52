//! Laws to the last bit, so that native programs and the page can be held to the same ones.

use retryscope::distribution::{PERCENTS, Question, solve};
use sha2::{Digest, Sha256};

use super::planned;

/// A policy of each way of computing, and the first bytes of the SHA-256 of its laws as JSON.
pub const BITS: [(&str, &str); 5] = [
    ("retries=8&jitter=full&request=10&request_most=40&deadline=9000", "6fd286894d69084d"),
    ("retries=6&jitter=decorrelated&base=1000&cap=10000&retry_after=2&deadline=20000", "f6175bb6fa9bd99c"),
    (
        "growth=exponential&retries=4&jitter=polly&base=1000&cap=4000&cap_order=after&deadline=7000",
        "ee41d37587ea5768",
    ),
    (
        "growth=exponential&retries=5&jitter=full&rounding=floor&rounding_unit=100&deadline=9000",
        "e6ab720496896651",
    ),
    ("growth=linear&retries=4&jitter=power&jitter_power=3&jitter_up=700&deadline=6000", "e75e4d3e391de7db"),
];

/// The first bytes of the hash of a link's laws.
pub fn bits(link: &str) -> String {
    let (input, plan) = planned(link);
    let laws = serde_json::to_string(&solve(&Question::new(&input, &plan, &PERCENTS))).expect("numbers");
    Sha256::digest(laws).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
