// What a kernel's PTX says of the data that its pointer parameters point at: the type of every load
// and store through each. A kernel with a C++ symbol names the types itself; this is for others.
#pragma once

#include <string>
#include <vector>

#include "heddle/ptx/tree/tree.hpp"

namespace heddle::python {

/// By parameter: "f16", "f32" or "f64" where floating-point numbers alone are loaded and stored.
/// "" for a parameter that is no pointer, for one through which other data go, and for one whose
/// value goes to memory or to another function. Words say nothing of what they are a part of.
std::vector<std::string> pointees_of(const ptx::Module& module, const ptx::Function& kernel);

}  // namespace heddle::python
