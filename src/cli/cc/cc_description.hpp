// The description of `heddle cc`, whose command line is nvcc's.
#pragma once

#include "cli/description.hpp"

namespace heddle::cli {

Description describe_cc();

}  // namespace heddle::cli
