// The dirty lines of a cache, by the number of their entry, in the order in which they were last
// written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::memory {

class DirtyLines {
 public:
  /// `entries`: number of the cache's entries.
  explicit DirtyLines(std::size_t entries) : links_(entries + 1) {
    for (std::uint32_t entry = 0; entry < links_.size(); ++entry) links_[entry] = {entry, entry};
  }

  /// Returned by oldest() and after() if there is no such line.
  std::uint32_t end() const { return static_cast<std::uint32_t>(links_.size() - 1); }
  std::uint32_t oldest() const { return links_.back().after; }
  /// Returns the line that was written next after `entry`.
  std::uint32_t after(std::uint32_t entry) const { return links_[entry].after; }

  /// Notes that the line has been written.
  void write(std::uint32_t entry) {
    clean(entry);
    const std::uint32_t before = links_.back().before;
    links_[entry] = {before, end()};
    links_[before].after = entry;
    links_.back().before = entry;
  }
  /// Notes that the line is not dirty.
  void clean(std::uint32_t entry) {
    const Links links = links_[entry];
    links_[links.before].after = links.after;
    links_[links.after].before = links.before;
    links_[entry] = {entry, entry};
  }

 private:
  struct Links {
    std::uint32_t before = 0, after = 0;
  };
  std::vector<Links> links_;  ///< a ring that begins and ends at its last element; a clean line is
                              ///< linked to itself
};

}  // namespace heddle::memory
