#!/usr/bin/env bash
# Signs people on with SimpleSAMLphp, as docs/sso.md says to set it up, in Chromium. Installs its package with apt as root on Debian or
# Ubuntu.
set -euo pipefail
cd "$(dirname "$0")/../.."

test/ship/apt-install.sh simplesamlphp php-cli php-xml php-mbstring chromium
SIMPLESAMLPHP=/usr/share/simplesamlphp \
  npx vitest run --config test/vitest.config.mts --project identity-providers
