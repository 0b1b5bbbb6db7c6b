// The functions that PTX may declare without a body, because heddle provides them.
#pragma once

#include <string_view>

namespace heddle::compile {

/// Whether a call of the function becomes a system call.
bool is_provided(std::string_view function);

}  // namespace heddle::compile
