#!/usr/bin/env bash
# Every check, in the order of cost. Stops at the first that fails.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# What each program is built with, so that tests and clippy see every line.
native=cli,plot
browser=app,worker
wasm=wasm32-unknown-unknown

say "Formatting"
cargo fmt --check

say "Clippy, native"
cargo clippy --locked --all-targets --features "$native" -- -D warnings

say "Clippy, WebAssembly"
cargo clippy --locked --target "$wasm" --lib --bins --test 'wasm_*' --features "$browser" -- -D warnings

say "Documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps --lib --features "$native"

say "Native tests"
cargo test --locked --features "$native"

say "WebAssembly tests in headless Chromium"
CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner \
  CHROMEDRIVER=$(command -v chromedriver) WASM_BINDGEN_TEST_TIMEOUT=180 \
  cargo test --locked --target "$wasm" --features "$browser" --test 'wasm_*'

scripts/build.sh

say "End-to-end tests against dist/"
npx --no-install playwright test
