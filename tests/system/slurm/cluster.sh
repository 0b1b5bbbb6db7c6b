# A Slurm of two nodes of two processors each, on this host alone, in the folder $cluster. Needs root. Sourced.

cluster_is_possible() {
  # slurmd counts its processors in /sys.
  [ "$(id -u)" = 0 ] && [ -d /sys/devices/system/cpu ] && command -v slurmctld slurmd sbatch munged >/dev/null
}

write_cluster() {
  mkdir -p "$cluster/munge" "$cluster/state" "$cluster/one" "$cluster/two"
  chmod 755 "$cluster" "$cluster/munge"
  head -c 1024 /dev/urandom > "$cluster/munge/key"
  chmod 600 "$cluster/munge/key"
  host=$(hostname -s)
  port=$(( 20000 + $$ % 20000 ))
  cat > "$cluster/slurm.conf" <<EOF
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$cluster/munge/socket
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
MpiDefault=none
ReturnToService=2
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/%n.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/%n.log
MaxArraySize=6
MinJobAge=2
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=$(( port + 1 )) CPUs=2
NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=$(( port + 2 )) CPUs=2
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE State=UP
EOF
  export SLURM_CONF="$cluster/slurm.conf"
}

start_cluster() {
  write_cluster
  munged --force --key-file="$cluster/munge/key" --socket="$cluster/munge/socket" --pid-file="$cluster/munge/pid" \
    --log-file="$cluster/munge/log" --seed-file="$cluster/munge/seed"
  slurmctld
  slurmd -N one
  slurmd -N two
  until_true 60 is_idle || { sinfo; return 1; }
}

is_idle() { [ "$(sinfo -h -o %T 2>/dev/null)" = idle ]; }

# until_true SECONDS COMMAND...: looks five times a second whether the command is true; false when the time is over.
until_true() {
  looks=$(( $1 * 5 ))
  shift
  until "$@"; do
    looks=$(( looks - 1 ))
    [ "$looks" -gt 0 ] || return 1
    sleep 0.2
  done
}

pids_of_cluster() {
  for file in slurmctld.pid one.pid two.pid munge/pid; do
    if [ -f "$cluster/$file" ]; then cat "$cluster/$file"; fi
  done
}

have_ended() {
  for pid in "$@"; do
    if kill -0 "$pid" 2>/dev/null; then return 1; fi
  done
}

end_cluster() {
  pids=$(pids_of_cluster)
  [ -n "$pids" ] || return 0
  kill $pids 2>/dev/null || true
  until_true 10 have_ended $pids || kill -9 $pids 2>/dev/null || true
}
