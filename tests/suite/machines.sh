#!/bin/sh
# Runs the sweep of machines.toml anew: every workload passes its check on every machine.
#
#   machines.sh HEDDLE SWEEP RESULTS
set -eu
rm -rf "$3" "$3.work"
exec "$1" sweep "$2" --results "$3" --jobs 2
