#!/bin/sh
# Prints the revision of git that this tree is at, with "+changes" if files that a measurement depends on differ from it:
# sources, machines, workloads and experiments. Recorded verdicts and texts do not count.
# `revision.sh FILE` writes the revision and the tree's folder into FILE; outside of git it removes FILE.
set -eu
file=${1:+$(realpath -m -- "$1")}
cd "$(dirname "$0")/.."
revision() {
  [ "$(git rev-parse --show-toplevel)" = "$(pwd -P)" ] || return 1
  name=$(git describe --always --abbrev=7) || return 1
  changed=$(git --no-optional-locks status --porcelain -- CMakeLists.txt cmake src sdk machines workloads experiments \
    ':!experiments/*/verdicts.csv' ':!*.md') || return 1
  echo "$name${changed:++changes}"
}
if [ -z "$file" ]; then
  revision
elif name=$(revision 2> /dev/null); then
  printf '%s\n%s\n' "$name" "$(pwd -P)" > "$file"
else
  rm -f "$file"
fi
