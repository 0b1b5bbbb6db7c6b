// Relocatable device code inside host objects: LLVM bitcode in the section `.llvm.offloading`,
// which host linkers drop. Each piece has a header of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heddle::cc {

/// A piece of bitcode with its header, in the form that the section has.
std::string wrapped_device_code(std::string_view bitcode);

/// The device code of an object, or of all members of an archive. Empty if the file has no device
/// code, or is neither an object nor an archive.
std::vector<std::string> device_code_of(const std::string& file);

/// Whether the file is an object that a device link made (`-dlink`).
bool is_device_linked(const std::string& file);

}  // namespace heddle::cc
