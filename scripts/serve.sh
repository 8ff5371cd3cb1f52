#!/usr/bin/env bash
# Serves dist/ on loopback.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
port=${PORT:-8080}
[ -f dist/index.html ] || fail "dist/ is not built; run 'make build' first."
python3 - "$port" <<'PY' || fail "Port $port on 127.0.0.1 is taken. Stop what uses it, or choose another: make serve PORT=8081"
import socket, sys
with socket.socket() as s:
    s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        s.bind(("127.0.0.1", int(sys.argv[1])))
    except OSError:
        sys.exit(1)
PY
say "Serving at http://127.0.0.1:$port/ (Ctrl-C stops it)"
exec python3 -m http.server "$port" --bind 127.0.0.1 --directory dist
