#!/usr/bin/env bash
# Builds the image of docker/Dockerfile as trestle:test, on a base image that is built here too, and stand-ins from Debian
# packages for the other images of docker/compose.yaml. Nothing is pulled from a registry of images.
# Needs root, podman, mmdebstrap, npm. Environment: BUILD_ARGS, more arguments for podman build.
set -euo pipefail
cd "$(dirname "$0")/../.."
export CONTAINERS_CONF="$PWD/test/ship/containers.conf"
read -ra build_args <<< "${BUILD_ARGS:-}"
build() { podman build --quiet --network host --pull=never --format docker "${build_args[@]}" "$@"; }

podman image exists localhost/node:24-slim || test/ship/base-image.sh 24
build --build-arg NODE_IMAGE=localhost/node:24-slim --file docker/Dockerfile --tag localhost/trestle:test .

# stand_in TAG "PACKAGES" LINE...
stand_in() {
  local tag="$1" packages="$2"
  shift 2
  if podman image exists "localhost/$tag"; then return; fi
  {
    echo 'FROM localhost/node:24-slim'
    # No package starts its service.
    echo 'RUN printf "#!/bin/sh\nexit 101\n" > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d'
    echo "RUN apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends $packages"
    printf '%s\n' "$@"
  } | build --file - --tag "localhost/$tag" .
}
stand_in redis:7 redis-server 'WORKDIR /data' 'ENTRYPOINT []' 'CMD ["redis-server"]'
stand_in postgres:17 postgresql 'COPY test/ship/stand-ins/postgres.sh /entrypoint' \
  'RUN ln -s /usr/lib/postgresql/*/bin/pg_isready /usr/local/bin/ && mkdir -p /var/lib/postgresql/data' \
  'VOLUME /var/lib/postgresql/data' 'ENTRYPOINT ["sh", "/entrypoint"]'
stand_in versity/versitygw:v1.0.14 'swift-proxy swift-account swift-container swift-object' \
  'COPY .ci/s3-server /s3-server' 'RUN mkdir /data && chown node: /data' 'VOLUME /data' 'USER node' \
  'ENTRYPOINT ["/s3-server", "/data", "7070", "0.0.0.0"]'
stand_in axllent/mailpit:v1.24 'python3 python3-aiosmtpd' 'COPY test/ship/stand-ins/mail.py /mail.py' \
  'ENTRYPOINT ["python3", "/mail.py"]'
