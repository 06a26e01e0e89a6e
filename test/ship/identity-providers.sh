#!/usr/bin/env bash
# Signs people on with SimpleSAMLphp and LemonLDAP::NG, as docs/sso.md says to set them up, in Chromium. Installs their packages with
# apt as root on Debian or Ubuntu. Usage: identity-providers.sh [FILE...].
set -euo pipefail
cd "$(dirname "$0")/../.."

test/ship/apt-install.sh chromium simplesamlphp php-cli php-xml php-mbstring \
  starman liblemonldap-ng-portal-perl liblasso-perl libxml-simple-perl libio-string-perl libstring-random-perl \
  libunicode-string-perl libgd-securityimage-perl libimage-magick-perl
SIMPLESAMLPHP=/usr/share/simplesamlphp LEMONLDAP_NG=/usr/share/lemonldap-ng \
  npx vitest run --config test/vitest.config.mts --project identity-providers "$@"
