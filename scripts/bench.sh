#!/usr/bin/env bash
# Measures the engine natively, as wasm in Chromium's worker, and the published reference program in Node,
# all in this run, and prints ratios. PEERS names the folder of the reference programs.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
say "Native engine (criterion)"
cargo bench --locked --bench engine -- --quiet
say "Engine as wasm in Chromium's worker, and the Node reference program"
CRITERION_DIR="${CARGO_TARGET_DIR:-target}/criterion" node scripts/bench-engine.mjs
say "From a keystroke to the updated table"
node scripts/bench-keystroke.mjs
