// The contexts of an SM: its warps and blocks, what their entities wait for, and the grids of its
// kernel slots. The SM's units share this plain state. Its methods look things up and keep
// dependent values consistent. Each kind of change belongs to one unit.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "heddle/core/state/async_copies.hpp"
#include "heddle/core/state/bulk_copies.hpp"
#include "heddle/core/state/entity_table.hpp"
#include "heddle/core/state/formed_warp.hpp"
#include "heddle/core/state/gang_table.hpp"
#include "heddle/core/state/warp_paths.hpp"
#include "heddle/core/terms/counters.hpp"
#include "heddle/core/terms/shapes.hpp"
#include "heddle/exec/sync/barrier.hpp"
#include "heddle/exec/sync/part_arrivals.hpp"
#include "heddle/isa/offences.hpp"
#include "heddle/model/entity.hpp"
#include "heddle/model/places.hpp"
#include "heddle/model/resources.hpp"
#include "heddle/model/warp_view.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::core {

/// A block in its slot.
struct ResidentBlock {
  exec::Block block;
  exec::BlockBarriers barriers;
  std::uint32_t warps_left = 0;  ///< number of warps that have not drained; 0: the slot is free
  Cycle started = 0;             ///< when the block came to this SM
  Cycle resided = 0;             ///< cycles on SMs before the block was restored here
  /// Sum over drained warps: cycles on SMs from the block's arrival until the warp drained.
  Cycle warp_times = 0;
  std::uint8_t kernel = 0;
  bool stopping = false;                ///< the block must leave the SM as soon as it is quiet
  bool was_discarded = false;           ///< the block was discarded and has started again
  Pc offence = kNoPc;                   ///< first offence that the block has committed; kNoPc: none
  std::uint64_t instructions = 0;       ///< number of instructions of drained warps
  model::BlockPlace place;              ///< set only if blocks have fixed positions on the SM
  std::vector<std::uint16_t> contexts;  ///< by warp of the block; kNoContext: the warp has none

  bool resides() const { return warps_left != 0; }
};

/// Blocks of a kernel that have ended on the SM.
struct FinishedBlocks {
  std::uint64_t blocks = 0, instructions = 0;
};

/// What a kernel slot is bound to.
struct KernelBinding {
  const exec::Grid* grid = nullptr;
  const DecodedProgram* decoded = nullptr;
  model::BlockDemand demand;
  /// The instructions after which a block cannot start again; null: they are not known, so no block
  /// can start again.
  const std::vector<isa::Offence>* offences = nullptr;
  FinishedBlocks finished = {};
};

struct Contexts {
  static constexpr std::uint16_t kNoContext = 0xFFFF;

  Contexts(const SmSpec& sm, const policy::Shape& shape_of_sm,
           const policy::ContextLimits& limits = {});
  Contexts(const Contexts&) = delete;
  Contexts& operator=(const Contexts&) = delete;

  unsigned entities() const { return static_cast<unsigned>(views.size()); }

