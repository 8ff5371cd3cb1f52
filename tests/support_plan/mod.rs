//! What the plan tests share: generated inputs and an independent oracle.

// Each test program uses its own part of this module.
#![allow(dead_code)]

pub mod inputs;
pub mod oracle;
