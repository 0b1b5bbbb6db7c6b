#include "study/corun/kernel_demand.hpp"

#include <set>

#include "heddle/base/error.hpp"
#include "heddle/base/text/quantity.hpp"
#include "heddle/base/text/words.hpp"

namespace heddle::study {
namespace {

constexpr std::uint64_t kMostDemanded = 1 << 30;

}  // namespace

std::optional<KernelDemand> parse_demand(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos || text.find('=', colon) == std::string::npos) return std::nullopt;
  KernelDemand demand{.name = text.substr(0, colon)};
  std::set<std::string> said;
  for (const std::string& piece : split_at(text.substr(colon + 1), ',')) {
    const std::size_t equals = piece.find('=');
    const std::string key = piece.substr(0, equals);
    const std::string value = equals == std::string::npos ? "" : piece.substr(equals + 1);
    const auto number = key == "shared" ? parse_bytes(value) : parse_count(value);
    const bool known = key == "threads" || key == "registers" || key == "shared";
    if (!known || !number || *number > kMostDemanded)
      fail("'{}': '{}' is not understood; expected {}", text, piece, kDemandForm);
    if (!said.insert(key).second) fail("'{}': {} is said twice", text, key);
    if (key != "shared" && *number == 0) fail("'{}': {}: say 1 or more", text, piece);
    if (key == "threads") demand.threads = static_cast<std::uint32_t>(*number);
    if (key == "registers") demand.registers = static_cast<std::uint32_t>(*number);
    if (key == "shared") demand.shared_bytes = *number;
  }
  if (demand.name.empty() || demand.threads == 0 || demand.registers == 0)
    fail("'{}': expected {}", text, kDemandForm);
  return demand;
}

}  // namespace heddle::study