  template <typename Shape = GeneralShape>
  bool is_formed(unsigned entity) const {
    return Shape::kMayCutWarps && entity >= homes;
  }
  FormedWarp& formed_of(unsigned entity) { return formed[entity - homes]; }
  const FormedWarp& formed_of(unsigned entity) const { return formed[entity - homes]; }
  /// The context with the entity's registers. For a formed warp: the context of its first lane.
  template <typename Shape = GeneralShape>
  unsigned context_of(unsigned entity) const {
    if (!Shape::kMayCutWarps) return entity;
    return is_formed(entity) ? table[entity].warp->slot : names.warp_of(entity);
  }
  /// The entity's part number in its warp; 0 for a formed warp.
  template <typename Shape = GeneralShape>
  unsigned part_of(unsigned entity) const {
    return Shape::kMayCutWarps ? names.part_of(entity) : 0;
  }
  /// The entity as which observers see the entity. A formed warp is seen as the warp of its first
  /// lane.
  template <typename Shape = GeneralShape>
  std::uint16_t shown_as(unsigned entity) const {
    return static_cast<std::uint16_t>(is_formed<Shape>(entity) ? context_of(entity) : entity);
  }
  exec::Warp& warp_of(unsigned entity) { return *table[entity].warp; }
  const exec::Warp& warp_of(unsigned entity) const { return *table[entity].warp; }
  ResidentBlock& block_of(unsigned entity) { return blocks[table[entity].block_slot]; }
  const DecodedProgram& program_of(unsigned entity) const {
    return *kernels[table[entity].kernel].decoded;
  }
  /// Number of the entity's lane group.
  template <typename Shape = GeneralShape>
  unsigned group_of(unsigned entity) const {
    return Shape::kMayCutWarps ? places[entity].lane_group : 0;
  }
  template <typename Shape = GeneralShape>
  bool has_ended(unsigned entity) const {
    return !is_formed<Shape>(entity) && warp_of(entity).done(part_of<Shape>(entity));
  }
  /// Returns which of these lanes of the warp belong to the entity.
  template <typename Shape = GeneralShape>
  LaneMask lanes_of(LaneMask lanes, unsigned entity) const {
    if (!Shape::kMayCutWarps || shape.parts == 1) return lanes;
    return lanes & warp_of(entity).lanes_of(names.part_of(entity));
  }
  /// Returns the pc of the barrier at which the entity waits; otherwise, the pc of its next
  /// instruction.
  Pc pc_of(unsigned entity) const;
  /// The entity of the warp in the context. If the warp has several parts: the entity of its first
  /// part.
  std::uint16_t home_of(unsigned context) const {
    return static_cast<std::uint16_t>(names.entity(context, 0));
  }
  /// The block slot of the warp in the context.
  std::uint16_t block_slot_of(unsigned context) const { return table[home_of(context)].block_slot; }
  /// Calls visit(entity) for each part of the warp in the context.
  template <typename Visit>
  void for_each_part(unsigned context, Visit&& visit) const {
    for (unsigned part = 0; part < shape.parts; ++part)
      visit(static_cast<std::uint16_t>(names.entity(context, part)));
  }
  /// Calls visit(entity) for each part of all warps of the block that have started and not drained.
  template <typename Visit>
  void for_each_entity(std::uint16_t block_slot, Visit&& visit) const {
    for (const std::uint16_t context : blocks[block_slot].contexts)
      if (context != kNoContext) for_each_part(context, visit);
  }
  /// Calls visit(entity) for each part in the mask.
  template <typename Visit>
  void for_each_part(unsigned context, exec::PartMask parts, Visit&& visit) const {
    for (unsigned left = parts; left != 0; left &= left - 1) {
      const auto part = static_cast<unsigned>(std::countr_zero(left));
      visit(static_cast<std::uint16_t>(names.entity(context, part)));
    }
  }
  /// Moves the entity, which must not contain a warp, to this lane group.
  void set_group(unsigned entity, std::uint16_t group) {
    group_members[places[entity].lane_group].clear(entity);
    group_members[group].set(entity);
    places[entity].lane_group = group;
  }
  /// The first context without a warp.
  std::uint16_t free_context() const;
  std::uint32_t free_contexts() const;
  /// The number of the block in the slot; empty: the slot is free.
  std::optional<std::uint64_t> resident_block(std::uint16_t block_slot) const;
  std::uint32_t resident_warps() const;
  /// Instructions issued by all parts of the warp in the context.
  std::uint64_t instructions_of(unsigned context) const;
  /// Notes that the entity has executed the instruction at `pc`, which may be an offence of its
  /// block. Does nothing for a formed warp, since blocks stay where warps are formed.
  void note_offence(unsigned entity, Pc pc);

  policy::Shape shape;
  /// Entities with smaller numbers are the warps of the contexts, or parts of them. The others are
  /// formed warps.
  unsigned homes;
  bool are_few;  ///< a model::NarrowMask can hold all entities
  /// The SM is plain (plain_shape.hpp) while nobody subscribes to the events of single
  /// instructions.
  bool is_plain = false;
  model::EntityNames names;
  std::vector<model::EntityPlace> places;  ///< by entity
  /// By entity: number of groups of threads for which each register of the entity is allocated.
  /// Filled only where lanes have register banks of their own.
  std::vector<std::uint16_t> register_strides;
  EntityTable table;
  AsyncCopies copies;
  BulkCopies bulk_copies;
  GangTable gangs;
  std::vector<exec::Warp> warps;             ///< by context
  std::vector<FormedWarp> formed;            ///< by entity, from `homes` on
  std::vector<model::WarpView> views;        ///< by entity
  std::vector<exec::PartArrivals> arrivals;  ///< by context: its parts' arrivals at barriers
  std::vector<ResidentBlock> blocks;         ///< by block slot
  std::array<KernelBinding, kKernelSlots> kernels{};
  std::array<std::uint64_t, kKernelSlots> grids{};  ///< by kernel slot: launch number
  WarpPaths paths;
  std::vector<model::EntityMask> slot_members;  ///< by issue slot: its entities, without those that
                                                ///< are away
  std::vector<model::EntityMask> group_members;  ///< by lane group
  /// By kernel slot: entities that are its warps or parts of them. Formed warps are not included.
  std::array<model::EntityMask, kKernelSlots> kernel_members{};
  bool may_be_away;        ///< a warp can be without a slot
  model::EntityMask away;  ///< entities whose warp has no slot
};

}  // namespace heddle::core
