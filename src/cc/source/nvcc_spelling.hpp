// Rewrites spellings inside function bodies that nvcc accepts and clang does not accept.
#pragma once

#include <string>

namespace heddle::cc {

/// Doubles the percent sign before the name of a register, as clang requires: `asm("mov.u64 %0,
/// %globaltimer;" : ...)`. Operands (`%0`, `%[name]`) and their modifiers (`%w0`) stay as they are.
std::string respelled_assembly(const std::string& text);

/// Replaces `alignas` in `__shared__ alignas(16) float a[4];` with `_Alignas`, which clang accepts
/// after an attribute.
std::string respelled_alignment(const std::string& text);

/// Removes `__device__` beside `__managed__`, in either order. The host side must not take the
/// variable for a variable of the device.
std::string respelled_managed(const std::string& text);

}  // namespace heddle::cc
