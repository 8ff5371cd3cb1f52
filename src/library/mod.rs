//! What libraries really do: a catalogue of retry policies read from source, most of them checked by running
//! the library. Each entry's policy is data in the language of links, planned by the same code as any other.

mod behaviour;
mod catalogue;
mod entry;
mod header;
mod words;

pub use behaviour::{Behaviour, compare};
pub use catalogue::{Catalogue, CatalogueError};
pub use entry::{
    Budget, BudgetKind, Checked, Counts, Distribution, Entry, Example, Form, ModelFit, PastDate,
    RetriesDefault, RetryAfterFacts,
};
pub use header::{Fate, Tried, try_header};
