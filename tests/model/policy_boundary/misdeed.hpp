// What a misfit does wrong, and from which cycle on: the parameters that all misfits have. A misfit
// is a policy that answers what its interface does not allow.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>

#include "heddle/base/error.hpp"
#include "heddle/base/parameter.hpp"
#include "heddle/base/types.hpp"

namespace heddle::policy {

/// `Does`: an enumeration of misdeeds; its first is none.
template <typename Does>
struct Misdeed {
  Does does{};
  std::uint64_t at = 0;

  void describe(ParameterVisitor& visit, std::span<const std::string_view> names) {
    visit.choice("does", does, names, {.doc = "what it does wrong"});
    visit("at", at, {.unit = "cycles", .doc = "from when on"});
  }
  bool is(Does misdeed, Cycle now = kNever) const { return does == misdeed && now >= at; }
};

[[noreturn]] inline void lose_way() { throw std::runtime_error("lost my way"); }

}  // namespace heddle::policy
