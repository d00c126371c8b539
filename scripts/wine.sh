#!/bin/sh
# wine.sh PROGRAM.exe argument...: runs a program for Windows by wine, with a prefix of its own in
# build/wine, or in WINEPREFIX. Paths with '/' in front are on its drive Z.
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
export WINEPREFIX="${WINEPREFIX:-$here/build/wine}" WINEDEBUG="${WINEDEBUG:--all}"
export WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe=" DISPLAY=
if [ ! -e "$WINEPREFIX/made" ]; then
    mkdir -p "$WINEPREFIX"
    (
        flock 9
        [ -e "$WINEPREFIX/made" ] || { wineboot -i >/dev/null 2>&1 && touch "$WINEPREFIX/made"; }
    ) 9>"$WINEPREFIX.lock"
fi
exec wine "$@"
