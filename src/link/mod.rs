//! The versioned text form of a state: what a URL fragment and a command's argument hold.
//!
//! Links are hostile input. Decoding never panics, bounds what it reads, keeps the raw text of
//! every bad value, and reports everything wrong at once.

mod examples;
mod library;
mod plan;
mod query;
mod simulate;

pub use examples::{Example, PLAN_EXAMPLES};
pub use library::{Filter, LibraryLink, MAX_COMPARED, decode_library, encode_library};
pub use plan::{PlanLink, decode_plan, encode_plan};
pub use query::{Query, View};
pub use simulate::{StudyLink, decode_study, encode_study};

/// The version this program writes and the newest it reads.
pub const VERSION: u32 = 1;
