// Relocatable device code inside host objects: LLVM bitcode, each piece behind a header of its own,
// in the section
// `.llvm.offloading`, which host linkers drop.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::cc {

/// A piece as it stands in the section.
std::string wrapped_device_code(std::string_view bitcode);

/// The device code of an object or of all members of an archive; empty where there is none, or the
/// file is neither.
std::vector<std::string> device_code_of(const std::string& file);

/// True if the file is an object that a device link made (`-dlink`).
bool is_device_linked(const std::string& file);

}  // namespace heddle::cc
