//! Distributions in a browser: the laws that native programs compute, to the last bit, in the time a page has.
#![cfg(target_arch = "wasm32")]

mod support_distribution;

use support_distribution::bits::{BITS, bits};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn laws_are_those_of_native_programs_to_the_last_bit() {
    for (link, hash) in BITS {
        assert_eq!(bits(link), hash, "{link}");
    }
}
