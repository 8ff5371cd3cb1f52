//! Answers in the forms people and programs take away: JSON, Markdown, plain text.

mod number;
mod plan_json;
mod plan_table;

pub use number::number;
pub use plan_json::plan_json;
pub use plan_table::{plan_markdown, plan_text};
