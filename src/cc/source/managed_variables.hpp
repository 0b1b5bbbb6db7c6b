// Registers the __managed__ variables of a file. On the host such a variable is an ordinary
// variable in a section of its own (sdk/include/host_defines.h). The runtime maps its memory into
// the device, in the place of the device's variable of the same name.
#pragma once

#include <string>

namespace heddle::cc {

inline constexpr const char* kManagedSection = "heddle_managed";

/// The assembly text of a host side, with a constructor that registers the variables in the
/// section. This constructor runs after the registration of the device code. The text is unchanged
/// if the section has no variables.
std::string with_managed_variables(const std::string& assembly);

}  // namespace heddle::cc
