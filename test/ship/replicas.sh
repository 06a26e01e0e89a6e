#!/usr/bin/env bash
# Runs the tests of test/replicas: three replicas behind HAProxy, outages of PostgreSQL and Redis, exact counts over replicas,
# migrations that are killed, and the previous release beside this one. Each file says at its head what it proves. Ends with status
# 0 when all of it holds, and prints the measured figures.
# Installs HAProxy and Redis with apt, which needs root on Debian or Ubuntu, unless they are there.
# Usage: replicas.sh [FILE...]. Environment: REPLICAS_RATE (requests a second, 300), REPLICAS_KILLS (10),
# PREVIOUS_COMMIT (the commit in .ci/previous-release).
set -euo pipefail
cd "$(dirname "$0")/../.."
export NO_COLOR=1

work="$(mktemp -d /var/tmp/trestle-replicas.XXXXXX)"
trap 'rm -rf "$work"' EXIT

test/ship/apt-install.sh haproxy redis-server

commit="${PREVIOUS_COMMIT:-$(grep -v '^#' .ci/previous-release)}"
git cat-file -e "$commit^{commit}" || { echo "failed: $commit, the previous release, is not in this repository" >&2; exit 1; }
echo "previous release: $(git log -1 --format='%h of %cs, %s' "$commit")"
mkdir "$work/previous"
git archive "$commit" | tar -x -C "$work/previous"
if cmp -s package-lock.json "$work/previous/package-lock.json"; then
  ln -s "$PWD/node_modules" "$work/previous/node_modules"
else
  npm ci --prefix "$work/previous" --no-audit --no-fund > "$work/npm.log" 2>&1 || { cat "$work/npm.log" >&2; exit 1; }
fi
node "$work/previous/src/start.mjs" build
node src/start.mjs build

status=0
HAPROXY="$(PATH="$PATH:/usr/sbin" command -v haproxy)" REDIS_SERVER="$(command -v redis-server)" \
  PREVIOUS_RELEASE="$work/previous/src/start.mjs" \
  npx vitest run --config test/vitest.config.mts --project replicas "$@" || status=1
if ((status == 0)); then echo 'replicas: passed'; else echo 'replicas: failed'; fi
exit "$status"
