#!/usr/bin/env bash
# Gets what building the page needs and is not here yet at the pinned version.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

need cargo "Install Rust (https://rustup.rs), then run this again."
need rustc "Install Rust (https://rustup.rs), then run this again."
need node "Install Node.js 20 or newer, then run this again."
need npm "npm comes with Node.js; install Node.js 20 or newer, then run this again."
need python3 "Install Python 3, then run this again."
node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' \
  || fail "Node.js $(node --version) is too old; 20 or newer is needed."
wanted_rust=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
rust=$(rustc --version | cut -d' ' -f2)
[ "$(printf '%s\n%s\n' "$wanted_rust" "${rust%%-*}" | sort -V | head -n1)" = "$wanted_rust" ] \
  || fail "Rust $rust is too old; $wanted_rust or newer is needed (rustup update stable)."

wasm_target_present() { [ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown" ]; }
if wasm_target_present; then
  say "wasm32-unknown-unknown: present"
else
  say "wasm32-unknown-unknown: adding with rustup"
  need rustup "The WebAssembly target is missing and rustup is not here to add it; install the target with your package manager."
  rustup target add wasm32-unknown-unknown
fi

if version_is trunk "$TRUNK_VERSION"; then
  say "trunk $TRUNK_VERSION: present"
else
  say "trunk $TRUNK_VERSION: building it, once (about 8 minutes on two cores)"
  # Its own release profile takes twice as long and the result runs for seconds only.
  CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
    CARGO_TARGET_DIR="$tools_home/build" \
    cargo install trunk --version "$TRUNK_VERSION" --locked --no-default-features --root "$tools_home/trunk-$TRUNK_VERSION"
fi

if version_is wasm-bindgen "$WASM_BINDGEN_VERSION" && version_is wasm-bindgen-test-runner "$WASM_BINDGEN_VERSION"; then
  say "wasm-bindgen-cli $WASM_BINDGEN_VERSION: present"
else
  say "wasm-bindgen-cli $WASM_BINDGEN_VERSION: building it, once (about 2 minutes)"
  CARGO_TARGET_DIR="$tools_home/build" \
    cargo install wasm-bindgen-cli --version "$WASM_BINDGEN_VERSION" --no-default-features --root "$tools_home/wasm-bindgen-$WASM_BINDGEN_VERSION"
fi
rm -rf "$tools_home/build"

# node_modules/.package-lock.json is npm's own record of what it installed.
if [ -f node_modules/.package-lock.json ] && [ node_modules/.package-lock.json -nt package-lock.json ] && version_is wasm-opt "$WASM_OPT_VERSION"; then
  say "npm packages (wasm-opt $WASM_OPT_VERSION): present"
else
  say "npm packages (wasm-opt $WASM_OPT_VERSION, test tools): installing from package-lock.json"
  npm ci --ignore-scripts --no-audit --no-fund
  version_is wasm-opt "$WASM_OPT_VERSION" || fail "wasm-opt $WASM_OPT_VERSION is not what node_modules brought: $(wasm-opt --version 2>&1 | head -n1)"
fi

say "Rust crates: fetching what Cargo.lock names"
cargo fetch --locked --quiet
