#!/bin/sh
# What compose.yaml needs of the official image's entrypoint, with Debian's PostgreSQL 15: starts as root, creates the database
# with the user, name and password file of the environment, and runs the server as the user postgres.
set -eu
bin="$(echo /usr/lib/postgresql/*/bin)"
data=/var/lib/postgresql/data
if [ "$(id -u)" = 0 ]; then
  chown postgres: "$data" /var/run/postgresql
  chmod 700 "$data"
  exec setpriv --reuid=postgres --regid=postgres --init-groups sh "$0"
fi
if [ ! -s "$data/PG_VERSION" ]; then
  "$bin/initdb" --pgdata="$data" --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --encoding=UTF8 --auth=scram-sha-256
  echo 'host all all all scram-sha-256' >> "$data/pg_hba.conf"
  echo "create database $POSTGRES_DB" | "$bin/postgres" --single -D "$data" postgres
fi
exec "$bin/postgres" -D "$data" -c listen_addresses='*'
