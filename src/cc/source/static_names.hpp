// clang gives a static device variable that the host uses a name of its own in linked device code,
// but code that stands before the first use by the host keeps to the old one, which nothing
// defines.
#pragma once

#include <string>

#include "cc/session/session.hpp"

namespace heddle::cc {

/// The module, as text of LLVM's, with one name for each such variable.
std::string with_united_static_names(const std::string& module);

/// The same for a file of bitcode.
void unite_static_names(Session& session, const std::string& bitcode);

}  // namespace heddle::cc
