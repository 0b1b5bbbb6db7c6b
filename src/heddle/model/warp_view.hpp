// What a policy may know of a warp. Kept by the SM, one entry an entity, read-only for policies.
#pragma once

#include <cstdint>
#include <span>

#include "heddle/base/types.hpp"
#include "heddle/model/entity.hpp"
#include "heddle/model/mask.hpp"

namespace heddle::model {

struct WarpView {
  Cycle launched_at = 0;  ///< age, first key
  std::uint64_t launch_order =
      0;  ///< age, second key: counts the SM's warps, so that ties break by block and warp index
  std::uint32_t block_slot = 0;
  std::uint32_t index = 0;   ///< in its block
  std::uint32_t kernel = 0;  ///< kernel slot
  std::uint64_t warp_instructions = 0;
  std::uint64_t thread_instructions = 0;
};

/// Where the threads of entities are: of those that have not ended.
class WarpPaths {
 public:
  virtual ~WarpPaths() = default;
  virtual Pc pc(unsigned entity) const = 0;            ///< of the path that runs
  virtual LaneMask active(unsigned entity) const = 0;  ///< its lanes
  /// Whether a path of the entity, running or waiting for others, is at first, last or between.
  virtual bool any_within(unsigned entity, Pc first, Pc last) const = 0;
};

/// What a policy may know of its SM.
struct SmView {
  const WarpView* warps = nullptr;  ///< by entity
  std::uint32_t entities = 0;       ///< warp contexts of the SM, times parts of a warp
  std::uint32_t slots = 0;          ///< issue slots; entity e belongs to slot e % slots
  EntityNames names{1};             ///< which entities are parts of one warp
  std::uint32_t blocks = 0;         ///< block slots
  Cycle now = 0;
  std::uint32_t l1_lines = 0, l1_line_bytes = 128;  ///< of the data cache
  const WarpPaths* paths = nullptr;
  const EntityMask* gated = nullptr;  ///< ready, but held by the throttle, as of the last issue
  std::span<const std::uint64_t> grids = {};  ///< by kernel slot: the launch that has it
};

}  // namespace heddle::model
