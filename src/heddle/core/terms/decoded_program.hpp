// A program as the issue stage sees it: for each instruction its unit, its times, and the
// scoreboard bits that it needs and sets. Made once a program and machine.
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

/// Whether scalar registers are words beside vector registers: in lanes, which address words, and
/// where scalars have a unit and a file of their own. Else each thread holds a copy.
bool has_scalar_file(const ExecutionSpec& execution, const policy::Shape& shape);

struct DecodedInstruction {
  UnitKind unit = UnitKind::control;
  isa::OpClass op_class = isa::OpClass::nop;
  std::uint8_t ptx_instructions = 1;
  bool control_flow = false;   ///< the next instruction is fetched anew
  bool ends_fetch = false;     ///< the next instruction may be elsewhere, or come much later
  bool reconverges = false;    ///< paths that have split meet here
  bool steps_by_part = false;  ///< does more than compute: parts that issue together execute it one
                               ///< after the other
  bool waits_for_all = false;  ///< issues only with nothing pending: calls and returns, since
                               ///< frames share scoreboard bits
  bool may_order = false;      ///< a load or store of global memory: must not pass an atomic of its
                               ///< warp on the same bytes
  exec::LaneDependence lane_dependence = exec::LaneDependence::no;
  bool waits_for_more = false;   ///< for more than its registers: by one of the last three
  bool is_point = false;         ///< warps may be stopped before it to be saved
  bool may_offend = false;       ///< a block that has executed it may not be able to begin anew
  bool l1_load = false;          ///< a load that the L1 would keep: of global or local memory
  bool is_scalar = false;        ///< executes once for the warp
  AccessForm form;               ///< of its access to memory
  std::uint16_t latency = 1;     ///< from entering its pipeline, of its last pass
  std::uint16_t passes = 1;      ///< into its pipeline; by threads_per_pass: of one such group
  std::uint16_t initiation = 1;  ///< cycles of a pass
  Pc pc = 0;
  Addr address = 0;  ///< of its code in device memory
  /// What must be clear before it issues (what it reads and what it writes), and what it writes.
  Dependencies uses, writes;
  /// Register rows that it reads from the register file, and those that it writes, modulo the
  /// number of banks.
  std::span<const std::uint8_t> source_rows, result_rows;
  /// The same of scalar registers, one word a warp, where the machine keeps these apart.
  std::span<const std::uint8_t> scalar_source_rows, scalar_result_rows;
};

class DecodedProgram {
 public:
  /// The code lies in device memory from `code_base` on, in `instruction_bytes` an instruction.
  DecodedProgram(const isa::Program& program, const ExecutionSpec& execution,
                 std::uint32_t register_banks, const policy::Shape& shape, Addr code_base,
                 std::uint32_t instruction_bytes);
  DecodedProgram(const DecodedProgram&) = delete;
  DecodedProgram& operator=(const DecodedProgram&) = delete;

  const DecodedInstruction& at(Pc pc) const { return instructions_[pc]; }
  /// Whether the program has scalar registers and the machine keeps these apart from the others.
  bool has_scalars() const { return has_scalars_; }
  std::size_t size() const { return instructions_.size(); }

 private:
  /// How much of `words_` and `rows_` an instruction has.
  struct Extents {
    std::size_t uses = 0, writes = 0;
    std::size_t sources = 0, scalar_sources = 0, results = 0, scalar_results = 0;
  };
  /// To the last of `instructions_`.
  Extents add_dependencies(const isa::Instruction& instruction);
  /// `scalars_of`: the function whose scalar registers the machine keeps apart; null: none.
  void add_banks(const isa::Instruction& instruction, const isa::Function* scalars_of,
                 std::uint32_t banks, Extents& extents);

  bool has_scalars_;
  std::vector<DecodedInstruction> instructions_;  ///< their spans are of:
  std::vector<RowWord> words_;
  std::vector<std::uint8_t> rows_;
};

}  // namespace heddle::core
