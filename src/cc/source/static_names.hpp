// In linked device code, clang renames a static device variable that the host uses. Code before the
// first use by the host keeps the old name, which nothing defines.
#pragma once

#include <string>

#include "cc/session/session.hpp"

namespace heddle::cc {

/// The module, as LLVM assembly text, with one name for each renamed variable.
std::string with_united_static_names(const std::string& module);

/// Gives each renamed variable one name in a file of bitcode.
void unite_static_names(Session& session, const std::string& bitcode);

}  // namespace heddle::cc
