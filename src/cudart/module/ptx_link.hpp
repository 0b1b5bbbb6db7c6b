// Links device code that nvcc compiled file by file (-rdc=true). Such code reaches the runtime as
// one PTX text for each file, including the device runtime library. The texts become one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::cudart {

/// The functions that a text declares extern, and the functions that it defines.
struct FunctionNames {
  std::vector<std::string> wanted, defined;
};
FunctionNames function_names(std::string_view ptx);

/// Joins the texts that mention one of `names`, and the texts that define functions which the
/// joined texts need.
std::string link_ptx(const std::vector<std::string>& texts, const std::vector<std::string>& names);

/// Joins all texts, in their order.
std::string join_ptx(const std::vector<std::string>& texts);

}  // namespace heddle::cudart
