#!/usr/bin/env bash
# check_package.sh PACKAGES SOURCE: looks at what is in the Debian package of the driver, which lies in PACKAGES, and runs
# clinfo and the tool on a system that has it, beside the drivers of this one. 77: this machine cannot do it.
set -euo pipefail
packages=$1 source=$2

stage=$(mktemp -d /tmp/cleave-package-XXXXXX)
trap 'rm -rf "$stage"' EXIT
fail() { printf 'package: %s\n' "$*" >&2; exit 1; }
package=$(ls "$packages"/cleave-opencl-icd_*_amd64.deb)
symbols=$(ls "$packages"/cleave-opencl-icd-dbgsym_*_amd64.ddeb)

field() { dpkg-deb -f "$package" "$1"; }
dpkg-deb -I "$package"
for dependency in libc6 libhwloc15; do
  field Depends | grep -qF "$dependency (>=" || fail "Depends lacks $dependency: $(field Depends)"
done
if field Depends | grep -qiE 'llvm|clang|libstdc|libz3'; then fail "depends on $(field Depends)"; fi
field Depends | grep -qF "ocl-icd-libopencl1 | " || fail "it asks for no ICD loader: $(field Depends)"
[ -z "$(field Conflicts)$(field Replaces)$(field Breaks)" ] || fail "it does not bear other packages"
[ "$(field Provides)" = opencl-icd ] || fail "Provides is $(field Provides)"
dpkg-deb --ctrl-tarfile "$package" | tar -xO ./conffiles | grep -qx /etc/OpenCL/vendors/cleave.icd ||
  fail "the .icd file is no configuration file"

dpkg-deb -x "$package" "$stage/root"
driver=$(cat "$stage/root/etc/OpenCL/vendors/cleave.icd")
for file in "$driver" "$(dirname "$driver")/libcleave-compiler.so" /usr/bin/cleave \
    /usr/share/doc/cleave-opencl-icd/copyright /usr/share/doc/cleave-opencl-icd/changelog.gz; do
  [ -f "$stage/root$file" ] || fail "it has no $file"
done
zcat "$stage/root/usr/share/doc/cleave-opencl-icd/changelog.gz" | dpkg-parsechangelog -l - \
  >"$stage/changelog" || fail "the changelog cannot be parsed"
# The notices of what is in the binaries, each as its own package has it, and the licenses that they refer to.
documents=$stage/root/usr/share/doc/cleave-opencl-icd
if grep -nvE '^( .*|[A-Z][A-Za-z-]*: .*|)$' "$documents/copyright"; then fail "these lines are no fields"; fi
notice() { sed -n "/^License: $1\$/,/^\$/p" "$documents/copyright" | sed '1d; s/^ //; s/^\.$//'; }
while read -r name packages; do
  [ -n "$(notice "${name%:}")" ] || fail "it has no notice of ${name%:}"
  diff --ignore-blank-lines --ignore-trailing-space <(notice "${name%:}") "/usr/share/doc/${packages%% *}/copyright" ||
    fail "the notice of ${name%:} is not that of ${packages%% *}"
done < <(sed 's/#.*//; /^ *$/d' "$source/cmake/contents.txt")
notice Apache-2.0 | grep -qF /usr/share/common-licenses/Apache-2.0 || fail "our own license is not named"
diff --ignore-blank-lines --ignore-all-space /usr/share/common-licenses/Apache-2.0 "$source/LICENSE" ||
  fail "our own license is another"
grep -o 'common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' "$documents/copyright" | sort -u >"$stage/references"
[ -s "$stage/references" ] || fail "the notices refer to no common license"
while read -r reference; do
  cmp "/usr/share/$reference" "$stage/root/usr/share/doc/cleave/licenses/${reference#*/}" || fail "$reference is missing"
done <"$stage/references"
dpkg-deb -c "$package" >"$stage/contents"
if awk '{print $6}' "$stage/contents" | grep -vE '^\./((usr|etc)(/|$)|$)'; then
  fail "it has files elsewhere"
fi
if grep -E '/usr/(include|local|src)/' "$stage/contents"; then fail "that is not for users of the driver"; fi
if awk '$2 != "root/root" || $1 !~ /^(drwxr-xr-x|-rw-r--r--|-rwxr-xr-x|l.*)$/' "$stage/contents" | grep .; then
  fail "these have other owners or modes than they should"
fi
for file in "$stage/root$driver" "$stage/root/usr/bin/cleave"; do
  if readelf -S "$file" | grep -F .debug_info; then fail "$file holds debugging symbols"; fi
done
# Those are apart, in files that debuggers find by the number of the build.
number=$(readelf -n "$stage/root$driver" | sed -n 's/.*Build ID: //p')
dpkg-deb -c "$symbols" |
  grep -F "/usr/lib/debug/.build-id/${number:0:2}/${number:2}.debug" >/dev/null || fail "there are no symbols of $driver"

# A system that has it: the package's files laid over this one's.
enter_namespace=(unshare --mount --propagation private)
[ "$(id -u)" -eq 0 ] || enter_namespace+=(--map-root-user)
export stage
lay_over='mount -t overlay overlay -o lowerdir="$stage/root/usr":/usr /usr &&
          mount -t overlay overlay -o lowerdir="$stage/root/etc":/etc /etc'
if ! "${enter_namespace[@]}" bash -c "$lay_over" 2>/dev/null; then
  echo "skipped: its files are right; running it needs root, or user namespaces with overlays"
  exit 77
fi
unset OCL_ICD_VENDORS
others=$(ls /etc/OpenCL/vendors/*.icd 2>/dev/null | wc -l)
"${enter_namespace[@]}" bash -euc "$lay_over"'
  clinfo -l | tee "$stage/platforms"
  clinfo --raw >"$stage/queries"
  cleave info >"$stage/tree"
  head -n 3 "$stage/tree"
'
grep -q "Platform #[0-9]*: Cleave" "$stage/platforms" || fail "clinfo does not find it"
[ "$(grep -c "Platform #" "$stage/platforms")" -eq $((others + 1)) ] || fail "other drivers are gone"
