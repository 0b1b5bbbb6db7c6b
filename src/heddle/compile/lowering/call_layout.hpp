// Where the results and parameters of a call lie: in words, results first, from the callee's row 0
// on. Both sides of a call compute it from the declaration alone, so that indirect calls agree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

/// Of one parameter; what PTX allows for all parameters of a kernel together.
inline constexpr std::uint64_t kMostParameterBytes = 32764;

struct CallLayout {
  struct Slot {
    std::uint32_t word = 0;  ///< the first
    std::uint32_t words = 0;
    std::uint64_t bytes = 0;
    bool operator==(const Slot&) const = default;
  };
  std::vector<Slot> results, parameters;
  std::uint32_t result_words = 0;
  std::uint32_t words = 0;  ///< results and parameters
  bool operator==(const CallLayout&) const = default;
};

/// Throws SourceError for a parameter of unknown size.
CallLayout call_layout(const ptx::Module& module, std::span<const ptx::Parameter> results,
                       std::span<const ptx::Parameter> parameters);

}  // namespace heddle::compile
