//! The same laws to the last bit on every target; `wasm_distribution.rs` compares with the same hashes.
#![cfg(not(target_arch = "wasm32"))]

mod support_distribution;

use support_distribution::bits::{BITS, bits};

#[test]
fn laws_are_the_same_to_the_last_bit() {
    let got: Vec<(&str, String)> = BITS.iter().map(|(link, _)| (*link, bits(link))).collect();
    let expected: Vec<(&str, String)> = BITS.iter().map(|(link, hash)| (*link, (*hash).to_owned())).collect();
    assert_eq!(got, expected);
}
