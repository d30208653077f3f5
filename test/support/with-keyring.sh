#!/bin/sh
# Runs a command with a Secret Service of its own: a private D-Bus session, an unlocked gnome-keyring, and home and
# runtime folders that are removed afterwards. The keychain tests that need one run in here and are skipped elsewhere.
# Usage: with-keyring.sh COMMAND [ARGUMENT...]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -m 700 "$folder/runtime" "$folder/home"
export XDG_RUNTIME_DIR="$folder/runtime" HOME="$folder/home" GNOME_KEYRING_CONTROL=
export XDG_DATA_HOME="$folder/home/.local/share" XDG_CONFIG_HOME="$folder/home/.config" XDG_CACHE_HOME="$folder/home/.cache"
export AGENCY_DESK_TEST_KEYRING=unlocked
dbus-run-session -- sh -c '
  printf test | gnome-keyring-daemon --unlock --components=secrets >/dev/null
  "$@"
' with-keyring "$@"
