#!/bin/sh
# heddle sweep --on slurm: the results of a local run, whatever ends meanwhile.
#   slurm_test.sh HEDDLE
set -eu
heddle=$1
here=$(dirname "$0")
. "$here/cluster.sh"
if ! cluster_is_possible; then
  echo "skipped: needs root, /sys, and slurmctld, slurmd, slurm-client and munge (scripts/setup.sh --cluster)"
  exit 77
fi
place=$(mktemp -d)
cluster=$place/cluster
trap 'end_cluster; rm -rf "$place"' EXIT
cd "$place"
failed() {
  echo "FAILED: $*"
  cat ./*.txt "$place"/*.work/cluster/*.log "$cluster"/*.log 2>/dev/null || true
  exit 1
}
start_cluster || failed "the cluster does not start"

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

on_slurm() {
  results=$1
  shift
  "$heddle" sweep sweep.toml --on slurm --results "$results" "$@" > "$results.out.txt" 2> "$results.txt"
}
# The same behind this script: $submitting is the process.
on_slurm_behind() {
  results=$1
  shift
  "$heddle" sweep sweep.toml --on slurm --results "$results" "$@" > "$results.out.txt" 2> "$results.txt" &
  submitting=$!
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
wait_for_text() { until_true 120 grep -qs "$2" "$1" || failed "$1 does not say: $2"; }
# The job is held until the test lets it go.
wait_for_job() {
  wait_for_text "$1.txt" "Slurm job"
  job=$(number_of_job "$1")
}

"$heddle" sweep sweep.toml --results here.sqlite > here.txt 2>&1

on_slurm all.sqlite || failed "a sweep of 12 runs"
grep -q "12 runs in 5 tasks are Slurm job" all.sqlite.txt || failed "MaxArraySize 6 allows 5 tasks"
grep -q "12 runs: 12 ok; 12 of them now" all.sqlite.txt || failed "12 results"
expect_same all.sqlite
on_slurm all.sqlite || failed "nothing is missing"
grep -q "0 of them now" all.sqlite.txt || failed "nothing was to run"

# The submitting process is killed.
on_slurm_behind killed.sqlite --slurm=--hold
wait_for_job killed.sqlite
kill -9 "$submitting"
wait "$submitting" && failed "the process was killed"
on_slurm_behind killed.sqlite
wait_for_text killed.sqlite.txt "goes on with Slurm job $job\$"
scontrol release "$job"
wait "$submitting" || failed "the same command goes on"
expect_same killed.sqlite

# The controller is killed, and comes back. It saves its state every few seconds: a job that it has not saved is lost.
on_slurm_behind restarted.sqlite --tasks 2 --slurm=--hold
wait_for_job restarted.sqlite
until_true 60 grep -q restarted.sqlite.work "$cluster/state/job_state" || failed "the controller saves the job"
controller=$(cat "$cluster/slurmctld.pid")
kill -9 "$controller"
wait_for_text restarted.sqlite.txt "Slurm does not answer; waiting for it"
slurmctld
until_true 60 scontrol release "$job" 2>/dev/null || failed "the job is known to the new controller"
wait "$submitting" || failed "the controller came back"
expect_same restarted.sqlite

# A task is cancelled: its runs are pending, and the same command makes them.
on_slurm_behind partial.sqlite --tasks 3 --slurm=--hold
wait_for_job partial.sqlite
scancel "${job}_2"
scontrol release "$job"
wait "$submitting" && failed "four runs are missing"
grep -q "12 runs: 8 ok, 4 pending" partial.sqlite.txt || failed "8 of 12 runs"
grep -q "task 2 has left no results" partial.sqlite.txt || failed "the task is named"
on_slurm partial.sqlite || failed "the rest"
grep -q "4 runs in 4 tasks are Slurm job" partial.sqlite.txt || failed "four runs are missing"
expect_same partial.sqlite

# The job has what the options say.
on_slurm_behind limited.sqlite --tasks 3 --at-once 1 --time 1:30:00 --partition all --slurm=--hold
wait_for_job limited.sqlite
held=$(scontrol show job "$job")
for fact in ArrayTaskThrottle=1 TimeLimit=01:30:00 Partition=all; do
  echo "$held" | grep -q "$fact" || failed "the job has $fact: $held"
done
scontrol release "$job"
wait "$submitting" || failed "a job with limits"
expect_same limited.sqlite

# Slurm refuses.
on_slurm refused.sqlite --slurm=--partition=none && failed "there is no such partition"
grep -q "sbatch said: .*invalid partition" refused.sqlite.txt || failed "what sbatch says is shown"
( PATH=/nowhere; on_slurm refused.sqlite ) && failed "there are no commands of Slurm"
grep -q "there is no scontrol" refused.sqlite.txt || failed "the command is named"
echo "passed"
