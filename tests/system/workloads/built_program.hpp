// A workload as the build compiled it.
#pragma once

#include <string>

namespace heddle::test {

inline std::string built_program(const std::string& workload) {
  return HEDDLE_SUITE "/" + workload;
}

}  // namespace heddle::test
