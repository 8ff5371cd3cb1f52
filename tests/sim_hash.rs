//! The engine computes the same bits on every target.

#[path = "common_sim/spread.rs"]
mod spread;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

#[test]
fn results_have_the_expected_hashes() {
    spread::check();
}

/// Prints the file of expected hashes.
#[cfg(not(target_arch = "wasm32"))]
#[test]
#[ignore = "prints tests/golden/sim_hashes.json after a deliberate change of results"]
fn print_hashes() {
    let hashes: serde_json::Map<_, _> = spread::scenarios()
        .into_iter()
        .map(|(name, scenario)| (name, spread::hash(&scenario, u64::MAX).into()))
        .collect();
    println!("{}", serde_json::to_string_pretty(&hashes).unwrap());
}
