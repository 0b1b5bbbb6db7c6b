// Whether warps find in the L1 what they brought there, or have lost it (the lost-locality detector
// of Rogers' dissertation, chapter 3): each line belongs to the warp whose miss brought it last;
// when it makes room for another its tag goes to that warp's victim tags; a miss that finds the tag
// there would have been a hit with fewer warps around.
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

/// The victim tags of a warp.
struct VictimTagSpec {
  std::uint32_t entries = 16, ways = 8;

  void describe(ParameterVisitor& visit);
  /// Sets are whole: refuses other numbers of the two parameters, which have these keys.
  void check(std::string_view entries_key, std::string_view ways_key) const;
  /// With the number of a warp on each line of the L1; tags are those of addresses of 48 bits.
  std::vector<StorageItem> storage(const model::SmView& sm) const;
  std::uint64_t storage_bits(const model::SmView& sm) const { return total_bits(storage(sm)); }
};

class LostLocality {
 public:
  enum class Finding : std::uint8_t {
    none,
    captured,  ///< a hit on a line that its own miss brought
    lost,      ///< a miss on one that it had
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
  /// What the access of a warp means; global stores and atomics take the line's tag from all warps.
  Finding accessed(unsigned warp, const model::L1Access& access);

 private:
  VictimTags tags_;
  LineMap<std::uint16_t> owners_;  ///< warp, by line that it brought
};

}  // namespace heddle::policy
