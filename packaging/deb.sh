#!/bin/sh
# Builds heddle on Debian 12, with what scripts/setup.sh installs, and leaves its Debian package in a folder. The images of
# Dockerfile and apptainer.def are made of this package.
#   packaging/deb.sh FOLDER
set -eu
folder=$(realpath -m -- "${1:?usage: packaging/deb.sh FOLDER}")
cd "$(dirname "$0")/.."
scripts/setup.sh
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
cmake -G Ninja -S . -B "$build" -DBUILD_TESTING=OFF
ninja -C "$build" heddle heddle_sdk heddle_library
mkdir -p "$folder"
cd "$build"
cpack -G DEB -B "$folder"
