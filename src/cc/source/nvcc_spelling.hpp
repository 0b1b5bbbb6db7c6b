// Spellings inside function bodies that nvcc accepts and clang does not.
#pragma once

#include <string>

namespace heddle::cc {

/// `asm("mov.u64 %0, %globaltimer;" : ...)`: a percent sign before a name is written twice, as
/// clang wants it. Operands (`%0`, `%[name]`) and their modifiers (`%w0`) stay as they are.
std::string respelled_assembly(const std::string& text);

/// `__shared__ alignas(16) float a[4];` with `_Alignas`, which clang takes after an attribute.
std::string respelled_alignment(const std::string& text);

/// `__device__ __managed__`, in either order, without `__device__`: the host's side must not take
/// the variable for one of the device.
std::string respelled_managed(const std::string& text);

}  // namespace heddle::cc
