#include "study/catalogue/stated_class.hpp"

#include <algorithm>
#include <array>

namespace heddle::study {
namespace {

struct Meaning {
  std::string_view stated, measured;
};

/// The classes of Lin's dissertation, section 3.4.2; NBI, DBI and LS are from section 4.3.2. NBI
/// means bound by replies from the L2. LS contains all kernels that are bound by neither the
/// interconnect nor DRAM.
constexpr std::array<Meaning, 9> kMeanings = {{
    {"compute", "compute"},
    {"NoC down", "replies"},
    {"NoC up", "requests"},
    {"DRAM", "dram"},
    {"underutilized", "underutilized"},
    {"NBI", "replies"},
    {"DBI", "dram"},
    {"LS", "compute"},
    {"LS", "underutilized"},
}};

constexpr std::string_view kAnd = " and ";

}  // namespace

std::optional<bool> is_of_class(std::string_view stated, std::string_view measured) {
  if (const std::size_t both = stated.find(kAnd); both != std::string_view::npos) {
    const auto first = is_of_class(stated.substr(0, both), measured);
    const auto second = is_of_class(stated.substr(both + kAnd.size()), measured);
    if (!first || !second) return {};
    return *first || *second;
  }
  if (std::ranges::find(kMeanings, stated, &Meaning::stated) == kMeanings.end()) return {};
  return std::ranges::any_of(kMeanings, [&](const Meaning& meaning) {
    return meaning.stated == stated && meaning.measured == measured;
  });
}

}  // namespace heddle::study
