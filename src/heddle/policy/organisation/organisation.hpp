// How an SM's lanes execute the threads of warps, in space and time: the parts of a warp that issue
// by themselves, the lanes that execute a part, and the time that a part occupies these lanes.
// There is one object for each SM. Most of an organisation is its Shape, which the SM reads once.
// An answer that the comments do not allow, and any exception, ends the run with a PolicyError
// (policy_error.hpp).
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
#include "heddle/policy/unread_parameters.hpp"

namespace heddle::policy {

/// The structure that stores the next instructions of threads.
enum class PathKind : std::uint8_t {
  warp_stacks,   ///< each part of a warp has a reconvergence stack
  block_stacks,  ///< each block has a stack; diverged threads of the block are compacted into warps
  warp_pool,     ///< each thread has its own pc; after each instruction a pool forms warps
};

/// What happens when a gang waits for a load and only some of its parts have their data.
enum class MemorySplit : std::uint8_t {
  none,       ///< the gang waits until all its parts have their data
  group,      ///< parts whose data arrive in one cycle continue as a gang
  impatient,  ///< the gang dissolves: each part continues by itself
};
inline constexpr std::array<std::string_view, 3> kMemorySplits = {"none", "group", "impatient"};

/// If several gangs and parts of one warp are at the same instruction: which of them merge.
enum class Reform : std::uint8_t {
  arrival,  ///< gangs and parts that arrived at the instruction in one cycle
  visit,    ///< all gangs and parts, whatever they wait for, when the SM visits the warp
};
inline constexpr std::array<std::string_view, 2> kReforms = {"arrival", "visit"};

/// Gangs: parts of one warp at the same instruction that fetch and issue together (Rogers 2015,
/// chapter 6). The parts of a warp begin as one gang. A gang splits when its parts continue at
/// different instructions.
struct GangShape {
  std::uint32_t per_cycle = 0;  ///< maximum number of gangs that issue in a cycle, and of gangs
                                ///< that fetch in a cycle; 0: no gangs
  bool form = true;             ///< false: all parts issue alone
  MemorySplit split_memory = MemorySplit::none;
  /// Maximum number of gangs and single parts, all of one warp and at one instruction, that merge
  /// in a cycle; 0: split gangs never merge.
  std::uint32_t reform_entities = 0;
  Reform reform = Reform::arrival;
  bool visits_all = false;  ///< true: the SM visits every context in turn, to merge the gangs of
                            ///< its warp; false: the SM visits only contexts with a split gang
  std::uint32_t sync_wait = 0;  ///< cycles for which a part waits for others at a reconvergence
                                ///< point
  friend bool operator==(const GangShape&, const GangShape&) = default;
};

/// The entities and lanes of an SM. An entity is what an issue slot issues. An entity is a part of
/// a warp: part p of the warp in context w is entity w * parts + p. If a pool or a block's stack
/// forms warps, the entity numbers name the formed warps instead. The formed warps issue; the
/// contexts' warps then only keep the registers of their threads. Entities are assigned to issue
/// slots in rotation, and also to lane groups unless `places` is true.
struct Shape {
  std::uint32_t parts = 1;        ///< parts of a warp, of equal width: 1, 2, 4 or 8
  std::uint32_t slots = 1;        ///< number of instructions issued in a cycle, 1 to 256
  std::uint32_t lane_groups = 1;  ///< number of lane groups, 1 to 512
  /// Number of lanes of a group. 0: each group has its slice of every kind of pipeline. Other
  /// values: each lane executes instructions of all kinds, one after the other; all groups together
  /// have at most 512 lanes. A scalar unit is separate from the lanes.
  std::uint32_t sequential_lanes = 0;
  /// Number of threads that a sequential lane executes in a pass, a power of two, and at most the
  /// number of threads of a part. The threads of a part form aligned groups of this size. An
  /// instruction takes one pass for each group that has an active thread. 0: an instruction takes
  /// the time of all threads, active or not.
  std::uint32_t threads_per_pass = 0;
  /// With threads_per_pass: each lane has a pipeline of each kind. The lane's instruction register
  /// keeps an instruction until a pipeline accepts it. Only then does the register take the next
  /// instruction.
  bool overlaps = false;
  /// With sequential lanes: cycles for which an instruction without a pipeline (branches, barriers)
  /// occupies its lane. With `overlaps` the instruction occupies the lane's pipeline of kind sp.
  std::uint32_t control_cycles = 1;
  /// True: an instruction without a pipeline occupies its lane for control_cycles in each of its
  /// passes. False: an instruction without a pipeline occupies its lane for control_cycles once.
  /// With threads_per_pass, the instruction has a pass for each group with an active thread.
  /// Without threads_per_pass, the instruction has as many passes as a whole warp needs in the
  /// pipelines of kind sp.
  bool control_by_threads = false;
  /// With threads_per_pass: true if a dependent instruction with the same active threads of the
  /// same warp may start as soon as the result of the first thread is available. False: the
  /// dependent instruction waits for the result of the last thread.
  bool chains = false;
  /// With `chains`: the results for which an instruction waits up to their last thread, if they
  /// belong to other active threads. True: only results in registers that the instruction names.
  /// False: all earlier results, if the active threads of the instruction differ from those of the
  /// warp's last result.
  bool chains_by_register = false;
  /// With threads_per_pass: maximum number of operand reads that a register bank of a lane may
  /// still have to do for instructions that the lane has started. The operand collector overlaps
  /// these reads with the reads of later instructions.
  std::uint32_t held_reads = 8;
  /// Whether the organisation may remove candidates before the scheduler chooses. If so, the SM
  /// calls narrow() before the scheduler picks, and issued() after an issue.
  bool narrows = false;
  /// Each lane group has an equal share of the SM's registers and warp slots, and place() chooses
  /// the lane group of a part of a warp.
  bool places = false;
  /// With threads_per_pass: a part gets registers for its threads, rounded up to a multiple of this
  /// number and at most for a full part. 0: a part always gets registers for a full part.
  std::uint32_t register_grain = 0;

