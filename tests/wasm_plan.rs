//! The plan in a real browser: the same answers as natively, and the page that shows them.
#![cfg(target_arch = "wasm32")]

use leptos::prelude::*;
use retryscope::link::{Query, decode_plan};
use retryscope::policy::Plan;
use retryscope::policy::retry_after::{Times, read};
use retryscope::report::{plan_json, retry_after_json};
use serde_json::{Value, json};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, Event, HtmlElement, HtmlInputElement};

wasm_bindgen_test_configure!(run_in_browser);

fn report(link: &str) -> Value {
    let decoded = decode_plan(&Query::parse(link));
    let input = decoded.input.unwrap_or_else(|| panic!("{link}: {:?}", decoded.violations));
    serde_json::from_str(&plan_json(&input, &Plan::new(&input))).expect("valid JSON")
}

/// The worked examples of the model in full, as the command line prints them.
fn worked() -> Vec<(&'static str, Value)> {
    let retry = |n: u32, baseline: Value, wait: Value, start: Value, deadline: Value| json!({"retry": n, "baseline_ms": baseline, "wait_ms": wait, "start_ms": start, "deadline": deadline});
    let none = || Value::Null;
    vec![
        (
            "v=1&view=plan&base=500&multiplier=2&cap=30000&retries=3&jitter=none",
            json!({
                "version": 1, "link": "v=1&view=plan", "max_requests": 4,
                "total_wait_ms": [3500, 3500], "last_end_ms": [3500, 3500],
                "retries": [
                    retry(1, json!(500), json!([500, 500]), json!([500, 500]), none()),
                    retry(2, json!(1000), json!([1000, 1000]), json!([1500, 1500]), none()),
                    retry(3, json!(2000), json!([2000, 2000]), json!([3500, 3500]), none()),
                ],
                "fit": {"always_in_time": null, "can_be_in_time": null, "max_request_ms": null, "min_deadline_ms": 3500},
            }),
        ),
        (
            "jitter=full&request=100&deadline=1700",
            json!({
                "version": 1, "link": "v=1&view=plan&jitter=full&request=100&deadline=1700", "max_requests": 4,
                "total_wait_ms": [0, 3500], "last_end_ms": [400, 3900],
                "retries": [
                    retry(1, json!(500), json!([0, 500]), json!([100, 600]), json!("within")),
                    retry(2, json!(1000), json!([0, 1000]), json!([200, 1700]), json!("within")),
                    retry(3, json!(2000), json!([0, 2000]), json!([300, 3800]), json!("may_miss")),
                ],
                "fit": {"always_in_time": 2, "can_be_in_time": 3, "max_request_ms": null, "min_deadline_ms": 3800},
            }),
        ),
        (
            "cap=1000&jitter=full&retry_after=2",
            json!({
                "version": 1, "link": "v=1&view=plan&cap=1000&jitter=full&retry_after=2", "max_requests": 4,
                "total_wait_ms": [6000, 6000], "last_end_ms": [6000, 6000],
                "retries": [
                    retry(1, json!(500), json!([2000, 2000]), json!([2000, 2000]), none()),
                    retry(2, json!(1000), json!([2000, 2000]), json!([4000, 4000]), none()),
                    retry(3, json!(1000), json!([2000, 2000]), json!([6000, 6000]), none()),
                ],
                "fit": {"always_in_time": null, "can_be_in_time": null, "max_request_ms": null, "min_deadline_ms": 6000},
            }),
        ),
        (
            "base=1&multiplier=1&cap=1000&jitter=equal&retries=1",
            json!({
                "version": 1, "link": "v=1&view=plan&base=1&multiplier=1&cap=1000&retries=1&jitter=equal", "max_requests": 2,
                "total_wait_ms": [0.5, 1], "last_end_ms": [0.5, 1],
                "retries": [retry(1, json!(1), json!([0.5, 1]), json!([0.5, 1]), none())],
                "fit": {"always_in_time": null, "can_be_in_time": null, "max_request_ms": null, "min_deadline_ms": 1},
            }),
        ),
        (
            "base=1000&multiplier=1.1&deadline=3310",
            json!({
                "version": 1, "link": "v=1&view=plan&base=1000&multiplier=1.1&deadline=3310", "max_requests": 4,
                "total_wait_ms": [3310, 3310], "last_end_ms": [3310, 3310],
                "retries": [
                    retry(1, json!(1000), json!([1000, 1000]), json!([1000, 1000]), json!("within")),
                    retry(2, json!(1100), json!([1100, 1100]), json!([2100, 2100]), json!("within")),
                    retry(3, json!(1210), json!([1210, 1210]), json!([3310, 3310]), json!("within")),
                ],
                "fit": {"always_in_time": 3, "can_be_in_time": 3, "max_request_ms": 0, "min_deadline_ms": 3310},
            }),
        ),
        (
            "retries=0",
            json!({
                "version": 1, "link": "v=1&view=plan&retries=0", "max_requests": 1,
                "total_wait_ms": [0, 0], "last_end_ms": [0, 0], "retries": [],
                "fit": {"always_in_time": null, "can_be_in_time": null, "max_request_ms": null, "min_deadline_ms": 0},
            }),
        ),
    ]
}

