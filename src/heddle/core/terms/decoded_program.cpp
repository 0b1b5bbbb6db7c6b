#include "heddle/core/terms/decoded_program.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "heddle/base/error.hpp"
#include "heddle/isa/matrix/forms.hpp"
#include "heddle/isa/matrix/warpgroup_forms.hpp"
#include "heddle/isa/operands.hpp"

namespace heddle::core {
namespace {

using isa::Instruction;
using isa::OpClass;
using isa::Operand;
using isa::OperandKind;

/// The scoreboard bits of an instruction, during decoding.
class Bits {
 public:
  void add_rows(const Operand& operand, unsigned rows) {
    if (operand.kind != OperandKind::row) return;
    for (unsigned i = 0; i < rows; ++i) {
      const unsigned bit = (operand.index + i) % kRowBits;
      rows_[bit / 64] |= std::uint64_t{1} << (bit % 64);
    }
  }
  void add_predicate(unsigned index) {
    predicates_ |= std::uint64_t{1} << (index % kPredicateBits);
  }
  void add_predicates(std::span<const Operand> operands) {
    for (const Operand& operand : operands) {
      if (operand.kind == OperandKind::predicate) add_predicate(operand.index);
    }
  }

  /// Stores the bits in `dependencies`. Appends the words of later rows to `words` and returns
  /// their number.
  std::size_t store_in(Dependencies& dependencies, std::vector<RowWord>& words) const {
    dependencies.rows = rows_[0];
    dependencies.predicates = predicates_;
    const std::size_t before = words.size();
    for (unsigned i = 1; i < kRowWords; ++i) {
      if (rows_[i] != 0) words.push_back({static_cast<std::uint16_t>(i), rows_[i]});
    }
    return words.size() - before;
  }

