#!/usr/bin/env bash
# Builds the driver, its compiler and the tool with the packages of the host environment.
set -euo pipefail

# The build looks for libclc where Debian's package has it.
mkdir -p libclc/usr/lib
ln -sfn "$PREFIX/share/clc" libclc/usr/lib/clc

# The notices of what is linked statically, by the names of cmake/contents.txt: the recipe has a folder for each source.
while IFS=: read -r source packages; do
  package=$(set -- $packages; echo "$1")
  mkdir -p "notices/$package"
  find "$RECIPE_DIR/licenses/$source" -type f -exec cat {} + >"notices/$package/copyright"
done < <(sed 's/#.*//; /^ *$/d' cmake/contents.txt)

cmake -G Ninja -B build-conda ${CMAKE_ARGS:-} -DCMAKE_BUILD_TYPE=Release -DBUILD_TESTING=OFF \
  -DCMAKE_INSTALL_PREFIX="$PREFIX" -DCMAKE_INSTALL_LIBDIR=lib -DCLEAVE_LLVM_ROOT="$PREFIX" \
  -DCLEAVE_LIBCLC_ROOT="$PWD/libclc" -DCLEAVE_COPYRIGHTS="$PWD/notices" -DCLEAVE_UNITED_SOURCES=COMPILER
cmake --build build-conda --target installable
cmake --install build-conda --component driver --strip
