#include "heddle/replay/next_use.hpp"

#include <unordered_map>

namespace heddle::replay {

std::vector<std::uint32_t> next_uses(std::span<const Record> accesses, const CacheShape& shape) {
  std::vector<std::uint32_t> next(accesses.size(), kNeverAgain);
  // By line: index of its first use after the access at index i.
  std::unordered_map<std::uint64_t, std::uint32_t> needed;
  for (std::size_t i = accesses.size(); i-- > 0;) {
    const Access access = access_of(accesses[i]);
    if (const auto found = needed.find(access.line); found != needed.end()) next[i] = found->second;
    if (takes_away(access, shape)) {
      needed.erase(access.line);
    } else if (makes_room(access, shape)) {
      needed[access.line] = static_cast<std::uint32_t>(i);
    }
  }
  return next;
}

}  // namespace heddle::replay
