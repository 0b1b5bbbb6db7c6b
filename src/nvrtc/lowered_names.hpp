// Lowered names: the names in PTX of kernels and variables that a program names by C++ expressions
// (nvrtcAddNameExpression). A variable that holds the expression's address is compiled with the
// program, which also instantiates templates. Its initializer in the PTX is the name; then it is
// removed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace heddle::nvrtc {

/// Source text that defines the variable for each expression, in their order.
std::string name_definitions(const std::vector<std::string>& expressions);

/// Removes the variables from the PTX, and returns the name for each of `count` expressions: "" if
/// the expression is not the address of one thing.
std::vector<std::string> take_lowered_names(std::string& ptx, std::size_t count);

}  // namespace heddle::nvrtc
