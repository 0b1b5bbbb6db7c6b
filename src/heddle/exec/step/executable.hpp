// A program made ready to run, once for all its launches: every instruction with the function that
// executes it, and its operands as offsets from the bases that a warp has.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/ops/operation.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::exec {

struct StepContext;
struct ExecutableInstruction;
struct Transfers;

/// Executes an instruction that reaches beyond registers and predicates.
using Handler = void (*)(StepContext&);

struct HandlerBinding {
  isa::Op op;
  Handler handler;
  bool moves_stack =
      false;  ///< the handler says where the lanes go on; else at the next instruction
  /// Notes what the handler needs; throws Error for modifiers that it does not implement.
  void (*prepare)(const isa::Instruction&, ExecutableInstruction&) = nullptr;
};

/// Rows of the handlers' table, a family a file.
std::span<const HandlerBinding> control_handlers();
std::span<const HandlerBinding> special_register_handlers();
std::span<const HandlerBinding> barrier_handlers();
std::span<const HandlerBinding> load_store_handlers();
std::span<const HandlerBinding> atomic_handlers();
std::span<const HandlerBinding> exchange_handlers();
std::span<const HandlerBinding> vote_handlers();
std::span<const HandlerBinding> space_handlers();
std::span<const HandlerBinding> texture_handlers();
std::span<const HandlerBinding> system_handlers();

/// Null: no handler executes the operation.
const HandlerBinding* find_handler(isa::Op op);

/// Where a row operand lies: bytes from one of two bases.
struct RowSlot {
  std::uint32_t offset = 0;
  std::uint32_t base = 0;  ///< 0 the frame's rows, 1 the grid's constants
};

struct ExecutableInstruction {
  OperationFunction function = nullptr;  ///< computes values only; else `handler` executes it
  Handler handler = nullptr;
  const isa::Instruction* instruction = nullptr;
  RowSlot destination;            ///< first destination, if it is a row
  std::array<RowSlot, 3> source;  ///< first sources, where they are rows
  bool other_operands = false;    ///< has predicates, or more rows than these
  bool moves_stack = false;
  bool unguarded = true;   ///< executes for all active lanes: no guard, or the handler looks at it
  bool only_rows = false;  ///< `function` needs no predicate and no operands but these
  const Transfers* transfers = nullptr;  ///< of loads and stores
  mutable RangeHint range{0};            ///< of its last access to global memory
};

struct ScalarCheck;

struct ExecutableProgram {
  /// Throws Error naming the line for an instruction that cannot be executed.
  explicit ExecutableProgram(const isa::Program& program);
  ~ExecutableProgram();

  /// One an instruction, and one past the end that reports running off the code.
  std::unique_ptr<ExecutableInstruction[]> code;
  std::uint32_t frame_slack =
      0;  ///< rows of the largest function: what a caller may write past its own
  std::unique_ptr<ScalarCheck> scalar_check;  ///< null: nobody checks (scalar_check.hpp)
};

}  // namespace heddle::exec
