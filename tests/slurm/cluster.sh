# A Slurm of two nodes of two processors each, on this host alone, in the folder $cluster. Needs root. Sourced.

cluster_is_possible() {
  [ "$(id -u)" = 0 ] && command -v slurmctld slurmd sbatch munged >/dev/null
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
  for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
    [ "$(sinfo -h -o %T 2>/dev/null)" = idle ] && return 0
    sleep 1
  done
  sinfo
  return 1
}

end_cluster() {
  for pid in slurmctld one two munge/pid; do
    file="$cluster/$pid"
    [ -f "$file" ] || file="$cluster/$pid.pid"
    [ -f "$file" ] && kill "$(cat "$file")" 2>/dev/null
  done
  sleep 1
}
