// Executes one instruction of a warp: computes values, moves the stack, and says what happened, so
// that the caller can model its time, hold the warp at a barrier, or carry an atomic to where it is
// performed. Where threads of several warps issue together, who does that executes a slice of each
// warp and moves the threads as the outcomes say.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/exec/paths/path_outcome.hpp"
#include "heddle/exec/step/access.hpp"
#include "heddle/exec/step/warp.hpp"

namespace heddle::exec {

class StoreLog;

enum class StepKind : std::uint8_t {
  plain,    ///< values only, branches and calls too
  memory,   ///< a load, store or texture read: `access` says where; loaded values are in the
            ///< registers already
  atomic,   ///< `access` says where; with deferred atomics nothing has been performed yet
  barrier,  ///< the lanes have arrived; the caller decides when the warp goes on (its pc is already
            ///< past it)
  warp_sync,  ///< bar.warp.sync: on a lockstep warp nothing is left to do
  fence,
  system,  ///< a call of the host's services; the caller has `perform_system_call` run, in an order
           ///< that it chooses
  exit,    ///< some or all lanes ended
};

enum class BarrierKind : std::uint8_t { sync, arrive, reduce_popc, reduce_and, reduce_or };

struct BarrierArrival {
  BarrierKind kind = BarrierKind::sync;
  std::uint32_t id = 0;       ///< 0 to 15
  std::uint32_t threads = 0;  ///< expected, a multiple of the warp size; 0: all of the block
  LaneMask votes = 0;         ///< lanes whose predicate is true, for the reductions
  LaneMask lanes = 0;         ///< that arrive
};

struct Step {
  StepKind kind = StepKind::plain;
  bool diverged = false;
  bool wrote = false;          ///< stored to memory, or performed an atomic that changed it
  PartMask parts = 1;          ///< of the warp, that were stepped
  Pc pc = 0;                   ///< of the instruction executed
  LaneMask active = 0;         ///< the parts' lanes that are at the instruction
  LaneMask executed = 0;       ///< those whose guard holds
  std::uint32_t row_base = 0;  ///< of their frame
  BarrierArrival barrier;
  MemoryAccess access;  ///< valid for memory and atomic
  /// Where the lanes go on. After `step` valid only for the instructions that may say more than
  /// "at the next instruction"; after `execute` always.
  PathOutcome outcome;
};

/// Lanes of a warp that are at one instruction of one frame, wherever the warp's stacks are.
struct Slice {
  Warp* warp = nullptr;
  LaneMask lanes = 0;  ///< not empty
  StackEntry frame;    ///< of its lanes nothing is read
};

/// What the step reads and writes outside the warp's block.
struct StepEnvironment {
  StoreLog* log = nullptr;  ///< stores to global memory go here and loads see it first; null:
                            ///< straight to the image
  bool defer_atomics =
      false;        ///< on global memory; those on shared memory are always performed at once
  Cycle clock = 0;  ///< what %clock reads
  std::uint64_t first_nanosecond = 0;  ///< what %globaltimer reads at clock 0
  double nanoseconds_per_clock = 1.0;  ///< and how fast it goes
  std::uint64_t nanoseconds() const {
    return first_nanosecond +
           static_cast<std::uint64_t>(static_cast<double>(clock) * nanoseconds_per_clock);
  }
};

/// Executes the instruction at the top of the parts' stacks, which are at the same pc of the same
/// frame. `result` is reused from step to step. Throws ExecutionFault (fault.hpp) when the program
/// does what a GPU refuses.
void step(Warp& warp, const StepEnvironment& environment, Step& result, PartMask parts = 1);
/// The same, by a way that is shorter for several parts and longer for one.
void step_gang(Warp& warp, const StepEnvironment& environment, Step& result, PartMask parts);

/// Executes the instruction that the slice is at. Moves no stack.
void execute(const Slice& slice, const StepEnvironment& environment, Step& result);

/// A deferred atomic, or the part of it that one memory partition performs: plain data that may
/// outlive the warp's path.
struct AtomicRequest {
  const isa::Instruction* instruction = nullptr;
  LaneMask lanes = 0;
  alignas(64) std::array<Addr, kWarpSize> address{};
  std::array<std::uint64_t, kWarpSize> operand{}, compare{};
  std::uint32_t row_base = 0;  ///< window that the old value is written to
};

/// Adds the lanes of a deferred atomic just stepped (result.kind == atomic) to the request, which
/// has none so far or others of the same instruction in the same frame.
void capture_atomic(const Warp& warp, const Step& step, AtomicRequest& request);

/// Performs `lanes` of the request on the image in lane order and writes the old values, in place,
/// to `request.operand`. Returns the lanes that changed what is stored.
LaneMask perform_atomic(MemoryImage& image, AtomicRequest& request, LaneMask lanes);

/// Writes the old values of `lanes` to the warp's destination registers (no-op for reductions).
void complete_atomic(Warp& warp, const AtomicRequest& request, LaneMask lanes);

/// Writes the result of a barrier reduction to the destination of the instruction at `pc`.
void complete_barrier(Warp& warp, Pc pc, LaneMask lanes, std::uint32_t value);
/// The same where the frame of the slice says where the registers are.
void complete_barrier(const Slice& slice, Pc pc, std::uint32_t value);

}  // namespace heddle::exec
