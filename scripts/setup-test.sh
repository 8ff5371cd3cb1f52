#!/usr/bin/env bash
# Gets the browser the tests run in, where it is missing: Chromium and its driver.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

chromium_path=$(node -e 'import("./tests/browser/chromium.mjs").then((m) => console.log(m.launchOptions.executablePath ?? ""))')
if [ -n "$chromium_path" ] && command -v chromedriver >/dev/null 2>&1; then
  say "Chromium and chromedriver: present ($chromium_path)"
  exit 0
fi

manual="Install Chromium and a chromedriver of the same version, then run this again (CHROMIUM=/path names a browser elsewhere)."
command -v apt-get >/dev/null 2>&1 || fail "The tests need Chromium and chromedriver. $manual"
as_root=()
if [ "$(id -u)" != 0 ]; then
  sudo -n true 2>/dev/null || fail "The tests need Chromium and chromedriver, and installing them needs root. Run: sudo apt-get install chromium chromium-driver fonts-dejavu-core"
  as_root=(sudo -n)
fi
say "Chromium and chromedriver: installing with apt-get"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium chromium-driver fonts-dejavu-core >/dev/null
command -v chromedriver >/dev/null 2>&1 || fail "apt-get brought no chromedriver. $manual"