 private:
  std::array<std::uint64_t, kRowWords> rows_{};
  std::uint64_t predicates_ = 0;
};

/// Returns the number of passes of an instruction into its pipeline. A lane has only a share of the
/// SM's pipelines of a kind, so the threads that it takes at a time need as many passes as this
/// share requires.
unsigned passes(const ExecutionSpec& execution, UnitKind kind, const policy::Shape& shape) {
  // What an instruction of the matrix unit takes depends on its shape (decode_matrix).
  if (kind == UnitKind::scalar || kind == UnitKind::matrix) return 1;
  if (kind == UnitKind::control) {
    if (shape.sequential_lanes == 0 || shape.runs_in_lanes()) return 1;
    const unsigned turns = shape.control_by_threads ? passes(execution, UnitKind::sp, shape) : 1;
    return std::max(1u, shape.control_cycles * turns);
  }
  const UnitSpec& unit = execution.units[static_cast<std::size_t>(kind)];
  if (shape.sequential_lanes == 0) return unit.passes();
  const std::uint32_t threads_per_cycle = unit.lanes * unit.count;
  const std::uint32_t threads = shape.runs_in_lanes() ? shape.threads_per_pass : shape.width();
  return (threads * shape.lanes() + threads_per_cycle - 1) / threads_per_cycle;
}

bool has_scalar_unit(const ExecutionSpec& execution) {
  return execution.units[static_cast<std::size_t>(UnitKind::scalar)].count != 0;
}

const isa::Function& function_at(const isa::Program& program, std::size_t pc) {
  return *std::ranges::find_if(program.functions, [&](const isa::Function& function) {
    return function.entry <= pc && pc < function.end;
  });
}

/// Decodes an instruction that does the same in all threads and therefore does not use the vector
/// pipelines. Arithmetic goes to the scalar unit, and so does control that would occupy a lane. A
/// memory access generates one address.
void decode_as_scalar(DecodedInstruction& decoded, const policy::Shape& shape) {
  if (decoded.unit == UnitKind::control && !shape.control_by_threads) return;
  decoded.passes = decoded.initiation = 1;
  if (decoded.unit != UnitKind::memory) decoded.unit = UnitKind::scalar;
}

/// Whether the device has the instruction. If not, a thread that reaches the instruction faults.
bool exists(const Instruction& instruction) { return instruction.modifiers.missing == 0; }

/// The types of the elements of an instruction of the matrix unit.
isa::MatrixElements elements_of(const Instruction& instruction) {
  if (isa::is_warpgroup_product(instruction.op))
    return isa::warpgroup_elements(instruction.modifiers);
  return isa::matrix_forms()[instruction.modifiers.matrix.form].elements;
}

/// Sets how long an instruction occupies a pipeline of the matrix unit.
void decode_matrix(const Instruction& instruction, const ExecutionSpec& execution,
                   DecodedInstruction& decoded) {
  decoded.elements = elements_of(instruction);
  decoded.multiply_adds = isa::is_warpgroup_product(instruction.op)
                              ? isa::warpgroup_multiply_adds(instruction.modifiers)
                              : isa::multiply_adds(instruction.modifiers);
  const std::uint32_t rate = std::max(1u, execution.matrix_rate(decoded.elements));
  const std::uint32_t cycles = (decoded.multiply_adds + rate - 1) / rate;
  decoded.passes = static_cast<std::uint16_t>(std::min(cycles, 0xFFFFu));
}

/// Fails if the machine cannot execute an instruction of the matrix unit in time.
void check_matrix(const isa::Program& program, const Instruction& instruction,
                  const ExecutionSpec& execution, const policy::Shape& shape) {
  if (instruction.op_class != OpClass::matrix || !exists(instruction)) return;
  const auto refuse = [&](std::string_view why) {
    fail("{}:{}: kernel {}: matrix instruction '{}': {}", program.file, instruction.line,
         program.name, isa::info(instruction.op).name, why);
  };
  const auto elements = elements_of(instruction);
  if (shape.sequential_lanes != 0)
    refuse(
        "the chosen organisation has no matrix unit, since its lanes execute one instruction "
        "after the other: --set organisation=spatial, or compute without times, with --timing "
        "none");
  if (execution.matrix_rate(elements) == 0)
    refuse(
        fmt::format("the machine's matrix unit does not multiply {} (execution.matrix.count and "
                    "execution.matrix.{}): choose another machine ('heddle list machines'), or "
                    "compute without times, with --timing none",
                    isa::name_of(elements), isa::name_of(elements)));
}

/// Fails if the instruction needs all threads of a warp at once, and they may be apart.
void check_lockstep(const isa::Program& program, const Instruction& instruction,
                    const policy::Shape& shape) {
  const bool in_lockstep = shape.parts == 1 && !shape.forms_warps();
  if (in_lockstep || exec::lane_dependence(instruction) != exec::LaneDependence::all) return;
  const bool is_matrix = isa::is_matrix(instruction.op);
  fail(
      "{}:{}: kernel {}: {} '{}' needs all {} threads of a warp in lockstep, and the chosen "
      "organisation lets some of them run apart; {}",
      program.file, instruction.line, program.name,
      is_matrix ? "matrix instruction" : "a warp-wide instruction without a member mask",
      isa::info(instruction.op).name, kWarpSize,
      is_matrix ? "use --set organisation=spatial with warps of all threads "
                  "(organisation.spatial.width), or compute without times, with --timing none"
                : "use the form with .sync, or --set organisation=spatial");
}

/// Fails if the machine cannot keep track of a warp's asynchronous copies.
void check_copies(const isa::Program& program, const Instruction& instruction,
                  const policy::Shape& shape) {
  const bool copies =
      instruction.op == isa::Op::cp_async || instruction.op == isa::Op::cp_async_arrive;
  if (!copies || !shape.forms_warps()) return;
  fail(
      "{}:{}: kernel {}: instruction '{}': the chosen organisation forms warps from threads of "
      "several warps, which have no asynchronous copies; use --set organisation=spatial",
      program.file, instruction.line, program.name, isa::info(instruction.op).name);
}

/// Fails if the machine's load-store unit cannot issue bulk copies.
void check_bulk(const isa::Program& program, const Instruction& instruction,
                const policy::Shape& shape) {
  const bool is_bulk = instruction.op >= isa::Op::bulk_load && instruction.op <= isa::Op::red_async;
  if (!is_bulk || !exists(instruction)) return;
  if (shape.parts == 1 && !shape.forms_warps() && !shape.runs_in_lanes()) return;
  fail(
      "{}:{}: kernel {}: instruction '{}': bulk copies need whole warps: use --set "
      "organisation=spatial with warps of all threads (organisation.spatial.width), or compute "
      "without times, with --timing none",
      program.file, instruction.line, program.name, isa::info(instruction.op).name);
}

bool is_local(const Instruction& instruction) {
  return instruction.modifiers.space == isa::Space::local &&
         (instruction.op_class == OpClass::load || instruction.op_class == OpClass::store);
}

DecodedInstruction decode(const Instruction& instruction, const ExecutionSpec& execution,
                          const policy::Shape& shape, bool free_local) {
  DecodedInstruction decoded;
  decoded.costs_as_move = free_local && is_local(instruction);
  const OpTiming& timing =
      execution.timing(decoded.costs_as_move ? OpClass::move : instruction.op_class);
  decoded.unit = timing.unit;
  decoded.op_class = instruction.op_class;
  decoded.ptx_instructions = instruction.ptx_instructions;
  decoded.is_scalar = instruction.is_scalar && has_scalar_file(execution, shape);
  decoded.control_flow =
      instruction.op_class == OpClass::branch || instruction.op_class == OpClass::call;
  decoded.ends_fetch = decoded.control_flow || instruction.op_class == OpClass::exit ||
                       instruction.op_class == OpClass::barrier;
  decoded.waits_for_all = instruction.op_class == OpClass::call;
  const bool global = instruction.modifiers.space == isa::Space::global ||
                      instruction.modifiers.space == isa::Space::generic;
  decoded.may_order =
      global && (instruction.op_class == OpClass::load || instruction.op_class == OpClass::store);
  decoded.l1_load = instruction.op_class == OpClass::load &&
                    (global || instruction.modifiers.space == isa::Space::local);
  decoded.form = form_of(instruction);
  decoded.lane_dependence = exec::lane_dependence(instruction);
  decoded.steps_by_part = decoded.lane_dependence == exec::LaneDependence::no &&
                          (decoded.unit == UnitKind::control || decoded.unit == UnitKind::memory ||
                           decoded.costs_as_move);
  decoded.waits_for_copies = instruction.op == isa::Op::cp_async_wait_group ||
                             instruction.op == isa::Op::cp_async_wait_all ||
                             instruction.op == isa::Op::bulk_wait;
  decoded.waits_for_more =
      decoded.waits_for_all || decoded.may_order || decoded.waits_for_copies ||
      (shape.parts != 1 && decoded.lane_dependence != exec::LaneDependence::no);
  decoded.passes = static_cast<std::uint16_t>(passes(execution, timing.unit, shape));
  decoded.initiation = static_cast<std::uint16_t>(timing.initiation);
  decoded.latency = static_cast<std::uint16_t>(timing.latency);
  if (instruction.op_class == OpClass::matrix && exists(instruction))
    decode_matrix(instruction, execution, decoded);
  if (decoded.is_scalar && !shape.runs_in_lanes() && has_scalar_unit(execution))
    decode_as_scalar(decoded, shape);
  decoded.occupancy = std::uint32_t{decoded.initiation} * decoded.passes;
  decoded.last_pass = std::uint32_t{decoded.initiation} * (decoded.passes - 1u);
  return decoded;
}

/// Makes `span` point to the next elements of a list. The length of the span is already known.
template <typename Element>
void take(std::span<const Element>& span, std::size_t count, const Element*& next) {
  span = {next, count};
  next += count;
}

}  // namespace

bool has_scalar_file(const ExecutionSpec& execution, const policy::Shape& shape) {
  return shape.runs_in_lanes() || has_scalar_unit(execution);
}

DecodedProgram::DecodedProgram(const isa::Program& program, const ExecutionSpec& execution,
                               std::uint32_t register_banks, const policy::Shape& shape,
                               Addr code_base, std::uint32_t instruction_bytes, bool free_local)
    : has_scalars_(program.has_scalar_class && has_scalar_file(execution, shape)) {
  std::vector<Extents> extents;
  for (const auto& instruction : program.code) {
    const std::size_t pc = instructions_.size();
    check_matrix(program, instruction, execution, shape);
    check_copies(program, instruction, shape);
    check_bulk(program, instruction, shape);
    instructions_.push_back(decode(instruction, execution, shape, free_local));
    instructions_.back().pc = static_cast<Pc>(pc);
    instructions_.back().address = code_base + Addr{pc} * instruction_bytes;
    extents.push_back(add_dependencies(instruction));
    add_banks(instruction, has_scalars_ ? &function_at(program, pc) : nullptr, register_banks,
              extents.back());
    check_lockstep(program, instruction, shape);
  }
  for (const Instruction& instruction : program.code)
    if (instruction.reconvergence < instructions_.size())
      instructions_[instruction.reconvergence].reconverges = true;
  if (program.annotations) {
    for (const isa::PreemptionPoint& point : program.annotations->points)
      instructions_[point.pc].is_point = true;
    for (const isa::Effect& effect : program.annotations->effects)
      instructions_[effect.pc].may_offend = effect.kind != isa::Effect::Kind::load;
  }
  const RowWord* word = words_.data();
  const std::uint8_t* row = rows_.data();
  for (std::size_t i = 0; i < extents.size(); ++i) {
    take(instructions_[i].uses.more, extents[i].uses, word);
    take(instructions_[i].writes.more, extents[i].writes, word);
    take(instructions_[i].source_rows, extents[i].sources, row);
    take(instructions_[i].scalar_source_rows, extents[i].scalar_sources, row);
    take(instructions_[i].result_rows, extents[i].results, row);
    take(instructions_[i].scalar_result_rows, extents[i].scalar_results, row);
  }
}

DecodedProgram::Extents DecodedProgram::add_dependencies(const Instruction& instruction) {
  Extents extents;
  Bits writes;
  isa::for_each_destination_row(
      instruction, [&](const Operand& operand, unsigned rows) { writes.add_rows(operand, rows); });
  writes.add_predicates(instruction.destinations);
  Bits uses = writes;
  isa::for_each_source_row(
      instruction, [&](const Operand& operand, unsigned rows) { uses.add_rows(operand, rows); });
  uses.add_predicates(instruction.sources);
  if (instruction.guard != isa::kNoGuard) uses.add_predicate(instruction.guard);
  extents.uses = uses.store_in(instructions_.back().uses, words_);
  extents.writes = writes.store_in(instructions_.back().writes, words_);
  return extents;
}

void DecodedProgram::add_banks(const Instruction& instruction, const isa::Function* scalars_of,
                               std::uint32_t banks, Extents& extents) {
  const auto add = [&](bool scalars, std::size_t& count) {
    return [=, this, &count](const Operand& operand, unsigned rows) {
      if (operand.kind != OperandKind::row) return;
      for (unsigned i = 0; i < rows; ++i) {
        const unsigned row = operand.index + i;
        if ((scalars_of != nullptr && scalars_of->is_scalar_row(row)) != scalars) continue;
        rows_.push_back(static_cast<std::uint8_t>(row % banks));
        ++count;
      }
    };
  };
  isa::for_each_source_row(instruction, add(false, extents.sources));
  isa::for_each_source_row(instruction, add(true, extents.scalar_sources));
  isa::for_each_destination_row(instruction, add(false, extents.results));
  isa::for_each_destination_row(instruction, add(true, extents.scalar_results));
}

}  // namespace heddle::core
