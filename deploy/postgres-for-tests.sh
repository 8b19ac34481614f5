#!/usr/bin/env bash
# A throw-away PostgreSQL for the tests, on loopback and a free port, in a folder of its own.
#   dsn=$(bash deploy/postgres-for-tests.sh start DIR)   prints the DSN and nothing else
#   bash deploy/postgres-for-tests.sh stop DIR           stops it and removes the folder
# PostgreSQL refuses to run as root: as root it runs as user postgres, otherwise as whoever calls.
set -euo pipefail
verb=${1:-} place=${2:-}
if [ -z "$place" ] || { [ "$verb" != start ] && [ "$verb" != stop ]; }; then
  echo "usage: $0 start|stop DIR" >&2
  exit 2
fi
programs=$({ find /usr/lib/postgresql/*/bin /usr/local/pgsql/bin -maxdepth 1 -name initdb 2>/dev/null || true; } | sort -V | tail -1)
programs=${programs:-$(command -v initdb || true)}
if [ -z "$programs" ]; then
  echo "PostgreSQL is not installed: apt-get install postgresql (LASTRO_WITH_POSTGRES=1 make system)" >&2
  exit 4
fi
programs=$(dirname "$programs")
as_owner=()
[ "$(id -u)" -ne 0 ] || as_owner=(setpriv --reuid=postgres --regid=postgres --clear-groups)
run() { (cd / && "${as_owner[@]}" "$programs/$1" "${@:2}"); }

if [ "$verb" = stop ]; then
  [ -f "$place/data/PG_VERSION" ] || exit 0
  run pg_ctl -D "$place/data" -m immediate -w stop >/dev/null 2>&1 || true
  rm -rf "$place"
  exit 0
fi

mkdir -p "$place"
place=$(cd "$place" && pwd)
[ "$(id -u)" -ne 0 ] || chown postgres "$place"
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
run initdb -D "$place/data" -U lastro -A trust -E UTF8 --locale=C.UTF-8 --no-sync >"$place/initdb.log" 2>&1 ||
  { cat "$place/initdb.log" >&2; exit 1; }
# durability off: it is thrown away, and a test waits for every commit
cat >> "$place/data/postgresql.conf" <<CONF
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = ''
fsync = off
synchronous_commit = off
full_page_writes = off
max_connections = 200
shared_buffers = 64MB
CONF
run pg_ctl -D "$place/data" -l "$place/data/server.log" -w -t 60 start >/dev/null ||
  { cat "$place/data/server.log" >&2; exit 1; }
echo "postgresql+psycopg://lastro@127.0.0.1:$port/postgres"
