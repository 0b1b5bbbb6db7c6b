// Finds the launches in device functions of a preprocessed text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cc/nested/token_text.hpp"

namespace heddle::cc {

/// What a function is for, by its qualifiers.
enum class FunctionSide : unsigned char { host, device, both };

/// A launch `callee<<<configuration>>>(...)`. The members are numbers of tokens.
struct LaunchSite {
  FunctionSide side = FunctionSide::host;
  std::size_t callee = 0;             ///< first token of the callee
  std::size_t name = 0;               ///< the callee's last name; size() if it has none
  std::size_t configuration = 0;      ///< after the opening angles
  std::size_t configuration_end = 0;  ///< the first of the closing angles
  std::size_t end() const { return configuration_end + 3; }  ///< after the closing angles
  std::size_t callee_end() const { return configuration - 3; }
};

/// The declaration or definition of a kernel, or of a kernel template.
struct KernelHead {
  std::size_t begin = 0;            ///< its first token
  std::size_t end = 0;              ///< the semicolon or brace that ends the head
  std::vector<std::size_t> scopes;  ///< the braces in which it stands
};

struct LaunchSites {
  std::vector<LaunchSite> launches;  ///< those of device functions outside system headers
  std::vector<KernelHead> kernels;
};

/// Throws Error for a launch without closing angles.
LaunchSites find_launches(const TokenText& text);

}  // namespace heddle::cc
