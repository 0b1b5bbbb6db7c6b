// Finds out from a kernel's PTX which data its pointer parameters point at. The evidence is the
// types of the loads and stores through each pointer. Used for kernels whose symbol does not name
// the types, as a C++ symbol does.
#pragma once

#include <string>
#include <vector>

#include "heddle/ptx/tree/tree.hpp"

namespace heddle::python {

/// By parameter: "f16", "f32" or "f64" if only such floating-point numbers are loaded and stored.
/// "" for a parameter that is no pointer, for a pointer to other data, and for a pointer that is
/// itself stored or passed to a function. Untyped words such as b32 count as other data.
std::vector<std::string> pointees_of(const ptx::Module& module, const ptx::Function& kernel);

}  // namespace heddle::python
