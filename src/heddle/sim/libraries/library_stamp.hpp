// The stamp in the file of a policy library (policy_kit/stamp.hpp).
#pragma once

#include <string>
#include <string_view>

namespace heddle::sim {

/// Throws Error unless the bytes are a shared library with the stamp of this heddle. `file` is the
/// file's name in messages.
void check_library_stamp(std::string_view bytes, const std::string& file);

}  // namespace heddle::sim
