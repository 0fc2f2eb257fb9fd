#!/usr/bin/env bash
# check_images.sh CASE IMAGES IMAGE TOOL: the cache with programs of device images. IMAGES builds and
# launches the kernels of IMAGE (images.cpp), TOOL is `cleave`.
set -euo pipefail
case=$1 images=$2 image=$3 tool=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# One tier: nothing is stored in the background.
export CLEAVE_CACHE=1 CLEAVE_CACHE_DIRECTORY=$work/cache CLEAVE_TIERS=main CLEAVE_TOPOLOGY=pu:2

fail() {
  echo "$1" >&2
  "$tool" cache list >&2 || true
  exit 1
}
run() { "$images" "$image" "$@" > "$work/out" || fail "$* ended with $?"; }
count() { "$tool" cache list | grep -c "  $1 " || true; }
expect() { # PROGRAMS CODES WHEN
  [ "$(count program)" -eq "$1" ] || fail "$3: $(count program) programs, not $1"
  [ "$(count code)" -eq "$2" ] || fail "$3: $(count code) codes, not $2"
}
written() { find "$work/cache" -type f -printf '%p %i\n' | sort; }
unchanged() { # WHEN
  [ "$before" = "$(written)" ] || fail "$1: entries were made again"
}

case $case in
  cold_and_warm)
    run CallsUnit
    expect 1 1 "cold"
    before=$(written)
    run CallsUnit
    unchanged "warm"
    run Standard
    expect 1 2 "another kernel"
    ;;
  a_freed_program)
    run CallsUnit --rounds 3
    expect 1 1 "three rounds"
    ;;
  kernels_alone)
    run CallsUnit
    run CallsUnit --alone
    expect 2 2 "a kernel alone"
    run Standard --alone
    expect 3 3 "another kernel alone"
    before=$(written)
    run CallsUnit --alone
    run Standard --alone
    run CallsUnit
    unchanged "once more"
    ;;
  parts)
    run CallsUnit
    before=$(written)
    run CallsUnit --part
    unchanged "a part of the device"
    rm -r "$work/cache"
    run CallsUnit --part
    before=$(written)
    run CallsUnit
    unchanged "the device of a part"
    ;;
  two_processes)
    for round in 1 2 3; do
      rm -rf "$work/cache"
      "$images" "$image" CallsUnit --rounds 2 > "$work/first" &
      first=$!
      run CallsUnit --rounds 2
      wait $first || fail "the first process failed in round $round"
      expect 1 1 "two at once"
      [ -z "$(find "$work/cache" -name 'unfinished-*')" ] || fail "files were left unfinished"
    done
    ;;
  other_images)
    run CallsUnit
    cat "$image" "$image" > "$work/longer"
    image=$work/longer run CallsUnit
    expect 2 1 "a blob with more images, which change no code"
    ;;
  off)
    CLEAVE_CACHE=0 run CallsUnit --rounds 2
    [ ! -e "$work/cache" ] || fail "there is a cache"
    run CallsUnit
    before=$(written)
    find "$work/cache" -type f -exec sh -c 'printf damaged | dd of="$1" bs=1 seek=200 conv=notrunc status=none' - {} \;
    CLEAVE_CACHE=0 run CallsUnit
    unchanged "off with damaged entries"
    ;;
  damaged_entries)
    run CallsUnit
    run CallsUnit --alone
    for offset in 0 200 -100; do
      find "$work/cache" -type f | while read -r file; do
        at=$offset
        [ "$at" -ge 0 ] || at=$(($(stat -c %s "$file") + at))
        printf damaged | dd of="$file" bs=1 seek="$at" conv=notrunc status=none
      done
      run CallsUnit
      run CallsUnit --alone
      find "$work/cache" -type f | while read -r file; do
        ! grep -q damaged "$file" || fail "$file is still damaged at $offset"
      done
      expect 2 2 "damaged at $offset"
    done
    find "$work/cache" -type f -exec truncate -s 100 {} \;
    run CallsUnit
    run CallsUnit --alone
    expect 2 2 "cut"
    ;;
  *) fail "there is no case $case" ;;
esac
