#!/usr/bin/env bash
# Builds kube-apiserver 1.20.2 from the source package of Debian 12: the newest one that can be had without a registry of
# images or Go modules from elsewhere. Usage: build.sh DIRECTORY; the program is DIRECTORY/kube-apiserver, which is kept.
# Needs go, dpkg-dev and golang-github-modern-go-reflect2-dev, five minutes of processor time, 2 GiB of memory and disk.
set -euo pipefail
mkdir -p "$1"
directory="$(cd "$1" && pwd)"
if [[ -x $directory/kube-apiserver ]]; then exit; fi
source="$directory/src/k8s.io/kubernetes"

# A list of sources of its own: the machine's may have no deb-src.
cd "$directory"
mkdir -p apt/lists/partial apt/archives/partial "$source"
echo 'deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main' > apt/sources.list
apt=(-o "Dir::Etc::SourceList=$directory/apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
  -o "Dir::State::lists=$directory/apt/lists" -o "Dir::Cache=$directory/apt" -o APT::Sandbox::User=root)
apt-get -qq "${apt[@]}" update
apt-get -qq "${apt[@]}" source --download-only kubernetes/bookworm
tar -xzf kubernetes_1.20*.orig.tar.gz -C "$source" --strip-components=1

# The copy of reflect2 in the source package fails on custom resources when it is built with Go 1.18 or later.
cd "$source"
rm -rf vendor/github.com/modern-go/reflect2
cp -rL /usr/share/gocode/src/github.com/modern-go/reflect2 vendor/github.com/modern-go/
rm -f vendor/github.com/modern-go/reflect2/*_test.go

export GOPATH="$directory" GOCACHE="$directory/cache" CGO_ENABLED=0 GO111MODULE=off GOFLAGS=
# Definitions of all types, which are not in the source package. Server-side apply uses them to reject unknown fields.
go build -o "$directory/openapi-gen" ./vendor/k8s.io/kube-openapi/cmd/openapi-gen
packages="$(
  grep -rl --include='*.go' '+k8s:openapi-gen=' pkg cmd plugin staging/src/k8s.io |
    grep -vE 'zz_generated|_test\.go|test|kube-openapi' |
    grep -vE '/(code-generator|sample-apiserver|sample-controller|apiextensions-apiserver/examples)/' |
    xargs -n1 dirname | sort -u | sed 's#^staging/src/#vendor/#; s#^#k8s.io/kubernetes/#' | paste -sd,
)"
"$directory/openapi-gen" --logtostderr --go-header-file hack/boilerplate/boilerplate.generatego.txt \
  --output-file-base zz_generated.openapi --output-package k8s.io/kubernetes/pkg/generated/openapi \
  --report-filename /dev/null --input-dirs "$packages"
go build -trimpath -ldflags '-s -w' -o "$directory/kube-apiserver" ./cmd/kube-apiserver
cd "$directory"
rm -rf src cache apt openapi-gen kubernetes_*
