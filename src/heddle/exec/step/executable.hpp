// A program made ready to run, once for all launches: each instruction with the function that
// executes it, and with its operands as offsets from base addresses of a warp.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/ops/operation.hpp"
#include "heddle/exec/step/gate.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::exec {

struct StepContext;
struct ExecutableInstruction;
struct Transfers;

/// Executes an instruction with effects beyond registers and predicates.
using Handler = void (*)(StepContext&);

struct HandlerBinding {
  isa::Op op;
  Handler handler;
  bool moves_stack = false;  ///< the handler says where the lanes continue; false: they continue at
                             ///< the next instruction
  /// Prepares the data that the handler needs. Throws Error for modifiers that are not implemented.
  void (*prepare)(const isa::Instruction&, ExecutableInstruction&) = nullptr;
};

/// Each of these functions returns the handlers of one family of operations.
std::span<const HandlerBinding> control_handlers();
std::span<const HandlerBinding> special_register_handlers();
std::span<const HandlerBinding> barrier_handlers();
std::span<const HandlerBinding> load_store_handlers();
std::span<const HandlerBinding> atomic_handlers();
std::span<const HandlerBinding> exchange_handlers();
std::span<const HandlerBinding> vote_handlers();
std::span<const HandlerBinding> video_handlers();
std::span<const HandlerBinding> space_handlers();
std::span<const HandlerBinding> texture_handlers();
std::span<const HandlerBinding> system_handlers();
std::span<const HandlerBinding> matrix_handlers();
std::span<const HandlerBinding> matrix_access_handlers();
std::span<const HandlerBinding> async_copy_handlers();
std::span<const HandlerBinding> mbarrier_handlers();
std::span<const HandlerBinding> cluster_handlers();
std::span<const HandlerBinding> bulk_handlers();
std::span<const HandlerBinding> tensor_handlers();
std::span<const HandlerBinding> tensor_map_handlers();
std::span<const HandlerBinding> async_store_handlers();
std::span<const HandlerBinding> warpgroup_handlers();

/// Returns the handler of the operation, or null if no handler executes the operation.
const HandlerBinding* find_handler(isa::Op op);

/// The place of a row operand: an offset in bytes from one of two base addresses.
struct RowSlot {
  std::uint32_t offset = 0;
  std::uint32_t base = 0;  ///< 0: the frame's rows, 1: the grid's constants
};

struct ExecutableInstruction {
  OperationFunction function = nullptr;  ///< for an instruction that computes values only; null:
                                         ///< `handler` executes the instruction
  Handler handler = nullptr;
  const isa::Instruction* instruction = nullptr;
  RowSlot destination;            ///< first destination, if it is a row
  std::array<RowSlot, 3> source;  ///< first sources, where they are rows
  /// The instruction has predicates, or more rows than `destination` and `source`.
  bool other_operands = false;
  bool moves_stack = false;
  /// The handler sets Step::outcome: it moves the stack, or the instruction has a gate.
  bool has_outcome = false;
  bool unguarded = true;   ///< executes for all active lanes: no guard, or the handler evaluates it
  bool only_rows = false;  ///< `function` needs only `destination` and `source`, and no predicate
  /// A branch back in a loop that may wait for other lanes of the warp.
  bool may_spin = false;
  const Transfers* transfers = nullptr;  ///< functions that move the values of a load or store
  mutable RangeHint range{0};            ///< range of the last access to global memory
};

struct ScalarCheck;

struct ExecutableProgram {
  /// Throws Error for an instruction that cannot be executed. The message names the line.
  explicit ExecutableProgram(const isa::Program& program);
  ~ExecutableProgram();

  /// One element for each instruction, and one more that reports a warp which runs past the end of
  /// the code.
  std::unique_ptr<ExecutableInstruction[]> code;
  std::uint32_t frame_slack =
      0;  ///< rows of the largest function: a caller may write so many rows beyond its own frame
  bool has_cluster_barrier = false;  ///< the program has the barrier of clusters
  bool reduces_in_bulk = false;      ///< the program has bulk reductions in global memory
  /// Null: the program has no checks (scalar_check.hpp).
  std::unique_ptr<ScalarCheck> scalar_check;
};

}  // namespace heddle::exec
