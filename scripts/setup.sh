#!/bin/sh
# Installs the Debian packages that heddle needs and that are missing; says what it installs, does
# nothing when all are there. Needs root or sudo only if something is missing.
#   scripts/setup.sh [--list] [--cluster] [--browser]
#     --list      only prints the packages
#     --cluster   and Slurm, whose services are not started: for the test of sweeps on a cluster
#     --browser   and Chromium: for the tests of what pages of `heddle report` draw
set -eu

# Build and run: the simulator, the compiler that `heddle cc` drives, and the header libraries of CUDA
# programs.
packages="
  g++ cmake ninja-build pkgconf
  libfmt-dev libcli11-dev libtomlplusplus-dev nlohmann-json3-dev libzstd-dev liblz4-dev
  liblzma-dev zlib1g-dev
  libsqlite3-dev
  clang-19 llvm-19 libclc-19
  libthrust-dev libcub-dev libcu++-dev
"
# The Python package, and what its tables, types and tests need.
packages="$packages python3 python3-dev python3-venv pybind11-dev python3-numpy python3-pandas mypy"
# Tests and checks.
packages="$packages libgtest-dev libgmock-dev clang-format-19 clang-tidy-19 sqlite3"

only_list=""
starts_services=""
for argument in "$@"; do
  case $argument in
    --list) only_list=1 ;;
    --cluster)
      packages="$packages slurmctld slurmd slurm-client munge"
      starts_services=1
      ;;
    --browser) packages="$packages chromium" ;;
    *) echo "setup: unknown argument $argument" >&2; exit 1 ;;
  esac
done
if [ -n "$only_list" ]; then
  echo $packages
  exit 0
fi

installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing=""
for package in $packages; do
  installed "$package" || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

root=""
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: these packages are missing:$missing" >&2
    echo "setup: run as root: apt-get install -y --no-install-recommends$missing" >&2
    exit 1
  fi
  root=sudo
fi
# The test starts daemons of its own. Those of the packages have no configuration, and in a container nothing ends them.
policy=/usr/sbin/policy-rc.d
if [ -n "$starts_services" ] && [ ! -e "$policy" ]; then
  printf '#!/bin/sh\nexit 101\n' | $root tee "$policy" >/dev/null
  $root chmod 755 "$policy"
  trap '$root rm -f "$policy"' EXIT
fi
echo "setup: installing:$missing"
export DEBIAN_FRONTEND=noninteractive
$root apt-get update -q
$root apt-get install -y -q --no-install-recommends $missing
