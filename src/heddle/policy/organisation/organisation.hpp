// How an SM's lanes execute the threads of warps, in space and time: the parts of a warp that issue
// by themselves, the lanes that execute a part, and the time that this takes. One object for each
// SM. Most of an organisation is its Shape, which the SM reads once. An answer that the comments do
// not allow, and any exception, ends the run with a PolicyError (policy_error.hpp).
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

/// The structure that knows the next instructions of threads.
enum class PathKind : std::uint8_t {
  warp_stacks,   ///< each part of a warp has a reconvergence stack
  block_stacks,  ///< each block has a stack; diverged threads of the block are compacted into warps
  warp_pool,     ///< each thread has its own pc; after each instruction a pool forms warps
};

/// What happens when a gang waits for a load and only some of its parts have their data.
enum class MemorySplit : std::uint8_t {
  none,       ///< the gang waits for all
  group,      ///< parts whose data come in one cycle go on as a gang
  impatient,  ///< the gang dissolves: each part goes on by itself
};
inline constexpr std::array<std::string_view, 3> kMemorySplits = {"none", "group", "impatient"};

/// Which gangs and parts of one warp merge, among those at one place.
enum class Reform : std::uint8_t {
  arrival,  ///< those that arrived there in one cycle
  visit,    ///< all, whatever they wait for, when the warp has its turn
};
inline constexpr std::array<std::string_view, 2> kReforms = {"arrival", "visit"};

/// Gangs: parts of one warp at one place that fetch and issue together (Rogers 2015, chapter 6).
/// The parts of a warp begin as one gang. A gang splits when its parts go on to different places.
struct GangShape {
  std::uint32_t per_cycle = 0;  ///< gangs that issue, and that fetch, in a cycle; 0: no gangs
  bool form = true;             ///< false: all parts issue alone
  MemorySplit split_memory = MemorySplit::none;
  /// Maximum number of gangs and parts of one warp that merge in a cycle, at one place; 0: split
  /// gangs never merge.
  std::uint32_t reform_entities = 0;
  Reform reform = Reform::arrival;
  bool visits_all = false;  ///< a turn goes to every context, not only to those with a split gang
  std::uint32_t sync_wait = 0;  ///< cycles that a part waits for others at a reconvergence point
  friend bool operator==(const GangShape&, const GangShape&) = default;
};

/// An issue slot issues entities. An entity is a part of a warp: part p of the warp in context w is
/// entity w * parts + p. If warps are formed, the entities behind those numbers are the formed
/// warps, which issue; the warps of the contexts only hold the registers of their threads. Entities
/// are dealt out to slots in turn, and also to lane groups in turn unless `places` is true.
struct Shape {
  std::uint32_t parts = 1;        ///< parts of a warp, of equal width: 1, 2, 4 or 8
  std::uint32_t slots = 1;        ///< instructions issued in a cycle, 1 to 256
  std::uint32_t lane_groups = 1;  ///< 1 to 512
  /// Lanes of a group. 0: each group has its slice of every kind of pipeline. Otherwise each lane
  /// executes one instruction after the other, of whatever kind; all groups together have at most
  /// 512 lanes. A scalar unit remains beside the lanes.
  std::uint32_t sequential_lanes = 0;
  /// Threads that a sequential lane executes in a pass. An instruction takes a pass for each
  /// aligned group of so many threads with an active thread. A power of two, at most the threads of
  /// a part. 0: an instruction takes the time of all its threads, active or not.
  std::uint32_t threads_per_pass = 0;
  /// With threads_per_pass: each lane has a pipeline of each kind. The lane's instruction register
  /// holds one instruction until its pipeline takes the instruction, and only then the next one.
  bool overlaps = false;
  /// With sequential lanes: cycles for which an instruction without a pipeline (branches, barriers)
  /// holds its lane. With `overlaps` it holds the lane's pipeline of kind sp.
  std::uint32_t control_cycles = 1;
  /// Such an instruction holds the lane for control_cycles in each pass instead of once. It has a
  /// pass for each group of active threads, or without threads_per_pass the passes of a whole warp
  /// through the pipelines of kind sp.
  bool control_by_threads = false;
  /// With threads_per_pass: a dependent instruction of the same warp and threads may start as soon
  /// as the first thread's result is available. Otherwise it waits for the last thread's result.
  bool chains = false;
  /// With `chains`: an instruction waits for the last threads of those earlier results alone that
  /// other threads have made and whose registers it names. Otherwise, if its threads are not those
  /// of the warp's last result, it waits for the last threads of all earlier results.
  bool chains_by_register = false;
  /// With threads_per_pass: reads by which a register bank of a lane may lag behind the lane, since
  /// the operand collector overlaps them with those of later instructions.
  std::uint32_t held_reads = 8;
  /// The organisation may leave out candidates. The SM calls narrow() before it picks and issued()
  /// after it issues.
  bool narrows = false;
  /// Each lane group has an equal share of the SM's registers and warp slots, and place() chooses
  /// the lane group of a part of a warp.
  bool places = false;
  /// With threads_per_pass: a part gets registers for its threads, rounded up to a multiple of so
  /// many, up to the threads of a full part. 0: a part always gets registers for a full part.
  std::uint32_t register_grain = 0;

