//! The engine in a real browser computes the same bits as natively: the same scenarios, the same hashes.
#![cfg(target_arch = "wasm32")]

#[path = "common_sim/spread.rs"]
mod spread;

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

#[wasm_bindgen_test]
fn results_have_the_hashes_of_the_native_engine() {
    spread::check();
}
