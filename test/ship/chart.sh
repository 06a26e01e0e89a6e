#!/usr/bin/env bash
# Renders helm/trestle with every values file of test/ship/values and checks the manifests: by Kubernetes' JSON schemas and types, the
# Pod Security Standard "restricted", and the service's own configuration. Runs Trestle with the variables of the rendered pods. The
# renderer is test/ship/render: the template engine of Helm (text/template, sprig), and not Helm itself. No cluster is needed;
# test/ship/kube-api.sh uses a real API server.
# Usage: chart.sh [FOLDER]; with a folder, the manifests stay there. Needs Go and Debian's packages of sprig, which it installs with
# apt as root.
set -euo pipefail
cd "$(dirname "$0")/../.."

work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

test/ship/apt-install.sh golang-go golang-github-masterminds-sprig-dev golang-k8s-sigs-yaml-dev \
  golang-github-xeipuuv-gojsonschema-dev
(cd test/ship/render && GO111MODULE=off CGO_ENABLED=0 GOPATH=/usr/share/gocode go build -o "$work/render" .)
echo '{}' > "$work/package.json"
npm install --prefix "$work" --ignore-scripts --no-audit --no-fund --silent \
  kubernetes-models@5.1.0 @kubernetes-models/prometheus-operator@6.0.0 @kubernetes-models/gateway-api@2.0.0

CHART_RENDERER="$work/render" KUBERNETES_SCHEMAS="$work" \
  npx vitest run --config test/vitest.config.mts --project unit --project ship test/unit/helm test/ship

if [[ -n ${1:-} ]]; then
  mkdir -p "$1"
  for file in test/ship/values/complete/*.yaml; do
    "$work/render" -namespace prod -values "$file" acme helm/trestle > "$1/$(basename "$file")"
  done
  for file in test/ship/values/*.yaml; do
    "$work/render" -namespace prod -values test/ship/values/complete/minimal.yaml -values "$file" acme helm/trestle \
      > "$1/$(basename "$file")"
  done
fi
