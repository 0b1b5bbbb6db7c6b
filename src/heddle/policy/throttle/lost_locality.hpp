// The lost-locality detector of Rogers' dissertation, chapter 3. The detector tells whether a
// warp's access hits data in the L1 that the warp itself brought, or misses data that the warp has
// lost. Each line belongs to the warp whose miss brought it last. When the line is evicted, its tag
// goes to that warp's victim tags. A miss that finds its tag among its warp's victim tags would
// have been a hit with fewer warps on the SM.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/base/line_map.hpp"
#include "heddle/base/parameter.hpp"
#include "heddle/model/sm_events.hpp"
#include "heddle/model/warp_view.hpp"
#include "heddle/policy/storage.hpp"
#include "heddle/policy/throttle/victim_tags.hpp"

namespace heddle::policy {

/// The size of a warp's victim tags.
struct VictimTagSpec {
  std::uint32_t entries = 16, ways = 8;

  void describe(ParameterVisitor& visit);
  /// Throws Error unless the entries fill whole sets. The message names the parameters by the two
  /// keys.
  void check(std::string_view entries_key, std::string_view ways_key) const;
  /// Returns the tables of victim tags, and the warp number that each line of the L1 has in
  /// addition. Addresses have 48 bits.
  std::vector<StorageItem> storage(const model::SmView& sm) const;
  std::uint64_t storage_bits(const model::SmView& sm) const { return total_bits(storage(sm)); }
};

class LostLocality {
 public:
  enum class Finding : std::uint8_t {
    none,
    captured,  ///< a hit on a line that the warp's own miss brought
    lost,      ///< a miss on a line that the warp had and lost
  };

  void start(const VictimTagSpec& spec, const model::SmView& sm);
  void new_warp(unsigned warp) { tags_.clear(warp); }

  /// Whether the warp's own miss brought the line last.
  bool owns(unsigned warp, Addr line) const {
    const std::uint16_t* const owner = owners_.find(line);
    return owner != nullptr && *owner == warp;
  }
  void evicted(const model::L1Evicted& event);
  void flushed();
  /// Classifies an access of a warp. A global store or atomic removes the line's tag from the
  /// victim tags of all warps.
  Finding accessed(unsigned warp, const model::L1Access& access);

 private:
  VictimTags tags_;
  LineMap<std::uint16_t> owners_;  ///< by line: the warp that brought the line
};

}  // namespace heddle::policy
