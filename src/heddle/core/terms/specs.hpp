// The parameters of an SM, in a spec for each unit. `describe` states the unit, the bounds and the
// meaning of each parameter (specs.cpp; `heddle list parameters` prints them).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "heddle/base/parameter.hpp"
#include "heddle/base/types.hpp"
#include "heddle/isa/matrix/forms.hpp"
#include "heddle/isa/terms/op.hpp"
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
  std::uint32_t lanes = 32;
  std::uint32_t collectors = 0;

  void describe(ParameterVisitor& visit);
  /// Cycles that a warp takes to enter a pipeline.
  std::uint32_t passes() const { return (kWarpSize + lanes - 1) / lanes; }
};

/// The unit and the timing of the instructions of one class.
struct OpTiming {
  UnitKind unit = UnitKind::sp;
  std::uint32_t latency = 4;
  std::uint32_t initiation = 1;

  void describe(ParameterVisitor& visit);
};

/// By type of elements: the multiply-adds of a pipeline of the matrix unit in a cycle. 0: the unit
/// does not multiply such elements.
using MatrixRates = std::array<std::uint32_t, isa::kMatrixElements>;

/// The unit and the timing of each class of instructions.
struct ExecutionSpec {
  std::array<UnitSpec, kUnitKinds> units;
  std::array<OpTiming, isa::kOpClasses> operations;
  MatrixRates matrix_rates{};

  ExecutionSpec();
  void describe(ParameterVisitor& visit);
  const OpTiming& timing(isa::OpClass op_class) const {
    return operations[static_cast<std::size_t>(op_class)];
  }
  /// Returns the multiply-adds of a pipeline of the matrix unit in a cycle; 0: the machine does not
  /// multiply such elements.
  std::uint32_t matrix_rate(isa::MatrixElements elements) const {
    const bool has_unit = units[static_cast<std::size_t>(UnitKind::matrix)].count != 0;
    return has_unit ? matrix_rates[static_cast<std::size_t>(elements)] : 0;
  }
};

/// How instructions are fetched.
struct FetchSpec {
  std::uint32_t per_cycle = 0;
  std::uint32_t instructions = 16;
  std::uint32_t latency = 1;
  std::uint32_t instruction_bytes = 8;
  std::uint32_t cache_bytes = 0;
  std::uint32_t line_bytes = 128;
  std::uint32_t associativity = 4;
  std::string replacement{policy::Replacement::kDefault};
  std::uint32_t own_cache_bytes = 0;
  std::uint32_t own_line_bytes = 128;
  std::uint32_t ports = 0;
  std::uint32_t buffer_entries = 0;

  void describe(ParameterVisitor& visit);
};

/// When a warp may issue.
enum class IssueDiscipline : std::uint8_t {
  scoreboard,     ///< when no register of its next instruction is pending
  one_at_a_time,  ///< when the entity has nothing in flight
};

/// Which of an SM's slots chooses first in a cycle. A slot belongs to a warp scheduler or a lane
/// group.
enum class IssueTurnRule : std::uint8_t {
  by_grant,   ///< for each unit, the slot after the one that the unit served last
  by_cycle,   ///< each slot for one cycle, in turn
  by_number,  ///< always slot 0
};

enum class WriteHit : std::uint8_t { evict, update };
enum class LocalWrite : std::uint8_t { through, back };
enum class Allocation : std::uint8_t { on_miss, on_fill };

/// The data cache of an SM.
struct L1Spec : memory::CacheSpec {
  Allocation allocation = Allocation::on_miss;
  LocalWrite local_write = LocalWrite::through;
  bool write_allocate = false;
  std::uint32_t miss_latency = 0;
  std::uint32_t lines_per_cycle = 1;

  void describe(ParameterVisitor& visit);
};

/// A read-only cache of an SM.
struct ReadOnlyCacheSpec : memory::CacheSpec {
  bool enabled = false;

  void describe(ParameterVisitor& visit);
};

/// The load-store unit, and the memories that it accesses inside the SM.
struct LoadStoreSpec {
  std::uint32_t queue_entries = 4;
  std::uint32_t shared_latency = 20;
  std::uint32_t shared_banks = 32;
  std::uint32_t shared_atomic_cycles = 0;
  std::uint32_t constant_latency = 8;
  std::uint32_t injection_queue = 8;
  WriteHit write_hit = WriteHit::evict;
  bool cache_global_loads = true;
  bool tenant_queues = false;
  std::uint32_t tenant_miss_queue = 32;

  void describe(ParameterVisitor& visit);
};

inline constexpr unsigned kMostSchedulers = 8;

/// How the diverged lanes of a warp take turns. `stack`: a path runs until it ends. `independent`:
/// a path also gives way to others, so that each lane makes progress.
enum class ThreadScheduling : std::uint8_t { stack, independent };

struct SmSpec {
  std::uint32_t count = 15;
  std::uint32_t warps = 48;
  std::uint32_t blocks = 8;
  std::uint32_t threads = 1536;
  std::uint32_t registers = 32768;
  std::uint32_t register_unit = 64;
  std::uint32_t shared_bytes = 48 * 1024;
  std::uint32_t shared_unit = 128;
  std::string shared_sizes = "single";  ///< as SharedSizes reads it
  std::uint32_t schedulers = 2;
  std::uint32_t register_banks = 16;
  std::uint32_t result_buses = 0;
  std::uint32_t issue_width = 1;
  bool issue_to_different_units = false;
  IssueDiscipline issue_discipline = IssueDiscipline::scoreboard;
  IssueTurnRule issue_turns = IssueTurnRule::by_grant;
  std::uint32_t barrier_latency = 4;
  std::uint32_t branch_latency = 4;
  ThreadScheduling thread_scheduling = ThreadScheduling::stack;
  std::uint32_t yield_after = 4;

  void describe(ParameterVisitor& visit);
};

/// Priority of the memory requests of contexts, compared with those of warps. `alternate`: like
/// `same`, but the load-store unit and the context engine take turns at the SM's port.
enum class ContextPriority : std::uint8_t { same, low, alternate };

/// The costs of saving and restoring the context of a block.
struct ContextSwitchSpec {
  std::uint32_t stack_entry_bytes = 12;
  std::uint32_t predicate_bytes = 4;
  std::uint32_t pattern_bytes = 16;
  std::uint32_t latency = 2;
  std::uint32_t interval = 0;
  std::uint32_t loads = 32;
  ContextPriority priority = ContextPriority::same;
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
  memory::IdealSpec ideal = {};
  /// The largest numbers of contexts that the residency policy keeps.
  policy::ContextLimits limits = {};
  policy::Replacements replacements = policy::Replacements();  ///< replacement policies of the SM's
                                                               ///< caches
  double core_mhz = 700;
  double memory_share = 16;  ///< the SM's share of DRAM's peak bandwidth, in bytes per core cycle
};

}  // namespace heddle::core
