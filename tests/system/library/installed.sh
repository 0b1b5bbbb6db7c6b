#!/bin/sh
# Installs heddle, moves the copy, builds the example against it and runs it.
#   installed.sh CMAKE BUILD EXAMPLE FOLDER COMPILER
set -eu
cmake=$1 build=$2 example=$3 folder=$4 compiler=$5
rm -rf "$folder"
"$cmake" --install "$build" --prefix "$folder/first" >"$folder.log"
mv "$folder/first" "$folder/moved"
"$cmake" -S "$example" -B "$folder/build" -DCMAKE_PREFIX_PATH="$folder/moved" -DCMAKE_CXX_COMPILER="$compiler"
"$cmake" --build "$folder/build"
"$folder/build/schedulers"
rm -rf "$folder"
