// The function `fail`, which throws an Error with a formatted message.
#pragma once

#include <utility>

#include <fmt/core.h>

#include "heddle/base/exception.hpp"

namespace heddle {

/// Throws Error with a formatted message.
template <typename... Args>
[[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) {
  throw Error(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace heddle
