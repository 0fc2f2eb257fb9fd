#!/usr/bin/env bash
# check_cache.sh CASE PROCESSES TOOL: the cache as a user sees it, from outside. PROCESSES COUNT
# builds and runs a shared program and COUNT programs of its own, TOOL is `cleave`.
set -euo pipefail
case=$1 processes=$2 tool=$3
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
export CLEAVE_CACHE=1 CLEAVE_CACHE_DIRECTORY=$work/cache

fail() {
  echo "$1" >&2
  exit 1
}
entries() { find "$work" -type f | wc -l; }

case $case in
  hundred_processes)
    "$processes" 100
    [ "$(find "$work/cache" -name 'unfinished-*' | wc -l)" -eq 0 ] || fail "files were left unfinished"
    # A build and a kernel's code for each of 101 programs.
    [ "$(entries)" -eq 202 ] || fail "there are $(entries) entries"
    # The driver finds what is there: nothing is written again.
    written() { find "$work/cache" -type f -printf '%p %i\n' | sort; }
    before=$(written)
    "$processes" 3
    [ "$before" = "$(written)" ] || fail "entries were made again"
    ;;
  damaged_entries_are_made_anew)
    "$processes" 2
    [ "$(entries)" -eq 6 ] || fail "there are $(entries) entries"
    find "$work/cache" -type f | while read -r file; do
      printf damaged | dd of="$file" bs=1 seek=200 conv=notrunc status=none
    done
    "$processes" 2
    find "$work/cache" -type f | while read -r file; do
      ! grep -q damaged "$file" || fail "$file is still damaged"
    done
    [ "$(entries)" -eq 6 ] || fail "there are $(entries) entries"
    ;;
  off)
    CLEAVE_CACHE=0 "$processes" 1
    CLEAVE_CACHE_SIZE=0 "$processes" 1
    [ "$(entries)" -eq 0 ] || fail "there are entries"
    ! CLEAVE_CACHE=0 "$tool" cache 2>/dev/null || fail "the tool shows a cache that is off"
    ;;
  places)
    unset CLEAVE_CACHE_DIRECTORY
    HOME=$work/home XDG_CACHE_HOME= "$processes" 1
    [ -d "$work/home/.cache/cleave" ] || fail "nothing is in HOME"
    HOME=$work/other XDG_CACHE_HOME=$work/xdg "$processes" 1
    [ -d "$work/xdg/cleave" ] || fail "nothing is in XDG_CACHE_HOME"
    [ ! -e "$work/other" ] || fail "HOME was used in spite of XDG_CACHE_HOME"
    env -u HOME -u XDG_CACHE_HOME "$processes" 1
    CLEAVE_CACHE_DIRECTORY=/proc/nowhere "$processes" 1
    mkdir -m 777 "$work/open"
    CLEAVE_CACHE_DIRECTORY=$work/open "$processes" 1
    [ -z "$(ls -A "$work/open")" ] || fail "a folder that all may write to was used"
    ;;
  tool)
    "$tool" cache | grep -q "cache: 0 entries" || fail "size of an empty cache"
    "$processes" 1
    "$tool" cache size | grep -qE "/cache: 4 entries, [0-9.]+ KiB of 256 MiB" || fail "$("$tool" cache)"
    [ "$("$tool" cache list | grep -c "  program store$")" -eq 2 ] || fail "$("$tool" cache list)"
    [ "$("$tool" cache list | grep -c "  code store$")" -eq 2 ] || fail "$("$tool" cache list)"
    touch "$work/cache/mine"
    "$tool" cache clear
    [ "$(entries)" -eq 1 ] || fail "clear left $(entries) files"
    "$processes" 1
    ;;
  *) fail "there is no case $case" ;;
esac
