#!/usr/bin/env bash
# Applies the manifests of helm/trestle to a real kube-apiserver, with each values file of test/ship/values: one release is stored, the
# others are dry runs of its upgrade on the server. No nodes and no controllers run. Run it before a release.
# Needs root on Debian 12; the first run builds the server, which takes about ten minutes and 2 GiB. Environment: KUBE_API_DIRECTORY,
# where the server is kept; KUBE_API_PORT, the first of three ports.
set -euo pipefail
cd "$(dirname "$0")/../.."

server="${KUBE_API_DIRECTORY:-/var/tmp/trestle-kube-api}"
port="${KUBE_API_PORT:-16443}"
work="$(mktemp -d)"
pids=()
clean_up() {
  if ((${#pids[@]} > 0)); then kill "${pids[@]}" 2> /dev/null || true; fi
  wait
  rm -rf "$work"
}
trap clean_up EXIT

step() { printf '\n== %s\n' "$*"; }

step manifests
test/ship/chart.sh "$work/manifests"

step kube-apiserver
test/ship/apt-install.sh etcd-server dpkg-dev golang-go golang-github-modern-go-reflect2-dev openssl
nice test/ship/kube-apiserver/build.sh "$server"
openssl genrsa -out "$work/accounts.key" 2048 2> /dev/null
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
  -keyout "$work/tls.key" -out "$work/tls.crt" 2> /dev/null
token="$(openssl rand -hex 16)"
echo "$token,admin,admin,system:masters" > "$work/tokens.csv"
store="http://127.0.0.1:$((port + 1))"
etcd --data-dir "$work/etcd" --listen-client-urls "$store" --advertise-client-urls "$store" \
  --listen-peer-urls "http://127.0.0.1:$((port + 2))" --unsafe-no-fsync > "$work/etcd.log" 2>&1 &
pids+=("$!")
# Without the controllers that create it, pods have no default service account.
"$server/kube-apiserver" --etcd-servers "$store" --bind-address 127.0.0.1 --secure-port "$port" \
  --tls-cert-file "$work/tls.crt" --tls-private-key-file "$work/tls.key" --token-auth-file "$work/tokens.csv" \
  --service-account-key-file "$work/accounts.key" --service-account-signing-key-file "$work/accounts.key" \
  --service-account-issuer https://kubernetes.default.svc --service-cluster-ip-range 10.96.0.0/16 \
  --authorization-mode RBAC --disable-admission-plugins ServiceAccount > "$work/server.log" 2>&1 &
pids+=("$!")

step dry runs
export KUBE_API_URL="https://127.0.0.1:$port" KUBE_API_TOKEN="$token" NODE_EXTRA_CA_CERTS="$work/tls.crt"
node test/ship/kube-apiserver/dry-run.mjs "$work/manifests" || { tail -5 "$work/server.log"; exit 1; }
