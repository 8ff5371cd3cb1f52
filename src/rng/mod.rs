//! Named random number generators.
//!
//! A simulation's result is only repeatable when the generator is a *named*
//! algorithm, so none of `rand`'s moving aliases are used here. Every
//! generator implements the traits of `rand_core` through [`rand::Rng`]; what
//! the simulation draws from it goes through [`Source`], which fixes how bits
//! become numbers. No draw uses a `usize`, so 32-bit and 64-bit targets agree.

mod bounded;
mod choice;
mod generator;
mod lcg64;
mod mulberry32;
mod pcg64;
mod seed_sequence;
mod source;
mod xoshiro;

pub use bounded::bounded;
pub use choice::Chooser;
pub use generator::Generator;
pub use lcg64::Lcg64;
pub use mulberry32::Mulberry32;
pub use pcg64::Pcg64;
pub use seed_sequence::SeedSequence;
pub use source::{Source, Span};
pub use xoshiro::Xoshiro256;
