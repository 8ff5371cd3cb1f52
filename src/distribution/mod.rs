//! Distributions of waits and starts: not only when a retry can start, but how likely.
//!
//! Nothing is sampled. Each wait's law is made of exact parts (values, uniform and power parts, equally spaced
//! values); starts are sums of them.
//!
//! - **Independent jitter**: one distribution function, kept at 4,097 knots and straight between them, takes up
//!   wait after wait: adding a uniform wait is a difference of two integrals of it, which is exact at the knots.
//!   Rounded waits are summed on the lattice of their values.
//! - **Feedback**: the law of each wait comes from that of the wait before (4096 cells), before any least wait or
//!   Retry-After. Starts follow the joint law of the sum and the last wait (about 200 groups, 640 knots); their
//!   mean and standard deviation come from recurrences over the cells and put that law right to second order.
//! - **Polly**: the same with the last point of the curve; without caps and floors the sum is the curve itself.
//!
//! Digits: waits and starts of independent jitter to 4 significant digits, starts of feedback, Polly and rounded
//! families to 3; where feedback can fall to 0, low percentiles of starts to 2. `tests/distribution_*.rs` compare
//! with closed forms, exact sums of uniform times, a quadrature, and seeded draws.
//!
//! The lengths of requests are independent and uniform over the stated range, as nothing else is known of them.

mod answer;
mod chain;
mod curve;
mod joint;
mod knots;
mod lattice;
mod law;
mod piece;
mod question;
mod smooth;
mod snapped;
mod solve;
mod sum;
mod wait;
mod words;

pub use answer::{RetryLaws, StartLaw, Summary, WaitLaw};
pub use question::Question;
pub use solve::{MOST_STARTS, solve};
pub use words::{class_words, laws, likely_verdict, missing, odds};

/// The percentiles shown where none are asked for.
pub const PERCENTS: [f64; 6] = [5.0, 25.0, 50.0, 75.0, 95.0, 99.0];
