#!/bin/sh
# Runs the sweep of machines.toml anew: every workload passes its check on every machine. The build's programs serve it.
#
#   machines.sh HEDDLE SWEEP PROGRAMS RESULTS
set -eu
heddle=$1 sweep=$2 programs=$3 results=$4
rm -rf "$results" "$results.work"
mkdir -p "$results.work/programs"
for rule in "$programs"/.*.d; do
  name=$(basename "$rule" .d)
  cp "$rule" "$programs/${name#.}" "$results.work/programs"
done
exec "$heddle" sweep "$sweep" --results "$results" --jobs 2
