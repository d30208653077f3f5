#!/bin/sh
# Runs a command with a keyring of its own, unlocked with a password from a file: a server has no session that unlocks one.
# Keys then outlive a restart. Needs dbus-daemon (package dbus) and gnome-keyring-daemon (package gnome-keyring). Signals reach
# the command itself, which takes the place of this script.
# Usage: with-keyring.sh COMMAND [ARGUMENT...]
#   AGENCY_DESK_KEYRING_FILE   the file with the password; left out: $CREDENTIALS_DIRECTORY/keyring (systemd)
#   AGENCY_DESK_HOME           the data folder; the keyring is kept in its folder `keyring`
set -eu
file=${AGENCY_DESK_KEYRING_FILE:-${CREDENTIALS_DIRECTORY:?set AGENCY_DESK_KEYRING_FILE to the file with the password of the keyring}/keyring}
[ -s "$file" ] || { echo "with-keyring: $file is empty or missing" >&2; exit 1; }
umask 077
export XDG_DATA_HOME="${AGENCY_DESK_HOME:?set AGENCY_DESK_HOME to the data folder}/keyring"
mkdir -p "$XDG_DATA_HOME"
if [ -z "${XDG_RUNTIME_DIR:-}" ]; then
  XDG_RUNTIME_DIR=$(mktemp -d)
  export XDG_RUNTIME_DIR
fi
export GNOME_KEYRING_CONTROL=
bus=$(dbus-daemon --session --fork --nopidfile --print-address=1 --print-pid=1)
DBUS_SESSION_BUS_ADDRESS=$(echo "$bus" | head -n 1)
export DBUS_SESSION_BUS_ADDRESS
gnome-keyring-daemon --unlock --components=secrets <"$file" >/dev/null
# The bus, and with it the keyring, ends after the command, which has this process's number from here on.
(while kill -0 $$; do sleep 1; done; kill "$(echo "$bus" | tail -n 1)") </dev/null >/dev/null 2>&1 &
exec "$@"
