#!/bin/sh
# clang-tidy on all source files, or on those changed since a commit, of which it takes no more than 2: the first by the checksum of
# the name with the revision, so that another commit has another choice. The path-sensitive analyzer
# takes as long as all other checks together: it looks at all files only.
#   scripts/tidy.sh BUILD all|COMMIT
set -eu
cd "$(dirname "$0")/.."
build=$1
since=$2
checks=-clang-analyzer-*
if [ "$since" = all ]; then
  checks=
  files=$(git ls-files -- 'src/*.cpp')
else
  files=$(git diff --name-only --diff-filter=d "$since" -- 'src/*.cpp')
  changed=$(echo "$files" | wc -w)
  if [ "$changed" -gt 2 ]; then
    revision=$(git rev-parse HEAD)
    files=$(for file in $files; do printf '%s %s\n' "$(echo "$revision $file" | cksum | cut -d ' ' -f 1)" "$file"; done |
      sort -n | head -n 2 | cut -d ' ' -f 2)
    echo "tidy: 2 of $changed changed files; make tidy looks at all files" >&2
  fi
fi
[ -z "$files" ] && exit 0
# Each file by itself, and only what the build compiles: a database of such a build knows.
alone=$build/tidy
# Of generated headers only those that sources include.
{ cmake -G Ninja -S . -B "$alone" -DHEDDLE_UNITY=OFF && ninja -C "$alone" heddle_policy_headers; } >"$build/tidy.log" ||
  { cat "$build/tidy.log" >&2; exit 1; }
for file in $files; do
  grep -q "/$file\"" "$alone/compile_commands.json" && printf '%s\0' "$file"
done | xargs -0 -r -n 1 -P "$(nproc)" clang-tidy-19 -p "$alone" --quiet --checks="$checks"
