//! What libraries do with one Retry-After, against what was read and measured of them (golden/libraries.json,
//! `retry_after`).

use retryscope::library::{Catalogue, Fate, try_header};
use retryscope::policy::retry_after::{Times, read};

#[test]
fn headers_have_the_fate_that_was_measured() {
    use Fate::{Cut, GivesUp, Ignored, Overflows, Untold, Waited};
    let catalogue = Catalogue::parse(include_str!("../public/catalogue.json")).expect("a catalogue");
    let now = "Thu, 01 Jan 2026 00:00:00 GMT";
    let in_a_minute = format!("Date: {now}\nRetry-After: Thu, 01 Jan 2026 00:01:00 GMT");
    let a_minute_ago = format!("Date: {now}\nRetry-After: Wed, 31 Dec 2025 23:59:00 GMT");
    // Library, header, fate, part of the sentence.
    let table = [
        // "cut to maxTimeout (30 s by default), so a server that asks for 120 s is retried after 30 s"
        ("undici-retry", "120", Cut, "waits 30 s"),
        ("undici-retry", "20", Waited, "waits 20 s"),
        // "a date in the past falls back to the backoff"
        ("undici-retry", a_minute_ago.as_str(), Ignored, "own wait, 500 ms"),
        ("undici-retry", in_a_minute.as_str(), Cut, "waits 30 s"),
        ("undici-retry", "Thu, 01 Jan 2026 00:01:00 GMT", Untold, "Date"),
        // "above about 24.8 days the Node timer overflows and the retries fire at once"
        ("axios-retry-default", "2147484", Overflows, "fires at once"),
        ("axios-retry-default", "2147483", Waited, "24 d"),
        // "Used as a floor on d, and the 0-20% is then added on top of it as well"
        ("axios-retry-exponential", "10", Waited, "10 s to 12 s"),
        // "fractional seconds accepted"
        ("axios-retry-default", "1.5", Waited, "waits 1.5 s"),
        ("axios-retry-exponential", "1.5", Waited, "1.5 s to 1.8 s"),
        // "Above 60 s it is dropped and the normal backoff is used"
        ("openai-node", "90", Ignored, "375 ms to 500 ms"),
        ("openai-node", "59", Waited, "waits 59 s"),
        ("openai-node", "0.25", Waited, "waits 250 ms"),
        // "above 120 s the request is not retried at all"
        ("openai-python", "121", GivesUp, "gives up"),
        // "Clamped into [t, t + 5 s]": "Measured with a 60 s hint: 5.0 to 6.0 s before the first retry."
        ("aws-sdk-js-v3-throttling", "60", Cut, "5 s to 5.999 s"),
        // "The standard Retry-After header is ignored."
        ("botocore-standard", "2", Ignored, "x-amz-retry-after"),
        ("stripe-node", "2", Ignored, "waits 500 ms"),
        // "If the header is 0 the backoff is used."
        ("urllib3-retry", "0", Ignored, "own wait"),
        // "Cut to retry_after_max (6 hours; new)."
        ("urllib3-retry", "86400", Cut, "6 h"),
        ("urllib3-retry", "1.5", Ignored, "fraction"),
        ("urllib3-retry", "soon", Ignored, "no value of the standard"),
    ];
    for (id, header, fate, part) in table {
        let entry = catalogue.find(id).unwrap_or_else(|| panic!("no {id}"));
        let tried = try_header(entry, &read(header, Times::default()));
        assert_eq!(tried.fate, fate, "{id}, {header}: {}", tried.sentence);
        assert!(tried.sentence.contains(part), "{id}, {header}: {part:?} in {:?}", tried.sentence);
    }
}