#[wasm_bindgen_test]
fn the_worked_examples_come_out_as_natively() {
    for (link, expected) in worked() {
        let got = report(link);
        // The schema may gain fields, so the report is asked for what the examples name.
        for (name, value) in expected.as_object().expect("an object") {
            match name.as_str() {
                "retries" => {
                    let rows = got["retries"].as_array().expect("a list");
                    assert_eq!(rows.len(), value.as_array().map_or(0, Vec::len), "rows of {link}");
                    for (row, wanted) in rows.iter().zip(value.as_array().into_iter().flatten()) {
                        for (field, wanted) in wanted.as_object().expect("an object") {
                            assert_eq!(row[field], *wanted, "{field} of {link}");
                        }
                    }
                }
                _ => assert_eq!(got[name], *value, "{name} of {link}"),
            }
        }
    }
}

#[wasm_bindgen_test]
fn numbers_with_more_digits_than_floats_hold_survive() {
    // 1 + 1.000001 + 1.000001² = 3.000003000001, shown as 3; the smallest deadline rounds up.
    let got = report("base=1&multiplier=1.000001");
    assert_eq!(got["total_wait_ms"], json!([3, 3]));
    assert_eq!(got["fit"]["min_deadline_ms"], json!(3.001));
}

#[wasm_bindgen_test]
fn bad_values_are_all_named() {
    let link = decode_plan(&Query::parse("base=0&multiplier=1,5&retries=31&deadline=10&jitter=some"));
    let keys: Vec<&str> = link.violations.iter().map(|v| v.key.as_str()).collect();
    assert_eq!(keys, ["base", "multiplier", "retries", "jitter"]);
    assert!(link.input.is_none());
}

/// A mounted page, taken away again at the end of its test.
struct Page {
    root: HtmlElement,
    _mounted: Box<dyn std::any::Any>,
}

impl Page {
    fn mount() -> Self {
        let root: HtmlElement = document().create_element("div").expect("a div").unchecked_into();
        document().body().expect("a body").append_child(&root).expect("appended");
        let mounted = leptos::mount::mount_to(root.clone(), retryscope::app::App);
        Self { root, _mounted: Box::new(mounted) }
    }

    fn find(&self, selector: &str) -> Option<Element> {
        self.root.query_selector(selector).expect("a valid selector")
    }

    /// Types into a field as a person does: the text, then the event.
    async fn type_into(&self, id: &str, text: &str) {
        let input: HtmlInputElement = self.find(&format!("#{id}")).expect("the field").unchecked_into();
        input.set_value(text);
        let event = Event::new("input").expect("an event");
        event.init_event_with_bubbles("input", true);
        input.dispatch_event(&event).expect("dispatched");
        settle().await;
    }

    /// The text of every cell of the table's body, row by row.
    fn rows(&self) -> Vec<Vec<String>> {
        let body = self.find(".plan-table tbody").expect("the table");
        let texts =
            |row: Element| children(&row).map(|cell| cell.text_content().unwrap_or_default()).collect();
        children(&body).map(texts).collect()
    }
}

