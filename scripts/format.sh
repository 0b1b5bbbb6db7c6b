#!/bin/sh
# Checks the format of all C++ files (`check`) or corrects it (`fix`).
set -eu
cd "$(dirname "$0")/.."
case "${1:-}" in
  check) options="--dry-run -Werror" ;;
  fix) options="-i" ;;
  *)
    echo "usage: scripts/format.sh check|fix" >&2
    exit 2
    ;;
esac
git ls-files -z --cached --others --exclude-standard -- 'src/*.cpp' 'src/*.hpp' 'tests/*.cpp' 'tests/*.hpp' 'examples/*.cpp' \
  'workloads/*.cu' 'workloads/*.cuh' |
  xargs -0 clang-format-19 $options
