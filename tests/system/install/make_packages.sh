#!/usr/bin/env bash
# make_packages.sh BUILD FOLDER: makes the Debian packages of BUILD in FOLDER.
set -euo pipefail
build=$1 folder=$2
rm -rf "$folder"
mkdir "$folder"
# Compressed quickly: these are never handed out.
(cd "$folder" && cpack -G DEB --config "$build/CPackConfig.cmake" -B "$folder" \
  -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip >cpack.log 2>&1) || { cat "$folder/cpack.log"; exit 1; }
if grep -A 3 Warning "$folder/cpack.log"; then exit 1; fi
rm -rf "$folder/_CPack_Packages"
ls "$folder"/*.deb
