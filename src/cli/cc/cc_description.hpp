// The description of `heddle cc`, which has the command line of nvcc.
#pragma once

#include "cli/description.hpp"

namespace heddle::cli {

Description describe_cc();

}  // namespace heddle::cli
