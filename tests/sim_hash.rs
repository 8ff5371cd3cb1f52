//! The engine computes the bits that tests/golden/sim_hashes.json states; tests/wasm_simulate.rs says the same of
//! the browser.
#![cfg(not(target_arch = "wasm32"))]

#[path = "common_sim/spread.rs"]
mod spread;

#[test]
fn results_have_the_expected_hashes() {
    spread::check();
}
