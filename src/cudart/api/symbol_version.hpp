// Gives a function the names of CUDA versions: a program's symbol version (the soname that it was
// linked with) chooses; see libcudart.map.
#pragma once

#define HEDDLE_VERSION_11(name) __attribute__((symver(name "@libcudart.so.11.0")))
#define HEDDLE_VERSION_12(name) __attribute__((symver(name "@@libcudart.so.12")))
#define HEDDLE_VERSION_13(name) __attribute__((symver(name "@libcudart.so.13")))
