// PTX of kernels that each have one limit on gtx480, and how they are started.
#pragma once

#include <string>
#include <vector>

namespace heddle::test {

struct LimitKernel {
  std::string rule;  ///< that the report has to name first
  std::string text;
  std::string grid, block, buffer;  ///< of their launch; bytes of the array
};

std::vector<LimitKernel> limit_kernels();

}  // namespace heddle::test
