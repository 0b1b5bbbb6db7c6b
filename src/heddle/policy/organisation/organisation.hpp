// How the threads of warps lie on an SM's lanes in space and time: into how many parts a warp is
// cut that issue by themselves, which lanes execute them, and for how long. One object an SM. Most
// of it is the Shape, which the SM reads once. Any other answer than the comments allow, and any
// exception, ends the run with a PolicyError (policy_error.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/model/lane_residents.hpp"
#include "heddle/model/mask.hpp"
#include "heddle/model/warp_view.hpp"
#include "heddle/policy/sm_policy.hpp"
#include "heddle/policy/storage.hpp"

namespace heddle::policy {

/// Who knows where threads go on.
enum class PathKind : std::uint8_t {
  warp_stacks,   ///< each part of a warp has a reconvergence stack
  block_stacks,  ///< a block has one; its threads are compacted into warps where they diverge
  warp_pool,     ///< each thread by itself; after each instruction warps are formed in a pool
};

/// What a gang of parts that wait for one load does when some of them have their data.
enum class MemorySplit : std::uint8_t {
  none,       ///< waits for all
  group,      ///< those that have theirs in one cycle go on as a gang
  impatient,  ///< dissolves: each goes on by itself
};
inline constexpr std::array<std::string_view, 3> kMemorySplits = {"none", "group", "impatient"};

/// Which gangs and parts of one warp are merged, of those that are at the same place.
enum class Reform : std::uint8_t {
  arrival,  ///< those that have come there in the same cycle
  visit,    ///< all, whatever they wait for, when the warp has its turn
};
inline constexpr std::array<std::string_view, 2> kReforms = {"arrival", "visit"};

/// Gangs: parts of one warp at the same place that fetch and issue together (Rogers 2015, chapter
/// 6). The parts of a warp begin as one gang. Where their next places differ, a gang splits.
struct GangShape {
  std::uint32_t per_cycle = 0;  ///< gangs that issue, and that fetch, in a cycle; 0: no gangs
  bool form = true;             ///< false: all parts issue alone
  MemorySplit split_memory = MemorySplit::none;
  /// Gangs and parts of one warp that are merged in a cycle if they are at the same place; 0: what
  /// has split stays so.
  std::uint32_t reform_entities = 0;
  Reform reform = Reform::arrival;
  bool visits_all = false;  ///< visits are to all contexts in turn, not only to those with a split
  std::uint32_t sync_wait = 0;  ///< cycles that a part waits for others where paths meet
  friend bool operator==(const GangShape&, const GangShape&) = default;
};

/// An entity is what an issue slot issues: a part of a warp. Part p of the warp in context w is
/// entity w * parts + p. Where warps are formed, the entities behind those are what issues, and the
/// warps of the contexts are where their threads have registers. Entities are dealt out to slots in
/// turn, and to lane groups in turn unless they are placed.
struct Shape {
  std::uint32_t parts = 1;        ///< of a warp, of equal width: 1, 2, 4 or 8
  std::uint32_t slots = 1;        ///< instructions issued in a cycle, 1 to 256
  std::uint32_t lane_groups = 1;  ///< 1 to 512
  /// 0: each group has its slice of every kind of pipeline. Else the group consists of so many
  /// lanes, each of which executes one instruction after the other, whatever its kind; all groups
  /// have at most 512. A scalar unit stays beside them.
  std::uint32_t sequential_lanes = 0;
  /// 0: an instruction takes the time of all its threads, active or not. Else, where lanes are
  /// sequential, it takes a pass for each aligned group of so many threads of which one is active:
  /// a power of two, at most the threads of a part.
  std::uint32_t threads_per_pass = 0;
  /// Where threads_per_pass is not 0: a lane has a pipeline of each kind. Its instruction register
  /// holds one instruction, until the instruction's pipeline takes it, and only then the next one.
  bool overlaps = false;
  /// Where lanes are sequential: cycles for which an instruction that needs no pipeline (branches,
  /// barriers) holds its lane; an overlapping lane's pipeline of kind sp.
  std::uint32_t control_cycles = 1;
  /// It holds the lane for control_cycles in each pass, and not once: a pass for each group of
  /// active threads, or those that a whole warp takes through the pipelines of kind sp.
  bool control_by_threads = false;
  /// Where threads_per_pass is not 0: an instruction that depends on another one of its warp
  /// follows as soon as the result of the other's first thread is there, if both have the same
  /// threads. Else it waits for the result of the last thread.
  bool chains = false;
  /// It may leave out candidates: `narrow` is asked and `issued` told.
  bool narrows = false;
  /// Each lane group has an equal share of the SM's registers and warp slots, and `place` says in
  /// which group a part of a warp lives.
  bool places = false;
  /// Where threads_per_pass is not 0: threads to whose next multiple the registers of a part are
  /// rounded up, up to the threads of a part. 0: a part always has registers for all the threads
  /// that it may have.
  std::uint32_t register_grain = 0;

