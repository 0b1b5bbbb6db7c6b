// Exports functions under a symbol version for each CUDA version. The soname that a program was
// linked with decides which of these functions the program gets; see libcudart.map.
#pragma once

#define HEDDLE_VERSION_11(name) __attribute__((symver(name "@libcudart.so.11.0")))
#define HEDDLE_VERSION_12(name) __attribute__((symver(name "@@libcudart.so.12")))
#define HEDDLE_VERSION_13(name) __attribute__((symver(name "@libcudart.so.13")))
