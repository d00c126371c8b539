#!/bin/sh
# wine.sh PROGRAM.exe argument...: runs a program for Windows by wine, with a prefix of its own in
# build/wine, or in WINEPREFIX. Paths with '/' in front are on its drive Z.
here=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
export WINEPREFIX="${WINEPREFIX:-$here/build/wine}" WINEDEBUG="${WINEDEBUG:--all}"
export WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe=" DISPLAY=
mkdir -p "$WINEPREFIX"
# Wine's services keep the standard error of the program that starts them, and may write to it at any
# time: none of ours starts them. They end ten minutes after the last program.
start() {
    [ -e "$WINEPREFIX/made" ] || { wineboot -i && wineserver -w && touch "$WINEPREFIX/made"; }
    if wineserver -p600; then wine cmd /c exit; fi # else they run
}
(
    flock 9
    start 9>&-
) 9>"$WINEPREFIX.lock" </dev/null >/dev/null 2>&1
exec wine "$@"
