// The parameters of an SM, each declared by the unit that it describes.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "heddle/base/parameter.hpp"
#include "heddle/base/types.hpp"
#include "heddle/isa/op.hpp"
#include "heddle/memory/specs.hpp"
#include "heddle/model/unit_kind.hpp"
#include "heddle/policy/replacement/cache_replacement.hpp"
#include "heddle/policy/residency/exchange.hpp"

namespace heddle::core {

using model::kUnitKinds;
using model::kUnitNames;
using model::UnitKind;

/// The pipelines of one kind.
struct UnitSpec {
  std::uint32_t count = 1;
  std::uint32_t lanes = 32;      ///< threads that enter a pipeline in a cycle
  std::uint32_t collectors = 0;  ///< instructions that collect operands or wait for a pipeline
                                 ///< after issue; 0: they issue only when one is free

  void describe(ParameterVisitor& visit);
  std::uint32_t passes() const {
    return (kWarpSize + lanes - 1) / lanes;
  }  ///< cycles that a warp takes to enter
};

/// How one class of operations is executed.
struct OpTiming {
  UnitKind unit = UnitKind::sp;
  std::uint32_t latency = 4;     ///< cycles from issue until a dependent instruction may issue
  std::uint32_t initiation = 1;  ///< cycles between two passes into a pipeline

  void describe(ParameterVisitor& visit);
};

/// Which unit runs each class of operations, and how fast.
struct ExecutionSpec {
  std::array<UnitSpec, kUnitKinds> units;
  std::array<OpTiming, isa::kOpClasses> operations;

  ExecutionSpec();
  void describe(ParameterVisitor& visit);
  const OpTiming& timing(isa::OpClass op_class) const {
    return operations[static_cast<std::size_t>(op_class)];
  }
};

/// Where instructions come from.
struct FetchSpec {
  std::uint32_t per_cycle = 0;      ///< fetches of a front end in a cycle; 0: without limit
  std::uint32_t instructions = 16;  ///< of a fetch, within one line
  std::uint32_t latency = 1;        ///< cycles from a fetch to the issue of its first instruction
  std::uint32_t instruction_bytes = 8;
  std::uint32_t cache_bytes = 0;  ///< of the instruction cache; 0: it holds everything
  std::uint32_t line_bytes = 128;
  std::uint32_t associativity = 4;
  std::string replacement{policy::Replacement::kDefault};  ///< of the instruction caches
  std::uint32_t own_cache_bytes = 0;   ///< of a front end's L0, which needs no fetch port; 0: none
  std::uint32_t own_line_bytes = 128;  ///< of the L0, at most `line_bytes`
  std::uint32_t ports = 0;  ///< of the instruction cache, for all front ends that refill ahead; 0:
                            ///< without limit
  /// Instructions that a warp's buffer holds, each fetched by itself as soon as there is room; 0:
  /// the buffer holds what one fetch brings, and is refilled when it is empty.
  std::uint32_t buffer_entries = 0;

  void describe(ParameterVisitor& visit);
};

/// When a warp may issue.
enum class IssueDiscipline : std::uint8_t {
  scoreboard,     ///< whenever its next instruction's registers are not waited for
  one_at_a_time,  ///< only with nothing of it in flight
};

enum class WriteHit : std::uint8_t { evict, update };
enum class LocalWrite : std::uint8_t { through, back };
enum class Allocation : std::uint8_t { on_miss, on_fill };

/// The data cache of an SM.
struct L1Spec : memory::CacheSpec {
  Allocation allocation = Allocation::on_miss;
  LocalWrite local_write = LocalWrite::through;
  bool write_allocate = false;     ///< a global store reserves its line
  std::uint32_t miss_latency = 0;  ///< cycles from access to the request's departure

  void describe(ParameterVisitor& visit);
};

/// A cache of an SM that is only read.
struct ReadOnlyCacheSpec : memory::CacheSpec {
  bool enabled = false;

  void describe(ParameterVisitor& visit);
};

/// The load-store unit and what it reaches inside the SM.
struct LoadStoreSpec {
  std::uint32_t queue_entries = 4;  ///< instructions issued and not yet worked off
  std::uint32_t shared_latency = 20;
  std::uint32_t shared_banks = 32;
  std::uint32_t constant_latency = 8;
  std::uint32_t injection_queue = 8;  ///< packets that may wait for a place in the interconnect
  WriteHit write_hit = WriteHit::evict;
  bool cache_global_loads = true;
  bool tenant_queues = false;            ///< a queue for each tenant, each of queue_entries
  std::uint32_t tenant_miss_queue = 32;  ///< misses of a tenant that wait, where these have queues

  void describe(ParameterVisitor& visit);
};

inline constexpr unsigned kMostSchedulers = 8;

struct SmSpec {
  std::uint32_t count = 15;
  std::uint32_t warps = 48;
  std::uint32_t blocks = 8;
  std::uint32_t threads = 1536;
  std::uint32_t registers = 32768;
  std::uint32_t register_unit = 64;  ///< registers are given to a warp in multiples of this
  std::uint32_t shared_bytes = 48 * 1024;
  std::uint32_t shared_unit = 128;
  std::uint32_t schedulers = 2;
  std::uint32_t register_banks = 16;
  std::uint32_t result_buses = 0;  ///< results of pipelines written in a cycle; 0: without limit
  std::uint32_t issue_width = 1;   ///< instructions that a scheduler issues of one warp in a cycle
  bool issue_to_different_units = false;  ///< those of one cycle
  IssueDiscipline issue_discipline = IssueDiscipline::scoreboard;
  std::uint32_t barrier_latency =
      4;  ///< cycles from the last arrival at a barrier to the next instruction
  std::uint32_t branch_latency = 4;  ///< cycles from a branch to the next instruction of its warp

  void describe(ParameterVisitor& visit);
};

/// Of what contexts ask of memory, beside what warps do. `alternate`: as `same`, but the load-store
/// unit and contexts have the SM's port in turn.
enum class ContextPriority : std::uint8_t { same, low, alternate };

/// What it takes to save and restore the context of a block.
struct ContextSwitchSpec {
  std::uint32_t stack_entry_bytes = 12;  ///< of a reconvergence stack: two pcs and a mask
  std::uint32_t predicate_bytes = 4;     ///< of a warp's predicates together
  std::uint32_t pattern_bytes = 16;      ///< of a warp, which say how its registers are compressed
  std::uint32_t latency = 2;             ///< cycles to restore a register from what has come
  std::uint32_t interval = 0;            ///< cycles at least from one segment to the next
  std::uint32_t loads = 32;              ///< segments that an SM asks for before they are written
  ContextPriority priority = ContextPriority::same;
  std::uint32_t age_limit = 0;  ///< cycles; 0: none

  void describe(ParameterVisitor& visit);
};

/// What an SM is built from.
struct SmConfiguration {
  SmSpec sm;
  ExecutionSpec execution;
  FetchSpec fetch;
  LoadStoreSpec load_store;
  L1Spec l1;
  ReadOnlyCacheSpec constant_cache, texture_cache;
  memory::InterconnectSpec interconnect;
  ContextSwitchSpec context_switch = {};
  policy::ContextLimits limits = {};                           ///< what the residency policy holds
  policy::Replacements replacements = policy::Replacements();  ///< of its caches
  double core_mhz = 700;
  double memory_share = 16;  ///< of what DRAM moves at most, bytes a cycle
};

}  // namespace heddle::core
