#!/usr/bin/env bash
# check_installed.sh BUILD SOURCE PROGRAM [LOADER]: installs BUILD into an empty folder and runs PROGRAM on
# the installed driver where nothing of LLVM, of the build and of the source can be seen. With LOADER, a
# libOpenCL.so.1, the program is loaded with that instead of the system's. 77: this machine cannot do it.
set -euo pipefail
build=$1 source=$2 program=$3 loader=${4:-}

stage=$(mktemp -d /tmp/cleave-installed-XXXXXX)
trap 'rm -rf "$stage"' EXIT
prefix=$stage/prefix

enter_namespace=(unshare --mount --propagation private)
[ "$(id -u)" -eq 0 ] || enter_namespace+=(--map-root-user)
if ! "${enter_namespace[@]}" mount -t tmpfs none /mnt 2>/dev/null; then
  echo "skipped: this needs root, or user namespaces, to hide the LLVM packages"
  exit 77
fi

cmake --install "$build" --prefix "$prefix" >"$stage/install.log" || { cat "$stage/install.log"; exit 1; }
cp "$program" "$stage/program"
if [ -n "$loader" ]; then
  # With what it needs from its own folder: the build, where it may lie, is hidden.
  folder=$(dirname "$loader")
  mkdir "$stage/loader"
  cp -L "$loader" "$stage/loader/libOpenCL.so.1"
  LD_LIBRARY_PATH=$folder ldd "$loader" | awk -v folder="$folder/" 'index($3, folder) == 1 {print $3}' |
    xargs -r cp -L -t "$stage/loader"
  export LD_LIBRARY_PATH=$stage/loader
fi

for license in Apache-2.0 llvm-toolchain-22 gcc-12; do
  grep -qx "License: $license" "$prefix/share/doc/cleave/copyright" || { echo "no license $license"; exit 1; }
done
[ -s "$prefix/share/doc/cleave/licenses/GPL-3" ] || { echo "no license that others refer to"; exit 1; }

for library in "$prefix"/lib/libcleave.so "$prefix"/lib/libcleave-compiler.so; do
  dependencies=$(ldd "$library")
  if grep -E 'not found|LLVM|clang' <<<"$dependencies"; then
    echo "$library depends on what an installed driver may not need"
    exit 1
  fi
done

# Only this is left to see: the C library, the loader, the installed driver.
export OCL_ICD_VENDORS=$prefix/etc/OpenCL/vendors
export stage prefix build source
# shellcheck disable=SC2016 # expanded inside the namespace
"${enter_namespace[@]}" bash -euc '
  hide() { if [ -d "$1" ]; then mount -t tmpfs none "$1"; elif [ -e "$1" ]; then mount --bind /dev/null "$1"; fi; }
  cd /
  for path in /usr/lib/llvm-* /usr/lib/clang /usr/lib/clc /usr/include/llvm* /usr/include/clang* \
      /usr/lib/*/libLLVM* /usr/lib/*/libclang* /usr/bin/clang* /usr/bin/ld /usr/bin/ld.bfd \
      /usr/bin/ld.gold /usr/bin/ld.lld* /usr/bin/lld* /usr/bin/gcc* /usr/bin/g++* "$build" "$source"; do
    hide "$path"
  done
  "$stage/program" | tee "$stage/output"
  grep -q " 0 wrong" "$stage/output"
  CLEAVE_CACHE=0 CLEAVE_COMPILER_PROCESS=1 "$stage/program" >"$stage/output"
  grep -q " 0 wrong" "$stage/output"
  "$prefix/bin/cleave" info >"$stage/tree"
  head -n 3 "$stage/tree"
  # Which libraries these were, as the dynamic linker tells.
  LD_DEBUG=libs "$stage/program" 2>&1 >/dev/null | grep "calling init" >"$stage/loaded"
  grep -E "OpenCL|cleave" "$stage/loaded"
  grep -qF "$prefix/lib/libcleave-compiler.so" "$stage/loaded"
  if [ -d "$stage/loader" ]; then grep -qF "$stage/loader/libOpenCL.so.1" "$stage/loaded"; fi
'
