// A launched kernel: the program with its constants filled in, the launch's shape, and the memory
// and textures that its threads reach.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/exec/step/meeting_notes.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::exec {

class MemoryImage;
struct ClusterTable;
class TextureTable;
struct ExecutableProgram;

/// 32 copies of a word. Constants have this form, so that every operand is a pointer to the values
/// of 32 lanes.
struct alignas(128) Row {
  std::uint32_t lane[kWarpSize];
};

/// The program prefers no size of shared memory.
inline constexpr std::uint32_t kNoPreference = ~std::uint32_t{0};
inline constexpr std::uint32_t kDefaultStackBytes = 64 * 1024;  ///< stack size of a thread in bytes

/// The launch data that `make_grid` needs.
struct LaunchShape {
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint64_t grid_id = 0;
  std::uint32_t sm_count = 0, warps_per_sm = 0;  ///< values of %nsmid and %nwarpid
  /// Size in bytes of a thread's stack for recursion and for calls through pointers. The stack
  /// contains frames in local memory, and four bytes for each register of a frame.
  std::uint32_t stack_bytes = kDefaultStackBytes;
  /// The blocks may wait for each other, so all must be resident at once.
  bool cooperative = false;
  /// Blocks of a cluster, in each direction. The blocks of a cluster are resident at the same time.
  Dim3 cluster{};
  bool names_cluster = false;  ///< the launch or the kernel says how large clusters are
  std::int32_t priority = 0;   ///< a smaller number is more urgent
  /// Number of kernels that launched each other down to this one. 0: the host launched the grid.
  std::uint32_t depth = 0;
  /// Kernel slots that must stay free while the grid runs, for the grids for which its threads may
  /// wait. Without these slots parents could occupy all slots, and wait for ever.
  std::uint32_t kept_slots = 0;
  /// If programs share the GPU: the number of the grid's tenant, less than model::kKernelSlots. A
  /// tenant runs one grid at a time, always in the kernel slot with the tenant's number.
  std::optional<std::uint8_t> tenant = {};
  /// Bytes of shared memory of an SM that the program prefers, or kNoPreference. Only machines
  /// whose kernels choose the size heed it.
  std::uint32_t preferred_shared = kNoPreference;
  /// The most bytes of shared memory that a block can have. Blocks reach all of them if pages are
  /// checked (MemoryCheck::page).
  std::uint32_t most_shared_bytes = 0;
  /// Turns of a loop after which a path gives way to paths that wait. 0: a path gives way only at
  /// its end, and warp-wide instructions execute with the lanes that are at them.
  std::uint32_t yield_after = 0;

  bool has_clusters() const { return cluster.volume() != 1; }
};

struct Grid {
  std::shared_ptr<const isa::Program> program;
  std::shared_ptr<const ExecutableProgram>
      executable;  ///< functions of the operations, one for each instruction
  LaunchShape shape;
  std::vector<Row> constants;            ///< the rows of Program::constants with their values
  std::vector<std::uint8_t> parameters;  ///< bytes of the kernel's parameters, for loads from
                                         ///< parameter space at computed addresses
  MemoryImage* memory = nullptr;
  /// If programs share the GPU, each program has an address range of its own in the timing model.
  /// The SM adds this base to the addresses of the grid's accesses to global and constant memory
  /// before the accesses reach caches and memory. The base is a multiple of each cache's line.
  /// Computed values do not change.
  Addr base = 0;
  const TextureTable* textures = nullptr;
  std::shared_ptr<MeetingNotes> notes = std::make_shared<MeetingNotes>();
  std::shared_ptr<ClusterTable> clusters;  ///< null: the grid has no clusters

  std::uint32_t threads_per_block() const {
    return static_cast<std::uint32_t>(shape.block.volume());
  }
  std::uint32_t warps_per_block() const {
    return (threads_per_block() + kWarpSize - 1) / kWarpSize;
  }
  /// Whether each thread is scheduled by itself, so that diverged lanes of a warp make progress.
  bool has_independent_threads() const { return shape.yield_after != 0; }
  std::uint64_t blocks() const { return shape.grid.volume(); }
  std::uint32_t shared_bytes() const { return program->shared_bytes + shape.dynamic_shared_bytes; }
  /// Bytes of shared memory that accesses may reach. Those beyond shared_bytes() belong to the
  /// block alone, and are zero at its start.
  std::uint32_t reachable_shared_bytes() const;
};

/// Binds a program's instructions to the functions that execute them, once for all launches. Throws
/// SourceError for an instruction that cannot be executed.
std::shared_ptr<const ExecutableProgram> make_executable(const isa::Program& program);

/// Fills in a program's constants. `symbols[i]` is the address of module variable i. `executable`
/// is the result of `make_executable` for the program; if null, make_grid calls make_executable
/// itself. Throws Error if the parameters have fewer bytes than the program declares.
Grid make_grid(std::shared_ptr<const isa::Program> program, const LaunchShape& shape,
               std::span<const std::uint8_t> parameters, std::span<const Addr> symbols,
               MemoryImage& memory, const TextureTable& textures,
               std::shared_ptr<const ExecutableProgram> executable = nullptr);

}  // namespace heddle::exec
