// Where the suite's kernels do not have the shape of the studies' tables, and why.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace heddle::test {

struct Difference {
  std::string_view what;  ///< as the test says it
  std::string_view why;
};

inline constexpr std::array<Difference, 0> kDifferences = {};

inline bool is_explained(const std::string& difference) {
  return std::ranges::any_of(kDifferences,
                             [&](const Difference& known) { return known.what == difference; });
}
inline std::size_t explained_count() { return kDifferences.size(); }

}  // namespace heddle::test
