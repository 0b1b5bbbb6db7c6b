#include "heddle/core/terms/shared_sizes.hpp"

#include <algorithm>
#include <string>

#include "heddle/base/error.hpp"
#include "heddle/base/text/quantity.hpp"

namespace heddle::core {
namespace {

constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMostKiB = 1024;

[[noreturn]] void refuse(const SmSpec& sm, std::string_view why) {
  fail("sm.shared_sizes = \"{}\": {}; say \"{}\", or sizes in KiB such as \"0 16 32\"",
       sm.shared_sizes, why, SharedSizes::kSingle);
}

std::uint64_t size_of(const SmSpec& sm, std::string_view word) {
  const auto number = parse_count(word);
  if (!number || *number > kMostKiB)
    refuse(sm, fmt::format("'{}' is not a number of KiB up to {}", word, kMostKiB));
  return *number * kKiB;
}

std::vector<std::uint64_t> sizes_of(const SmSpec& sm) {
  std::vector<std::uint64_t> sizes;
  const std::string_view text = sm.shared_sizes;
  for (std::size_t begin = 0; (begin = text.find_first_not_of(' ', begin)) != text.npos;) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    sizes.push_back(size_of(sm, text.substr(begin, end - begin)));
    begin = end;
  }
  return sizes;
}

}  // namespace

SharedSizes::SharedSizes(const SmSpec& sm) : all_{sm.shared_bytes} {
  if (sm.shared_sizes == kSingle) return;
  all_ = sizes_of(sm);
  if (all_.size() < 2) refuse(sm, "there must be two sizes at least");
  if (std::ranges::adjacent_find(all_, std::ranges::greater_equal()) != all_.end())
    refuse(sm, "each size must be larger than the one before it");
  if (all_.back() != sm.shared_bytes)
    refuse(sm, fmt::format("the last size must be sm.shared_bytes ({} B)", sm.shared_bytes));
}

std::uint64_t SharedSizes::at_least(std::uint64_t bytes) const {
  const auto found = std::ranges::lower_bound(all_, bytes);
  return found == all_.end() ? all_.back() : *found;
}

}  // namespace heddle::core