  /// Others than stacks of warps form warps of whole width from threads of several warps: then a
  /// warp has one part, and lanes are not sequential.
  PathKind paths = PathKind::warp_stacks;

  /// Where each part has a slot and a lane group of its own.
  GangShape gangs = {};

  /// How long the same threads issue in an entity.
  EntityLife entity_life() const {
    if (paths == PathKind::warp_pool) return EntityLife::instruction;
    return paths == PathKind::block_stacks ? EntityLife::path : EntityLife::warp;
  }
  bool forms_warps() const { return paths != PathKind::warp_stacks; }
  bool forms_gangs() const { return gangs.per_cycle != 0; }
  /// Lanes execute one instruction after the other, each for as long as its active threads take.
  bool runs_in_lanes() const { return threads_per_pass != 0; }
  /// A lane is one pipeline for all kinds.
  bool mixes_kinds() const { return sequential_lanes != 0 && !overlaps; }
  std::uint32_t lanes() const { return lane_groups * sequential_lanes; }
  /// Threads of a part.
  std::uint32_t width() const { return kWarpSize / parts; }
  /// Lane groups side by side fetch each by themselves; lanes that take whole warps share one front
  /// end.
  std::uint32_t front_ends() const { return runs_in_lanes() ? 1 : lane_groups; }
  friend bool operator==(const Shape&, const Shape&) = default;
};

/// A part of a warp for which a lane group is looked for.
struct PartToPlace {
  std::uint16_t block_slot = 0;   ///< of its block on the SM
  std::uint32_t index = 0;        ///< of the part in its block
  std::uint32_t block_parts = 0;  ///< parts of the block
  std::uint32_t registers = 0;    ///< that the part takes, besides a warp slot
  bool partial = false;           ///< has fewer threads than a part may have

  bool fits(const model::LaneShare& lane) const {
    return lane.slots != 0 && lane.registers >= registers;
  }
};

/// What decides, beside its parameters, what an organisation stores.
struct FrontEndSizes {
  std::uint32_t warps = 0;            ///< contexts of an SM
  std::uint32_t buffer_entries = 0;   ///< instructions fetched ahead, of an entity
  std::uint64_t own_cache_bytes = 0;  ///< of a lane group's L0 instruction cache
};

class Organisation {
 public:
  static constexpr std::string_view kKind = "organisation";
  static constexpr std::string_view kDecides = "how the threads of warps lie on the lanes";
  /// What a machine has that names none.
  static constexpr std::string_view kDefault = "spatial";

  virtual ~Organisation() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Of an SM with so many schedulers; all SMs have the same. Throws Error where parameters
  /// contradict each other.
  virtual Shape shape(std::uint32_t schedulers) const = 0;
  /// Called once, before anything else but `shape`. Throws Error if it cannot serve such an SM.
  virtual void attach(const model::SmView& sm, const Shape& shape) = 0;

  /// Where the shape says so. Those of `candidates` (never empty) among which the slot's scheduler
  /// picks this cycle; at least one.
  virtual model::EntityMask narrow(unsigned /*slot*/, const model::EntityMask& candidates) {
    return candidates;
  }
  virtual void issued(unsigned /*slot*/, unsigned /*entity*/) {}

  /// Where the shape says so. The lane group for the part, which must have room for it; nothing:
  /// its block does not come now. The parts of a block are asked for in order. Depends on nothing
  /// but the arguments: the dispatcher asks an organisation of its own, which is not attached.
  virtual std::optional<unsigned> place(const PartToPlace& /*part*/,
                                        std::span<const model::LaneShare> /*lanes*/) const {
    return std::nullopt;
  }

  /// What an SM holds for it, beside what one of whole warps holds.
  virtual std::vector<StorageItem> storage(const FrontEndSizes&) const { return {}; }
  virtual PublishedStorage published_storage() const { return {}; }
};

}  // namespace heddle::policy
