#!/usr/bin/env bash
# Runs docker/compose.yaml and docker/compose.small.yaml with images that are built here, on a Docker engine of its own: everything
# is healthy, a user signs up, gets a mail and uploads a file, data survives a new container, and SIGTERM ends with status 0.
# Needs root on Debian 12; installs what is missing with apt. Environment: that of images.sh.
set -euo pipefail
cd "$(dirname "$0")/../.."

work="$(mktemp -d /var/tmp/trestle-ship.XXXXXX)"
export DOCKER_HOST="unix://$work/docker.sock"
port="${SHIP_TEST_PORT:-3999}"
url="http://127.0.0.1:$port"
metrics_port="${SHIP_TEST_METRICS_PORT:-3998}"
file=''
clean_up() {
  if [[ -n $file ]]; then compose down --volumes > /dev/null 2>&1 || true; fi
  if [[ -f $work/docker.pid ]]; then kill "$(cat "$work/docker.pid")" 2> /dev/null || true; fi
  wait
  rm -rf "$work" || true
}
trap clean_up EXIT

step() { printf '\n== %s\n' "$*"; }
fail() { echo "failed: $*"; exit 1; }
compose() { "$docker_compose" -f "$file" "$@"; }
expect() { [[ $2 == "$3" ]] || fail "$1 is $2, not $3"; }

step packages
missing=()
for command in podman runc mmdebstrap dockerd iptables; do
  command -v "$command" > /dev/null || missing+=("${command/dockerd/docker.io}")
done
if ((${#missing[@]} > 0)); then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "${missing[@]}" netavark > "$work/apt.log"
fi
# Debian 12 has Compose 1 only. The package of Debian 13 is one static program.
docker_compose="$work/root/usr/bin/docker-compose"
mkdir -p "$work"/apt/{lists/partial,archives/partial}
echo 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main' > "$work/apt/sources.list"
apt=(-o "Dir::Etc::SourceList=$work/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::lists=$work/apt/lists"
  -o "Dir::Cache=$work/apt" -o APT::Sandbox::User=root)
apt-get -qq "${apt[@]}" update
(cd "$work" && apt-get -qq "${apt[@]}" download docker-compose)
dpkg -x "$work"/docker-compose_*.deb "$work/root"

step images
test/ship/images.sh
dockerd --data-root "$work/data" --exec-root "$work/exec" -H "$DOCKER_HOST" --pidfile "$work/docker.pid" \
  --default-ulimit nofile=16384:16384 > "$work/docker.log" 2>&1 &
for ((attempt = 0; attempt < 60; attempt += 1)); do
  if docker info > /dev/null 2>&1; then break; fi
  sleep 0.5
done
export CONTAINERS_CONF="$PWD/test/ship/containers.conf"
for image in trestle:test redis:7 postgres:17 versity/versitygw:v1.0.14 axllent/mailpit:v1.24; do
  podman save --quiet "localhost/$image" | docker load --quiet
  docker tag "localhost/$image" "$image"
done

export TRESTLE_IMAGE=trestle:test TRESTLE_LISTEN="127.0.0.1:$port" PUBLIC_URL="$url"
export TRESTLE_METRICS_LISTEN="127.0.0.1:$metrics_port"
json='content-type: application/json'
account='{"name":"Ada","email":"ada@example.com","password":"correct horse battery","organizationName":"Acme"}'

start() {
  compose up --no-build --wait
  expect readiness "$(curl -s -o "$work/ready" -w '%{http_code}' "$url/api/health/ready")" 200
  cat "$work/ready"
  echo
  expect 'the status of the metrics' \
    "$(curl -s -o "$work/metrics" -w '%{http_code}' "http://127.0.0.1:$metrics_port/metrics")" 200
  grep -q '^trestle_build_info' "$work/metrics" || fail 'the metrics are empty'
  expect 'the status of the metrics on the port of the API' "$(curl -s -o "$work/body" -w '%{http_code}' "$url/metrics")" 404
}

# The service of both files is confined, ends with status 0, and finds its data in a new container.
try_service() {
  local container
  expect 'the status of a registration' \
    "$(curl -s -o "$work/body" -w '%{http_code}' -c "$work/cookies" "$url/api/auth/register" -H "$json" -d "$account")" 201
  container="$(compose ps --quiet trestle)"
  expect 'the root file system' "$(docker inspect "$container" -f '{{.HostConfig.ReadonlyRootfs}}')" true
  expect 'the list of dropped capabilities' "$(docker inspect "$container" -f '{{.HostConfig.CapDrop}}')" '[ALL]'
  expect 'the list of added capabilities' "$(docker inspect "$container" -f '{{.HostConfig.CapAdd}}')" '[]'
  expect 'the user' "$(docker exec "$container" id -u)" 1000
  expect 'the first process' "$(docker exec "$container" cat /proc/1/comm)" tini
  expect 'the capabilities in effect' "$(docker exec "$container" sed -n 's/^CapEff:\t//p' /proc/1/status)" 0000000000000000
  expect 'the version' "$(docker exec "$container" trestle --version)" "$(node -p 'require("./package.json").version')"
  compose stop trestle
  expect 'the status after SIGTERM' "$(docker inspect "$container" -f '{{.State.ExitCode}}')" 0
  compose rm --force trestle
  start
  expect 'the status of the session' \
    "$(curl -s -o "$work/body" -w '%{http_code}' -b "$work/cookies" "$url/api/trpc/auth.me")" 200
  try_image
}

# An upload and its thumbnail, which a process with limits of its own makes.
try_image() {
  local id
  node -e '
    require("sharp")({ create: { width: 1280, height: 640, channels: 3, background: "teal" } }).png().toFile(process.argv[1])
  ' "$work/image.png"
  expect 'the status of an upload' "$(curl -s -o "$work/body" -w '%{http_code}' -b "$work/cookies" -H "origin: $url" \
    -F "file=@$work/image.png;type=image/png" "$url/api/files")" 201
  id="$(node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")).files[0].id' "$work/body")"
  for ((attempt = 0; attempt < 60; attempt += 1)); do
    if curl -s --fail -o "$work/thumbnail" -b "$work/cookies" "$url/api/files/$id/thumbnail"; then break; fi
    sleep 0.5
  done
  expect 'the format of the thumbnail' "$(head -c 4 "$work/thumbnail")" RIFF
}

step a complete installation
file=docker/compose.yaml
# Of the stand-in.
export STORAGE_URL='s3://test%3Atester:testing@store:7070/trestle-files?tls=off'
start
grep -q '"redis":"ok"' "$work/ready" || fail 'Redis is not used'
grep -q '"storage":"ok"' "$work/ready" || fail 'the bucket is not used'
try_service
for ((attempt = 0; attempt < 60; attempt += 1)); do
  if curl -s http://127.0.0.1:8025/ | grep -q 'Subject: Confirm your e-mail address'; then break; fi
  sleep 0.5
done
curl -s http://127.0.0.1:8025/ | grep -q 'Subject: Confirm your e-mail address' || fail 'no mail has arrived'
compose down --volumes

step a small installation
file=docker/compose.small.yaml
start
try_service
compose down --volumes
file=''
echo 'Both installations work'
