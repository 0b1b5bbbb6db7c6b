// Device code that nvcc compiled file by file (-rdc=true) reaches the runtime as one PTX text a
// file, the device runtime library's among them. They become one text here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::cudart {

/// Functions that a text declares extern, and functions that it defines.
struct FunctionNames {
  std::vector<std::string> wanted, defined;
};
FunctionNames function_names(std::string_view ptx);

/// One text of those that mention one of `names`, and of those that define what these want.
std::string link_ptx(const std::vector<std::string>& texts, const std::vector<std::string>& names);

}  // namespace heddle::cudart
