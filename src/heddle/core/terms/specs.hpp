// The parameters of an SM. Each is declared by the unit that it describes.
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
  std::uint32_t lanes = 32;  ///< threads that enter a pipeline in a cycle
  /// Instructions that collect operands or wait for a pipeline after their issue; 0: they issue
  /// only if a pipeline is free.
  std::uint32_t collectors = 0;

  void describe(ParameterVisitor& visit);
  std::uint32_t passes() const {
    return (kWarpSize + lanes - 1) / lanes;
  }  ///< cycles in which a warp enters
};

/// How instructions of one class are executed.
struct OpTiming {
  UnitKind unit = UnitKind::sp;
  std::uint32_t latency = 4;     ///< cycles from issue until a dependent instruction may issue
  std::uint32_t initiation = 1;  ///< cycles between two passes into a pipeline

  void describe(ParameterVisitor& visit);
};

/// The unit and the timing of each class of instructions.
struct ExecutionSpec {
  std::array<UnitSpec, kUnitKinds> units;
  std::array<OpTiming, isa::kOpClasses> operations;

  ExecutionSpec();
  void describe(ParameterVisitor& visit);
  const OpTiming& timing(isa::OpClass op_class) const {
    return operations[static_cast<std::size_t>(op_class)];
  }
};

/// How instructions are fetched.
struct FetchSpec {
  std::uint32_t per_cycle = 0;      ///< fetches of a front end in a cycle; 0: no limit
  std::uint32_t instructions = 16;  ///< instructions of a fetch, all in one line
  std::uint32_t latency = 1;        ///< cycles from a fetch to the issue of its first instruction
  std::uint32_t instruction_bytes = 8;
  std::uint32_t cache_bytes = 0;  ///< size of the instruction cache; 0: it holds everything
  std::uint32_t line_bytes = 128;
  std::uint32_t associativity = 4;
  /// Replacement policy of the instruction caches.
  std::string replacement{policy::Replacement::kDefault};
  /// Size of a front end's L0, which needs no fetch port; 0: no L0.
  std::uint32_t own_cache_bytes = 0;
  std::uint32_t own_line_bytes = 128;  ///< line size of the L0, at most `line_bytes`
  /// Ports of the instruction cache, for all front ends that refill ahead; 0: no limit.
  std::uint32_t ports = 0;
  /// Instructions that a warp's buffer holds. Each is fetched by itself as soon as there is room;
  /// 0: the buffer holds the instructions of one fetch, and is refilled when it is empty.
  std::uint32_t buffer_entries = 0;

  void describe(ParameterVisitor& visit);
};

/// When a warp may issue.
enum class IssueDiscipline : std::uint8_t {
  scoreboard,     ///< when no register of its next instruction is pending
  one_at_a_time,  ///< when the entity has nothing in flight
};

enum class WriteHit : std::uint8_t { evict, update };
enum class LocalWrite : std::uint8_t { through, back };
enum class Allocation : std::uint8_t { on_miss, on_fill };

/// The data cache of an SM.
struct L1Spec : memory::CacheSpec {
  Allocation allocation = Allocation::on_miss;
  LocalWrite local_write = LocalWrite::through;
  bool write_allocate = false;     ///< a global store allocates its line
  std::uint32_t miss_latency = 0;  ///< cycles from the access until its request leaves

  void describe(ParameterVisitor& visit);
};

/// A read-only cache of an SM.
struct ReadOnlyCacheSpec : memory::CacheSpec {
  bool enabled = false;

  void describe(ParameterVisitor& visit);
};

/// The load-store unit, and the memories that it accesses inside the SM.
struct LoadStoreSpec {
  std::uint32_t queue_entries = 4;  ///< issued instructions that need more work
  std::uint32_t shared_latency = 20;
  std::uint32_t shared_banks = 32;
  std::uint32_t constant_latency = 8;
  std::uint32_t injection_queue = 8;  ///< packets that may wait for a place in the interconnect
  WriteHit write_hit = WriteHit::evict;
  bool cache_global_loads = true;
  bool tenant_queues = false;  ///< each tenant has a queue of `queue_entries`
  /// Waiting misses of a tenant, if tenants have miss queues.
  std::uint32_t tenant_miss_queue = 32;

  void describe(ParameterVisitor& visit);
};

inline constexpr unsigned kMostSchedulers = 8;

struct SmSpec {
  std::uint32_t count = 15;
  std::uint32_t warps = 48;
  std::uint32_t blocks = 8;
  std::uint32_t threads = 1536;
  std::uint32_t registers = 32768;
  std::uint32_t register_unit = 64;  ///< a warp gets registers in multiples of this number
  std::uint32_t shared_bytes = 48 * 1024;
  std::uint32_t shared_unit = 128;
  std::uint32_t schedulers = 2;
  std::uint32_t register_banks = 16;
  /// Results of pipelines that are written in a cycle; 0: no limit.
  std::uint32_t result_buses = 0;
  std::uint32_t issue_width = 1;  ///< instructions of one warp that a scheduler issues in a cycle
  bool issue_to_different_units = false;  ///< instructions of one cycle go to different units
  IssueDiscipline issue_discipline = IssueDiscipline::scoreboard;
  std::uint32_t barrier_latency =
      4;  ///< cycles from the last arrival at a barrier to the next instruction
  std::uint32_t branch_latency = 4;  ///< cycles from a branch to the next instruction of its warp

  void describe(ParameterVisitor& visit);
};

/// Priority of the memory requests of contexts, compared with those of warps.
enum class ContextPriority : std::uint8_t { same, low };

/// The costs of saving and restoring the context of a block.
struct ContextSwitchSpec {
  /// Bytes of an entry of a reconvergence stack: two pcs and a mask.
  std::uint32_t stack_entry_bytes = 12;
  std::uint32_t predicate_bytes = 4;  ///< bytes of all predicates of a warp
  /// Bytes of a warp's patterns, which describe how its registers are compressed.
  std::uint32_t pattern_bytes = 16;
  std::uint32_t latency = 2;  ///< cycles from the arrival of a register's data until it is restored
  std::uint32_t interval = 0;  ///< least number of cycles from one segment to the next
  std::uint32_t loads = 32;    ///< segments that an SM may request before they are written
  ContextPriority priority = ContextPriority::same;
  /// Cycles after which a context's request counts as demand; 0: no limit.
  std::uint32_t age_limit = 0;

  void describe(ParameterVisitor& visit);
};

/// The configuration of an SM.
struct SmConfiguration {
  SmSpec sm;
  ExecutionSpec execution;
  FetchSpec fetch;
  LoadStoreSpec load_store;
  L1Spec l1;
  ReadOnlyCacheSpec constant_cache, texture_cache;
  memory::InterconnectSpec interconnect;
  ContextSwitchSpec context_switch = {};
  policy::ContextLimits limits = {};  ///< numbers of contexts that the residency policy holds
  /// Replacement policies of its caches.
  policy::Replacements replacements = policy::Replacements();
  double core_mhz = 700;
  double memory_share = 16;  ///< the SM's share of DRAM's peak bandwidth, in bytes per cycle
};

}  // namespace heddle::core
