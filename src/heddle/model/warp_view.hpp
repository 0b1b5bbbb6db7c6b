// The view of an SM and its warps that policies read. The view has an entry for each entity (warp
// or part of a warp).
#pragma once

#include <cstdint>
#include <span>

#include "heddle/base/types.hpp"
#include "heddle/model/entity.hpp"
#include "heddle/model/mask.hpp"

namespace heddle::model {

struct WarpView {
  Cycle launched_at = 0;  ///< first key of the warp's age: cycle in which the warp was launched
  /// Second key of the warp's age: number of the warp in the order in which the SM launched its
  /// warps. Warps launched in the same cycle are ordered by block and by index in the block.
  std::uint64_t launch_order = 0;
  std::uint32_t block_slot = 0;
  std::uint32_t index = 0;   ///< index of the warp in its block
  std::uint32_t kernel = 0;  ///< kernel slot
  std::uint64_t warp_instructions = 0;
  std::uint64_t thread_instructions = 0;
};

/// The paths of entities that have not ended, with their program counters.
class WarpPaths {
 public:
  virtual ~WarpPaths() = default;
  virtual Pc pc(unsigned entity) const = 0;  ///< returns the pc of the entity's active path
  /// Returns the lanes of the entity's active path.
  virtual LaneMask active(unsigned entity) const = 0;
  /// Only with formed warps: returns the smallest number of reconvergence points that any thread of
  /// the entity has passed.
  virtual std::uint32_t passed(unsigned /*entity*/) const { return 0; }
  /// Only with formed warps in a pool: returns the number of the warp in the order in which warps
  /// began to form.
  virtual std::uint64_t serial(unsigned /*entity*/) const { return 0; }
  /// Whether any path of the entity, active or waiting, has a pc from `first` to `last`.
  virtual bool any_within(unsigned entity, Pc first, Pc last) const = 0;
};

/// The view of an SM that its policies get. The view lives as long as the policy; its contents
/// change as the SM runs.
struct SmView {
  const WarpView* warps = nullptr;  ///< indexed by entity
  std::uint32_t entities = 0;  ///< number of the SM's warp contexts times the number of parts of a
                               ///< warp
  std::uint32_t slots = 0;     ///< issue slots
  EntityNames names{1};        ///< tells which entities are parts of the same warp
  std::uint32_t blocks = 0;    ///< block slots
  Cycle now = 0;
  std::uint32_t l1_lines = 0, l1_line_bytes = 128;  ///< L1 data cache
  const WarpPaths* paths = nullptr;
  /// Entities that were ready at the last issue but that the throttle held back.
  const EntityMask* gated = nullptr;
  std::span<const std::uint64_t> grids = {};  ///< by kernel slot: number of the launch
  std::span<const EntityPlace> places = {};   ///< indexed by entity
  /// By lane group: the entities of the group. An entity whose warp context is free may be in any
  /// group.
  std::span<const EntityMask> lane_members = {};
  /// By entity, if parts of a warp issue in gangs: mask of the parts in the entity's gang, with bit
  /// i for part i. 0: the entity issues alone. A gang is named by the number of its first entity.
  std::span<const std::uint8_t> gangs = {};

  /// The issue slot that issues the entity.
  unsigned slot_of(unsigned entity) const { return places[entity].slot; }
  /// The lane group that executes the entity.
  unsigned lane_group_of(unsigned entity) const { return places[entity].lane_group; }
};

}  // namespace heddle::model
