#include "heddle/policy/throttle/daws/repetition.hpp"

#include <algorithm>

namespace heddle::policy {

std::optional<Pc> RepetitionDetector::touched(unsigned entity, Pc pc, Addr line) {
  const std::span<Entry> set = set_of(line);
  const auto found = std::ranges::find_if(set, [&](const Entry& entry) {
    return entry.used && entry.line == line &&
           names_.warp_of(entry.entity) == names_.warp_of(entity);
  });
  if (found == set.end()) {
    // Takes a free entry, or the least recently used one.
    const auto free = std::ranges::find(set.begin(), set.end() - 1, false, &Entry::used);
    std::rotate(set.begin(), free, free + 1);
    set.front() = {.used = true, .entity = entity, .pc = pc, .line = line};
    return std::nullopt;
  }
  std::rotate(set.begin(), found, found + 1);
  const Pc before = set.front().pc;
  return before == pc ? std::nullopt : std::optional(before);
}

void RepetitionDetector::clear(unsigned entity) {
  for (Entry& entry : entries_)
    if (entry.entity == entity) entry.used = false;
}

}  // namespace heddle::policy
