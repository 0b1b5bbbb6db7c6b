#!/bin/sh
# Replays the L1 accesses of the workloads of a study, at their tiny size on its machine, without time: the miss rate of
# LRU must be that of the timing model, whose merges are hits, within 0.001.
#
#   l1_replay.sh HEDDLE PROGRAMS MANIFESTS STUDY MACHINE
set -eu
heddle=$1 programs=$2 manifests=$3 study=$4 machine=$5
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# value NAME: of a statistic of the run.
value() { sed -n "s/^ *\"$1\": \([-0-9.e]*\),*$/\1/p" "$folder/run/stats.json" | head -n 1; }
tried=0
for manifest in $(grep -l "^\[papers\.$study\]" "$manifests"/*/*.toml); do
  name=$(basename "$manifest" .toml)
  # The study's own size, else the workload's.
  arguments=$(awk -F'"' -v study="[papers.$study]" '
    /^\[/ { section = $0 }
    section == "[sizes]" && /^tiny/ { tiny = $2 }
    section == study && /^sizes/ && match($0, /tiny = "[^"]*"/) { tiny = substr($0, RSTART + 8, RLENGTH - 9) }
    END { print tiny }' "$manifest")
  # shellcheck disable=SC2086  # arguments are words
  timeout 120 "$heddle" run --quiet --stats total --machine "$machine" --overwrite --out "$folder/run" --set run.l1_replay=true \
    -- "$programs/$name" $arguments > /dev/null
  loads=$(value l1d.loads) accesses=$(value l1_replay.accesses)
  difference=$(value l1_replay.lru.miss_rate_difference)
  live=$(value l1d.misses) replayed=$(value l1_replay.lru.misses)
  echo "$name: $loads accesses, misses: $live live, $replayed replayed; difference of the rates $difference"
  [ "$loads" = "$accesses" ] && [ "$live" -gt 0 ] && [ "$replayed" -gt 0 ]
  awk -v found="$difference" -v live="$live" -v replayed="$replayed" -v loads="$loads" 'BEGIN {
    expected = (replayed - live) / loads
    exit !(found != "" && found - expected < 1e-9 && expected - found < 1e-9 && found <= 0.001 && found >= -0.001) }'
  tried=$((tried + 1))
done
[ $tried -ge 10 ] || { echo "only $tried workloads of $study" >&2; exit 1; }