  /// With block_stacks or warp_pool, threads of several warps form warps of full width. A warp then
  /// has one part, and lanes are not sequential.
  PathKind paths = PathKind::warp_stacks;

  /// Gangs, for shapes in which each part of a warp has its own slot and lane group.
  GangShape gangs = {};

  /// Returns how long an entity keeps the same threads.
  EntityLife entity_life() const {
    if (paths == PathKind::warp_pool) return EntityLife::instruction;
    return paths == PathKind::block_stacks ? EntityLife::path : EntityLife::warp;
  }
  bool forms_warps() const { return paths != PathKind::warp_stacks; }
  bool forms_gangs() const { return gangs.per_cycle != 0; }
  /// Returns whether a lane executes one instruction after the other, and the time of an
  /// instruction depends on its active threads.
  bool runs_in_lanes() const { return threads_per_pass != 0; }
  /// Returns whether a lane is one pipeline for all kinds of instructions.
  bool mixes_kinds() const { return sequential_lanes != 0 && !overlaps; }
  std::uint32_t lanes() const { return lane_groups * sequential_lanes; }
  /// Returns the number of threads of a part.
  std::uint32_t width() const { return kWarpSize / parts; }
  /// Returns the number of front ends. Lane groups fetch independently, but lanes that execute
  /// whole warps (runs_in_lanes()) share one front end.
  std::uint32_t front_ends() const { return runs_in_lanes() ? 1 : lane_groups; }
  friend bool operator==(const Shape&, const Shape&) = default;
};

/// A part of a warp that needs a lane group.
struct PartToPlace {
  std::uint16_t block_slot = 0;   ///< slot of its block on the SM
  std::uint32_t index = 0;        ///< index of the part in its block
  std::uint32_t block_parts = 0;  ///< number of parts of the block
  std::uint32_t registers = 0;    ///< number of registers of the part; the part also needs a warp
                                  ///< slot
  bool partial = false;           ///< the part has fewer threads than a full part

  bool fits(const model::LaneShare& lane) const {
    return lane.slots != 0 && lane.registers >= registers;
  }
};

/// The sizes of the front end on which the storage of an organisation depends, besides its
/// parameters.
struct FrontEndSizes {
  std::uint32_t warps = 0;            ///< number of contexts of an SM
  std::uint32_t buffer_entries = 0;   ///< number of instructions fetched ahead for an entity
  std::uint64_t own_cache_bytes = 0;  ///< bytes of a lane group's L0 instruction cache
};

class Organisation {
 public:
  static constexpr std::string_view kKind = "organisation";
  static constexpr std::string_view kDecides = "how the threads of warps lie on the lanes";
  /// The policy of a machine that names no organisation.
  static constexpr std::string_view kDefault = "spatial";

  virtual ~Organisation() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Returns the parameters that nothing reads with the present values. Commands refuse them.
  virtual std::vector<UnreadParameters> unread_parameters() const { return {}; }
  /// Returns the shape of an SM with this number of schedulers. All SMs have the same shape. Throws
  /// Error if parameters contradict each other.
  virtual Shape shape(std::uint32_t schedulers) const = 0;
  /// Called once, after shape() and before all other functions. Throws Error if the organisation
  /// cannot serve this SM.
  virtual void attach(const model::SmView& sm, const Shape& shape) = 0;

  /// Called if Shape::narrows. Returns at least one of `candidates` (never empty). The slot's
  /// scheduler picks among the returned entities in this cycle.
  virtual model::EntityMask narrow(unsigned /*slot*/, const model::EntityMask& candidates) {
    return candidates;
  }
  virtual void issued(unsigned /*slot*/, unsigned /*entity*/) {}

  /// Called if Shape::places, for the parts of a block in order. Returns the lane group for the
  /// part; this group must have room for the part. Returns nothing if the block must not start now.
  /// The answer must depend only on the arguments, because the dispatcher calls another object of
  /// the organisation, which is not attached to an SM.
  virtual std::optional<unsigned> place(const PartToPlace& /*part*/,
                                        std::span<const model::LaneShare> /*lanes*/) const {
    return std::nullopt;
  }

  /// Returns the hardware structures that an SM needs for this organisation, in addition to those
  /// of an SM with whole warps.
  virtual std::vector<StorageItem> storage(const FrontEndSizes&) const { return {}; }
  virtual PublishedStorage published_storage() const { return {}; }
};

}  // namespace heddle::policy
