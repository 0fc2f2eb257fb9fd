#!/bin/bash
# run_lines.sh FILE FOLDER...: runs the commands that FILE names in its lines "; RUN: command", with
# %s for the file itself and the folders searched for programs first. All of them must succeed.
set -euo pipefail
file=$1
shift
for folder in "$@"; do
  PATH=$folder:$PATH
done
lines=0
while IFS= read -r line; do
  command=${line#*RUN: }
  echo "+ $command"
  bash -euo pipefail -c "${command//%s/$file}"
  lines=$((lines + 1))
done < <(grep '^; RUN: ' "$file")
if [ "$lines" -eq 0 ]; then
  echo "$file has no line '; RUN: command'" >&2
  exit 1
fi
