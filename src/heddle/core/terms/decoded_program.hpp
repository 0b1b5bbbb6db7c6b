// A program in the form that the issue stage uses. Each instruction has its unit, its times, and
// the scoreboard bits that it needs and sets. Each program is decoded once for each machine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "heddle/core/terms/access_form.hpp"
#include "heddle/core/terms/scoreboard.hpp"
#include "heddle/core/terms/specs.hpp"
#include "heddle/exec/sync/meeting.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/policy/organisation/organisation.hpp"

namespace heddle::core {

/// Returns whether scalar registers are words of their own beside the vector registers. This is so
/// in lanes, which address words, and where scalars have a unit and a file of their own. Otherwise
/// each thread keeps a copy of the scalar.
bool has_scalar_file(const ExecutionSpec& execution, const policy::Shape& shape);

struct DecodedInstruction {
  UnitKind unit = UnitKind::control;
  isa::OpClass op_class = isa::OpClass::nop;
  std::uint8_t ptx_instructions = 1;
  bool control_flow = false;  ///< the next instruction must be fetched anew
  /// Instructions are not fetched ahead beyond this one, since the next instruction of the entity
  /// may be at another address, or be needed much later.
  bool ends_fetch = false;
  bool reconverges = false;  ///< diverged paths meet here
  /// The instruction does more than compute: parts that issue it together execute it one after the
  /// other.
  bool steps_by_part = false;
  /// Issues only if no result is pending. Set for calls and returns, since frames share scoreboard
  /// bits.
  bool waits_for_all = false;
  /// A load or store of global memory. It must not overtake an atomic of its warp on the same
  /// bytes.
  bool may_order = false;
  bool waits_for_copies = false;  ///< issues only when asynchronous copies are complete
  exec::LaneDependence lane_dependence = exec::LaneDependence::no;
  /// Before the instruction, an entity may wait for more than registers, because one of the four
  /// members above is set.
  bool waits_for_more = false;
  bool is_point = false;  ///< warps may be stopped and saved before it
  /// After a block has executed it, the block may be unable to start again.
  bool may_offend = false;
  bool l1_load = false;        ///< a load of global or local memory, which the L1 can cache
  bool costs_as_move = false;  ///< a load or store that reaches no memory unit
  bool is_scalar = false;      ///< executes once for the whole warp
  AccessForm form;             ///< form of its memory access
  /// Cycles from the entry of the last pass into the pipeline to the result.
  std::uint16_t latency = 1;
  /// Passes into its pipeline; with threads_per_pass: passes of one group of threads.
  std::uint16_t passes = 1;
  std::uint16_t initiation = 1;    ///< cycles between two passes
  std::uint32_t occupancy = 1;     ///< cycles for which all passes occupy a pipeline
  std::uint32_t last_pass = 0;     ///< cycles from the entry of the first pass to that of the last
  isa::MatrixElements elements{};  ///< only for the matrix unit
  /// Multiply-adds of the whole warp. 0: the instruction does not use the matrix unit.
  std::uint32_t multiply_adds = 0;
  Pc pc = 0;
  Addr address = 0;  ///< address of its code in device memory
  /// `uses`: rows and predicates that the instruction reads or writes; they must not be pending
  /// when it issues. `writes`: those that it writes.
  Dependencies uses, writes;
  /// Register rows that the instruction reads from the register file and rows that it writes,
  /// modulo the number of banks.
  std::span<const std::uint8_t> source_rows, result_rows;
  /// Like above, for scalar registers, each of which is one word of the warp. Filled only where the
  /// machine keeps scalar registers separate.
  std::span<const std::uint8_t> scalar_source_rows, scalar_result_rows;
};

class DecodedProgram {
 public:
  /// `code_base`: address of the program's code in device memory. `instruction_bytes`: size of an
  /// instruction. `free_local`: instructions of local memory cost no more than a move.
  DecodedProgram(const isa::Program& program, const ExecutionSpec& execution,
                 std::uint32_t register_banks, const policy::Shape& shape, Addr code_base,
                 std::uint32_t instruction_bytes, bool free_local = false);
  DecodedProgram(const DecodedProgram&) = delete;
  DecodedProgram& operator=(const DecodedProgram&) = delete;

  const DecodedInstruction& at(Pc pc) const { return instructions_[pc]; }
  /// Whether the program has scalar registers and the machine keeps them separate from the others.
  bool has_scalars() const { return has_scalars_; }
  std::size_t size() const { return instructions_.size(); }

 private:
  /// How many entries of `words_` and `rows_` belong to an instruction.
  struct Extents {
    std::size_t uses = 0, writes = 0;
    std::size_t sources = 0, scalar_sources = 0, results = 0, scalar_results = 0;
  };
  /// Adds the dependencies of the instruction to the last entry of `instructions_`.
  Extents add_dependencies(const isa::Instruction& instruction);
  /// Adds the banks of the instruction's registers. `scalars_of`: the function whose scalar
  /// registers the machine keeps separate; null: none.
  void add_banks(const isa::Instruction& instruction, const isa::Function* scalars_of,
                 std::uint32_t banks, Extents& extents);

  bool has_scalars_;
  std::vector<DecodedInstruction> instructions_;  ///< their spans point into the next two members
  std::vector<RowWord> words_;
  std::vector<std::uint8_t> rows_;
};

}  // namespace heddle::core
