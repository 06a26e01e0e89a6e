#!/usr/bin/env bash
# Builds localhost/node:24-slim from Debian's archive and the npm registry, for machines that cannot pull images. It has what
# docker/Dockerfile needs of the official image: Debian 12 (minimal), node, npm, and the user node (1000). It proves the
# Dockerfile, not the published image.
# Needs root, mmdebstrap, podman, npm.
set -euo pipefail
version="${1:-24}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
root="$work/root"
sources=/etc/apt/sources.list.d/debian.sources
[[ -f $sources ]] || sources=/etc/apt/sources.list

mmdebstrap --quiet --mode=root --variant=minbase --format=directory --include=tzdata,netbase \
  --aptopt='Acquire::Languages "none"' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --customize-hook='rm -rf "$1"/var/lib/apt/lists/*' bookworm "$root" "$sources"

# Packs without running install scripts, and prints the name of the tarball.
pack() { (cd "$work" && npm pack --silent "$1" | tail -1); }
node="$(pack "node-linux-$(node -p process.arch)@$version")"
npm="$(pack npm@11)"
modules="$root/usr/local/lib/node_modules"
mkdir -p "$modules/npm"
tar -xzf "$work/$node" -C "$root/usr/local" --strip-components=1 package/bin/node
tar -xzf "$work/$npm" -C "$modules/npm" --strip-components=1
chmod 755 "$root" "$root/usr/local/bin/node" "$modules"/npm/bin/*.js
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
chroot "$root" groupadd --gid 1000 node
chroot "$root" useradd --uid 1000 --gid node --create-home --shell /bin/bash node

tar -C "$root" --numeric-owner -c . |
  podman import --quiet --change 'CMD ["node"]' \
    --change 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' - "localhost/node:$version-slim"
