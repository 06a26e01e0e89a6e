#!/usr/bin/env bash
# Installs the packages that are missing. Needs root on Debian or Ubuntu, unless all are there. Usage: apt-install.sh PACKAGE...
set -euo pipefail

missing=()
for package in "$@"; do
  dpkg-query --show --showformat '${Status}' "$package" 2> /dev/null | grep -q ' installed$' || missing+=("$package")
done
if ((${#missing[@]} == 0)); then exit; fi
if ! command -v apt-get > /dev/null || [[ $(id -u) != 0 ]]; then
  echo "missing packages: ${missing[*]}" >&2
  exit 1
fi
log="$(mktemp)"
trap 'rm -f "$log"' EXIT
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "${missing[@]}" > "$log" 2>&1 ||
  { cat "$log" >&2; exit 1; }