/// Lets every effect run, also those that others set off; a person's next key comes much later.
async fn settle() {
    for _ in 0..5 {
        leptos::task::tick().await;
    }
}

/// The elements directly inside one.
fn children(of: &Element) -> impl Iterator<Item = Element> + use<> {
    std::iter::successors(of.first_element_child(), Element::next_element_sibling)
}

impl Drop for Page {
    fn drop(&mut self) {
        self.root.remove();
    }
}

#[wasm_bindgen_test]
async fn typing_changes_the_table() {
    let page = Page::mount();
    settle().await;
    assert_eq!(
        page.rows(),
        [
            ["1", "500", "", "500", "500", "500"],
            ["2", "1,000", "", "1,000", "1,500", "1,500"],
            ["3", "2,000", "", "2,000", "3,500", "3,500"],
        ]
    );
    page.type_into("retries", "2").await;
    page.type_into("base", "1.5s").await;
    assert_eq!(
        page.rows(),
        [["1", "1,500", "", "1,500", "1,500", "1,500"], ["2", "3,000", "", "3,000", "4,500", "4,500"]]
    );
}

#[wasm_bindgen_test]
async fn a_bad_value_is_marked_and_the_last_plan_stays() {
    let page = Page::mount();
    settle().await;
    page.type_into("retries", "1").await;
    page.type_into("base", "0").await;
    let field: HtmlInputElement = page.find("#base").expect("the field").unchecked_into();
    assert_eq!(field.get_attribute("aria-invalid").as_deref(), Some("true"));
    assert_eq!(field.value(), "0");
    assert_eq!(page.rows(), [["1", "500", "", "500", "500", "500"]]);
    page.type_into("base", "1").await;
    assert_eq!(field.get_attribute("aria-invalid"), None);
    assert_eq!(page.rows(), [["1", "1", "", "1", "1", "1"]]);
}

#[wasm_bindgen_test]
fn headers_are_read_as_natively() {
    let date = "Date: Thu, 01 Jan 2026 00:00:00 GMT\nRetry-After: ";
    let table = [
        ("120", json!(120_000), "delta-seconds"),
        ("1.5", json!(1500), "decimal-seconds"),
        ("-3", Value::Null, "signed-seconds"),
        ("Thu, 01 Jan 2026 00:01:00 GMT", json!(60_000), "http-date"),
        ("Thursday, 01-Jan-26 00:01:00 GMT", json!(60_000), "http-date"),
        ("Thu Jan  1 00:01:00 2026", json!(60_000), "http-date"),
        ("Thu, 1 Jan 2026 01:01:00 +0100", json!(60_000), "loose-date"),
        ("2026-01-01T00:01:00Z", json!(60_000), "iso-date"),
    ];
    for (value, floor, form) in table {
        let json = retry_after_json(&read(&format!("{date}{value}"), Times::default()));
        let got: Value = serde_json::from_str(&json).expect("valid JSON");
        assert_eq!((&got["floor_ms"], &got["form"]), (&floor, &json!(form)), "{value}");
    }
}

#[wasm_bindgen_test]
async fn a_header_in_the_field_sets_the_floor() {
    let page = Page::mount();
    settle().await;
    page.type_into("retries", "1").await;
    page.type_into("retry_after", "Retry-After: 120").await;
    assert_eq!(page.rows(), [["1", "500", "", "120,000", "120,000", "120,000"]]);
    page.type_into("retry_after", "Fri, 31 Dec 1999 23:59:59 GMT").await;
    let help = page.find("#retry_after-help").and_then(|help| help.text_content()).unwrap_or_default();
    assert!(help.contains("paste the response's Date line too"), "{help}");
    // Lines stay lines in this field.
    let block = "Date: Fri, 31 Dec 1999 23:59:57 GMT\nRetry-After: Fri, 31 Dec 1999 23:59:59 GMT";
    page.type_into("retry_after", block).await;
    assert_eq!(page.rows(), [["1", "500", "", "2,000", "2,000", "2,000"]]);
}
