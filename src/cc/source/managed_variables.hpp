// Registers the __managed__ variables of a file. On the host such a variable is an ordinary one, in
// a section of its own (sdk/include/host_defines.h): the runtime maps its memory into the device,
// where it stands for the device's variable of the same name.
#pragma once

#include <string>

namespace heddle::cc {

inline constexpr const char* kManagedSection = "heddle_managed";

/// The assembly of a host side with a constructor that registers what lies in the section, after
/// that of the device code. Unchanged where nothing does.
std::string with_managed_variables(const std::string& assembly);

}  // namespace heddle::cc
