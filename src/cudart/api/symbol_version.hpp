// Gives a function a name for each CUDA version. The version of a program's symbol (the soname that
// the program was linked with) chooses the function; see libcudart.map.
#pragma once

#define HEDDLE_VERSION_11(name) __attribute__((symver(name "@libcudart.so.11.0")))
#define HEDDLE_VERSION_12(name) __attribute__((symver(name "@@libcudart.so.12")))
#define HEDDLE_VERSION_13(name) __attribute__((symver(name "@libcudart.so.13")))
