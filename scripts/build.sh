#!/usr/bin/env bash
# Builds the release page into dist/.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
say "Building dist/"
trunk build --release
say "dist/ is ready: copy it to any static host, under any path"
