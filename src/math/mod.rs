//! Exact decimal arithmetic and how its results are written.
//!
//! Binary floating point puts 1000·1.1³ at 1331.0000000000002; a retry that starts exactly
//! at the deadline would be called late. Everything a plan computes is a finite decimal
//! (sums, products and halves of typed numbers), so it is computed as one.

mod exact;
mod text;

pub use exact::Exact;
pub use text::{chance, four_digits, group_digits, human_ms, percent, shown, superscript};
