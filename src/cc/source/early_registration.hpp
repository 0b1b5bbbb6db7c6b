// clang registers a file's device code in the last of its static constructors. A constructor that
// launches kernels may run earlier, in this file or in a file that is linked before.
#pragma once

#include <string>

namespace heddle::cc {

/// The assembly text of the host side, with the registration before all constructors of the
/// program.
std::string with_early_registration(const std::string& assembly);

}  // namespace heddle::cc
