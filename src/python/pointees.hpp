// What a kernel's PTX says of the data that its pointer parameters point at: the type of every load
// and store through each. A kernel with a C++ symbol names the types itself; this is for others.
#pragma once

#include <string>
#include <vector>

#include "heddle/ptx/tree.hpp"

namespace heddle::python {

/// By parameter: "f32", "f64", "f16" where numbers of floating point are loaded and stored, "b8" to
/// "b64" where it is bits of that size; "" for a parameter that is no pointer, for one through
/// which data of several sizes go, and for one whose value goes to memory or to another function.
std::vector<std::string> pointees_of(const ptx::Module& module, const ptx::Function& kernel);

}  // namespace heddle::python
