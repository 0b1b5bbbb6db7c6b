#!/bin/sh
# Runs the sweep of machines.toml anew: every workload passes its check on every machine. The build's programs serve it. With the word
# quick, machines_quick.toml chooses the machines of a workload; every study's shapes run all the same. Any other word names another sweep.
#
#   machines.sh HEDDLE PROGRAMS RESULTS whole|quick|SWEEP
set -eu
heddle=$1 programs=$2 results=$3 how=$4
folder=$(dirname "$0")
rm -rf "$results" "$results.work"
mkdir -p "$results.work/programs"
for rule in "$programs"/.*.d; do
  name=$(basename "$rule" .d)
  cp "$rule" "$programs/${name#.}" "$results.work/programs"
done
sweep=$folder/machines.toml
[ "$how" = whole ] || [ "$how" = quick ] || sweep=$folder/$how.toml
if [ "$how" = quick ]; then
  # The paragraphs of machines.toml that name a study.
  awk -v RS= -v ORS='\n\n' '/\npaper = /' "$sweep" > "$results.work/studies.toml"
  cat "$folder/machines_quick.toml" "$results.work/studies.toml" > "$results.work/quick.toml"
  sweep=$results.work/quick.toml
fi
exec "$heddle" sweep "$sweep" --results "$results" --jobs 2
