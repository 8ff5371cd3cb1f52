# Shared by the scripts in this folder; source it, do not run it.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
# shellcheck source=versions.env
source scripts/versions.env

# Build tools that PATH does not offer at the pinned version are kept here, by version,
# so that they serve every clone and never replace what the user has installed.
tools_home=${RETRYSCOPE_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/retryscope-tools}

say() { printf '\033[1m==> %s\033[0m\n' "$*"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

need() { # need COMMAND WHAT-TO-DO
  command -v "$1" >/dev/null 2>&1 || fail "'$1' was not found. $2"
}

locked_version() { # locked_version CRATE: its version in Cargo.lock
  awk -v name="$1" '$1 == "name" && $3 == "\"" name "\"" { getline; gsub(/"/, "", $3); print $3; exit }' Cargo.lock
}

version_is() { # version_is COMMAND VERSION: does COMMAND exist and print that version?
  command -v "$1" >/dev/null 2>&1 && "$1" --version 2>/dev/null | tr ' ()' '\n\n\n' | grep -qx -- "$2"
}

WASM_BINDGEN_VERSION=$(locked_version wasm-bindgen)
[ -n "$WASM_BINDGEN_VERSION" ] || fail "Cargo.lock has no wasm-bindgen; restore Cargo.lock from version control."

# First what the pinned folders hold, then node_modules, then the user's own PATH.
export PATH="$tools_home/trunk-$TRUNK_VERSION/bin:$tools_home/wasm-bindgen-$WASM_BINDGEN_VERSION/bin:$root/node_modules/.bin:$PATH"
# Trunk then never looks anything up on the network.
export TRUNK_SKIP_VERSION_CHECK=true
