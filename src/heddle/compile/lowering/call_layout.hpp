// Layout of the results and parameters of a call. Results and then parameters take consecutive
// words, which start at row 0 of the callee. Caller and callee compute the layout from the
// declaration only, so the two sides of an indirect call agree.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

/// Largest size of one parameter, in bytes. In PTX this is the limit for the sum of all parameters
/// of a kernel.
inline constexpr std::uint64_t kMostParameterBytes = 32764;

struct CallLayout {
  struct Slot {
    std::uint32_t word = 0;  ///< number of the first word, which is also its row in the callee
    std::uint32_t words = 0;
    std::uint64_t bytes = 0;
    bool predicate = false;  ///< a predicate, passed as 0 or 1
    bool operator==(const Slot&) const = default;
  };
  std::vector<Slot> results, parameters;
  std::uint32_t result_words = 0;
  std::uint32_t words = 0;  ///< number of words of all results and parameters
  bool operator==(const CallLayout&) const = default;
};

/// Throws SourceError for a parameter of unknown size.
CallLayout call_layout(const ptx::Module& module, std::span<const ptx::Parameter> results,
                       std::span<const ptx::Parameter> parameters);

}  // namespace heddle::compile
