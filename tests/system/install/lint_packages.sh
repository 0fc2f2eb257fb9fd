#!/usr/bin/env bash
# lint_packages.sh PACKAGES: lintian finds no errors in the Debian packages of that folder. 77: it is not installed.
set -euo pipefail
command -v lintian >/dev/null || { echo "skipped: lintian is not installed (scripts/packages.txt names it)"; exit 77; }
found=$(lintian --no-cfg --allow-root "$1"/*.deb) || true
printf '%s\n' "$found"
if grep '^E:' <<<"$found"; then exit 1; fi
grep -q '^W:' <<<"$found" # which there are: it has looked