  /// With any kind but warp_stacks, threads of several warps form warps of whole width. A warp then
  /// has one part, and lanes are not sequential.
  PathKind paths = PathKind::warp_stacks;

  /// For shapes in which each part of a warp has its own slot and lane group.
  GangShape gangs = {};

  /// How long an entity keeps the same threads.
  EntityLife entity_life() const {
    if (paths == PathKind::warp_pool) return EntityLife::instruction;
    return paths == PathKind::block_stacks ? EntityLife::path : EntityLife::warp;
  }
  bool forms_warps() const { return paths != PathKind::warp_stacks; }
  bool forms_gangs() const { return gangs.per_cycle != 0; }
  /// A lane executes one instruction after the other. An instruction takes as long as its active
  /// threads need.
  bool runs_in_lanes() const { return threads_per_pass != 0; }
  /// A lane is one pipeline for all kinds.
  bool mixes_kinds() const { return sequential_lanes != 0 && !overlaps; }
  std::uint32_t lanes() const { return lane_groups * sequential_lanes; }
  /// Threads of a part.
  std::uint32_t width() const { return kWarpSize / parts; }
  /// Lane groups side by side fetch independently. Lanes that take whole warps share one front end.
  std::uint32_t front_ends() const { return runs_in_lanes() ? 1 : lane_groups; }
  friend bool operator==(const Shape&, const Shape&) = default;
};

/// A part of a warp that needs a lane group.
struct PartToPlace {
  std::uint16_t block_slot = 0;   ///< slot of its block on the SM
  std::uint32_t index = 0;        ///< index of the part in its block
  std::uint32_t block_parts = 0;  ///< parts of the block
  std::uint32_t registers = 0;    ///< registers of the part, which needs a warp slot as well
  bool partial = false;           ///< the part has fewer threads than a part may have

  bool fits(const model::LaneShare& lane) const {
    return lane.slots != 0 && lane.registers >= registers;
  }
};

/// The sizes of the front end that an organisation's storage depends on, besides its parameters.
struct FrontEndSizes {
  std::uint32_t warps = 0;            ///< contexts of an SM
  std::uint32_t buffer_entries = 0;   ///< instructions fetched ahead for an entity
  std::uint64_t own_cache_bytes = 0;  ///< bytes of a lane group's L0 instruction cache
};

class Organisation {
 public:
  static constexpr std::string_view kKind = "organisation";
  static constexpr std::string_view kDecides = "how the threads of warps lie on the lanes";
  /// The policy of a machine that names none.
  static constexpr std::string_view kDefault = "spatial";

  virtual ~Organisation() = default;
  virtual void describe(ParameterVisitor&) {}
  /// The shape for an SM with so many schedulers. All SMs have one shape. Throws Error if
  /// parameters contradict each other.
  virtual Shape shape(std::uint32_t schedulers) const = 0;
  /// Called once, before anything but `shape`. Throws Error if the organisation cannot serve such
  /// an SM.
  virtual void attach(const model::SmView& sm, const Shape& shape) = 0;

  /// Called if Shape::narrows. Selects from `candidates` (never empty) the entities among which the
  /// slot's scheduler picks in this cycle, at least one.
  virtual model::EntityMask narrow(unsigned /*slot*/, const model::EntityMask& candidates) {
    return candidates;
  }
  virtual void issued(unsigned /*slot*/, unsigned /*entity*/) {}

  /// Called if Shape::places. The lane group for the part, which must have room for the part;
  /// nothing: the block does not come now. Called for the parts of a block in order. The answer may
  /// depend only on the arguments, since the dispatcher asks an organisation of its own that is not
  /// attached.
  virtual std::optional<unsigned> place(const PartToPlace& /*part*/,
                                        std::span<const model::LaneShare> /*lanes*/) const {
    return std::nullopt;
  }

  /// The state that an SM holds for this organisation, besides the state of an SM with whole warps.
  virtual std::vector<StorageItem> storage(const FrontEndSizes&) const { return {}; }
  virtual PublishedStorage published_storage() const { return {}; }
};

}  // namespace heddle::policy
