#!/bin/sh
# heddle sweep --on slurm: the results of a local run, whatever ends meanwhile.
#   slurm_test.sh HEDDLE
set -eu
heddle=$1
here=$(dirname "$0")
. "$here/cluster.sh"
if ! cluster_is_possible; then
  echo "skipped: needs root, and slurmctld, slurmd, slurm-client and munge (scripts/setup.sh --cluster)"
  exit 77
fi
place=$(mktemp -d)
cluster=$place/cluster
trap 'end_cluster; rm -rf "$place"' EXIT
start_cluster
cd "$place"

cat > sweep.toml <<'EOF'
workloads = ["bfs", "hotspot"]
sizes = "tiny"
[[setting]]
name = "lrr"
set = ["warp_scheduler=lrr"]
[[setting]]
name = "gto"
set = ["warp_scheduler=gto"]
[[setting]]
name = "sixteen-{}"
values = "2 4 8 16"
set = ["throttle=swl", "throttle.swl.limit={}"]
EOF

failed() {
  echo "FAILED: $*"
  cat ./*.txt "$place"/*.work/cluster/*.log 2>/dev/null || true
  exit 1
}
on_slurm() {
  results=$1
  shift
  "$heddle" sweep sweep.toml --on slurm --results "$results" "$@" > "$results.out.txt" 2> "$results.txt"
}
values() {
  sqlite3 "$1" "SELECT run, workload, setting, status, message, exit_code, launches FROM runs;
                SELECT * FROM statistics; SELECT * FROM kernel_statistics; SELECT * FROM speedups; SELECT * FROM parameters"
}
expect_same() {
  values here.sqlite > here.values
  values "$1" > there.values
  cmp here.values there.values || failed "$1 has other values than a local run"
}
number_of_job() { sed -n 's/.* [ai][rs]e* Slurm job \([0-9]*\)$/\1/p' "$1.txt"; }
wait_for_job() {
  until [ -n "$(number_of_job "$1" 2>/dev/null)" ]; do sleep 0.2; done
}

"$heddle" sweep sweep.toml --results here.sqlite > here.txt 2>&1

on_slurm all.sqlite || failed "a sweep of 12 runs"
grep -q "12 runs in 5 tasks are Slurm job" all.sqlite.txt || failed "MaxArraySize 6 allows 5 tasks"
grep -q "12 runs: 12 ok; 12 of them now" all.sqlite.txt || failed "12 results"
expect_same all.sqlite
on_slurm all.sqlite || failed "nothing is missing"
grep -q "0 of them now" all.sqlite.txt || failed "nothing was to run"

# The submitting process is killed.
on_slurm killed.sqlite --slurm=--begin=now+4 &
submitting=$!
wait_for_job killed.sqlite
pkill -9 -f "results killed.sqlite"
wait $submitting && failed "the process was killed"
on_slurm killed.sqlite || failed "the same command goes on"
grep -q "goes on with Slurm job" killed.sqlite.txt || failed "it goes on with the same job"
expect_same killed.sqlite

# The controller is killed, and comes back. It saves its state every few seconds: a job that it has not saved is lost.
on_slurm restarted.sqlite --tasks 2 --slurm=--begin=now+16 &
submitting=$!
wait_for_job restarted.sqlite
sleep 8
kill -9 "$(cat "$cluster/slurmctld.pid")"
sleep 5
slurmctld
wait $submitting || failed "the controller came back"
expect_same restarted.sqlite

# A task is cancelled: its runs are pending, and the same command makes them.
on_slurm partial.sqlite --tasks 3 --slurm=--begin=now+6 &
submitting=$!
wait_for_job partial.sqlite
scancel "$(number_of_job partial.sqlite)_2"
wait $submitting && failed "four runs are missing"
grep -q "12 runs: 8 ok, 4 pending" partial.sqlite.txt || failed "8 of 12 runs"
grep -q "task 2 has left no results" partial.sqlite.txt || failed "the task is named"
on_slurm partial.sqlite || failed "the rest"
grep -q "4 runs in 4 tasks are Slurm job" partial.sqlite.txt || failed "four runs are missing"
expect_same partial.sqlite

# Slurm refuses.
on_slurm refused.sqlite --slurm=--partition=none && failed "there is no such partition"
grep -q "sbatch said: .*invalid partition" refused.sqlite.txt || failed "what sbatch says is shown"
( PATH=/nowhere; on_slurm refused.sqlite ) && failed "there are no commands of Slurm"
grep -q "there is no scontrol" refused.sqlite.txt || failed "the command is named"
echo "passed"
