//! Answers in the forms people and programs take away: JSON, Markdown, plain text.

mod columns;
mod law_json;
mod library_json;
mod number;
mod plan_json;
mod plan_table;
mod receipt;
mod retry_after_json;
mod simulate_json;
mod simulate_table;

pub use library_json::{libraries_json, libraries_text, library_json, library_text};
pub use number::{number, number_f64};
pub use plan_json::{plan_json, plan_json_at};
pub use plan_table::{plan_markdown, plan_text};
pub use receipt::Receipt;
pub use retry_after_json::retry_after_json;
pub use simulate_json::{contradictions, link_of_report, simulate_json, summary};
pub use simulate_table::{format_measure, sentence, simulate_markdown, simulate_text};
