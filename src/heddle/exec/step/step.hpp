// Executes one instruction of a warp: computes values, updates the reconvergence stack, and reports
// the effects. From the report the caller models the instruction's time, makes the warp wait at a
// barrier, or sends an atomic to the memory partition that performs it. If threads of several warps
// issue together, the caller executes a slice of each warp, and records where the threads continue.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/exec/paths/path_outcome.hpp"
#include "heddle/exec/step/access.hpp"
#include "heddle/exec/step/bulk_transfer.hpp"
#include "heddle/exec/step/warp.hpp"

namespace heddle::exec {

class StoreLog;

enum class StepKind : std::uint8_t {
  plain,      ///< computes values only, or branches or calls
  memory,     ///< load, store or texture read: see `access`; loaded values are in the registers
  atomic,     ///< atomic: see `access`; a deferred atomic has not been performed yet
  barrier,    ///< the lanes have arrived, and their pc is already behind the barrier; the caller
              ///< makes the warp wait
  warp_sync,  ///< bar.warp.sync, which has no effect on a warp in lockstep
  fence,
  copy,          ///< asynchronous copy: see `access` and `copied_to`; the copied values are already
                 ///< in shared memory
  copy_commit,   ///< the lanes' copies so far are a group
  copy_arrival,  ///< the lanes arrive on barriers in shared memory, at the offsets in `copied_to`,
                 ///< when their copies so far are complete; with defer_atomics they have not
                 ///< arrived
  bulk,          ///< bulk copy or asynchronous store: see `bulk`; the values are already in place
  bulk_commit,   ///< the lanes' bulk copies so far are a group
  cluster_arrive,  ///< the lanes have arrived on the barrier of their cluster
  cluster_wait,    ///< the caller makes the warp wait until its cluster's barrier does not hold it
  system,          ///< call of a host service; the caller decides when to run `perform_system_call`
  exit,            ///< some or all lanes ended
};

enum class BarrierKind : std::uint8_t { sync, arrive, reduce_popc, reduce_and, reduce_or };

struct BarrierArrival {
  BarrierKind kind = BarrierKind::sync;
  std::uint32_t id = 0;       ///< number of the barrier, 0 to 15
  std::uint32_t threads = 0;  ///< number of threads expected, a multiple of the warp size; 0: all
                              ///< threads of the block
  LaneMask votes = 0;         ///< lanes whose predicate is true, for reductions
  LaneMask lanes = 0;         ///< lanes that arrive
};

struct Step {
  StepKind kind = StepKind::plain;
  bool diverged = false;
  bool wrote = false;          ///< stored to memory, or performed an atomic that changed it
  PartMask parts = 1;          ///< parts of the warp that were stepped
  Pc pc = 0;                   ///< pc of the executed instruction
  LaneMask active = 0;         ///< lanes of these parts that are at the instruction
  LaneMask executed = 0;       ///< lanes whose guard is true
  std::uint32_t row_base = 0;  ///< start of the frame's register window
  BarrierArrival barrier;
  BulkTransfer bulk;       ///< valid for StepKind::bulk
  MemoryAccess access;     ///< the access to memory; valid for StepKind::memory, atomic and copy
  MemoryAccess copied_to;  ///< accesses to shared memory, valid for StepKind::copy and copy_arrival
  /// Where the lanes continue. After `execute`, always valid. After `step`, valid only for
  /// instructions that can have an outcome other than the next instruction.
  PathOutcome outcome;
};

/// Lanes of a warp that execute one instruction of one frame. The warp's stacks do not matter.
struct Slice {
  Warp* warp = nullptr;
  LaneMask lanes = 0;  ///< the lanes that execute; not empty
  StackEntry frame;    ///< its lanes are not used
};

/// Data outside the warp's block that the step reads and writes.
struct StepEnvironment {
  StoreLog* log = nullptr;  ///< stores to global memory go to this log, and loads look in the log
                            ///< first; null: stores go straight to the image
  bool defer_atomics = false;  ///< atomics on global memory are captured, not performed; atomics on
                               ///< shared memory are always performed at once
  bool among_threads = false;  ///< other host threads execute blocks of the grid at the same time;
                               ///< reductions on global memory are atomic on the host as well
  Cycle clock = 0;             ///< value of %clock
  std::uint64_t first_nanosecond = 0;  ///< value of %globaltimer at clock 0
  double nanoseconds_per_clock = 1.0;  ///< advance of %globaltimer for each cycle of %clock
  std::uint64_t nanoseconds() const {
    return first_nanosecond +
           static_cast<std::uint64_t>(static_cast<double>(clock) * nanoseconds_per_clock);
  }
};

/// Executes the instruction at the top of the parts' stacks, which are at one pc of one frame. The
/// caller reuses `result` from step to step. Throws ExecutionFault (fault.hpp) for actions that a
/// GPU refuses.
void step(Warp& warp, const StepEnvironment& environment, Step& result, PartMask parts = 1);
/// Like `step`, by a code path that is shorter for several parts and longer for one part.
void step_gang(Warp& warp, const StepEnvironment& environment, Step& result, PartMask parts);

/// Executes the instruction of the slice. Changes no stack.
void execute(const Slice& slice, const StepEnvironment& environment, Step& result);

/// A deferred atomic, or the part of it that one memory partition performs. A request is plain data
/// and may outlive the path that the warp is on.
struct AtomicRequest {
  const isa::Instruction* instruction = nullptr;
  LaneMask lanes = 0;
  alignas(64) std::array<Addr, kWarpSize> address{};
  std::array<std::uint64_t, kWarpSize> operand{}, compare{};
  std::uint32_t row_base = 0;  ///< start of the register window to which the old value is written
};

/// Adds the lanes of a deferred atomic that was just stepped (result.kind == atomic) to the
/// request. The request has no lanes yet, or other lanes of this instruction in this frame.
void capture_atomic(const Warp& warp, const Step& step, AtomicRequest& request);

/// Performs `lanes` of the request on the image, in lane order. The old values replace the values
/// in `request.operand`. Returns the lanes that changed the stored value.
LaneMask perform_atomic(MemoryImage& image, AtomicRequest& request, LaneMask lanes);

/// Writes the old values of `lanes` to the warp's destination registers. Reductions (red) have no
/// such registers.
void complete_atomic(Warp& warp, const AtomicRequest& request, LaneMask lanes);

/// Lets the lanes arrive on barriers in the block's shared memory, whose offsets are those of the
/// step with StepKind::copy_arrival. Throws Error if no arrival is expected.
void arrive_after_copies(Block& block, LaneMask lanes,
                         const std::array<std::uint32_t, kWarpSize>& offsets);

/// Writes the result of a barrier reduction to the destination of the instruction at `pc`.
void complete_barrier(Warp& warp, Pc pc, LaneMask lanes, std::uint32_t value);
/// Like the function above, but the registers are those of the slice's frame.
void complete_barrier(const Slice& slice, Pc pc, std::uint32_t value);

}  // namespace heddle::exec
