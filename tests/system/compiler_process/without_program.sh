#!/usr/bin/env bash
# without_program.sh FOLDER COMMAND...: runs the command on the driver and the compiler module of FOLDER, but where the
# program cleave-compiler does not lie beside them.
set -euo pipefail
folder=$1
shift
work=$(mktemp -d "$folder/without-XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/lib" "$work/vendors"
ln "$folder"/*.so "$work/lib"
echo "$work/lib/libcleave.so" >"$work/vendors/cleave.icd"
OCL_ICD_VENDORS=$work/vendors "$@"
