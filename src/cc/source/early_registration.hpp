// clang registers a file's device code among its static constructors, as the last of them: too late
// for those that launch kernels, in this file or in one linked before it.
#pragma once

#include <string>

namespace heddle::cc {

/// The host side's assembly text, with the registration before all constructors of the program.
std::string with_early_registration(const std::string& assembly);

}  // namespace heddle::cc
