#include "heddle/compile/code/program_routines.hpp"

#include <algorithm>

#include "heddle/isa/operands.hpp"

namespace heddle::compile {
namespace {

/// Makes the routine of one function. Branch targets and tables become relative to the function's
/// start, and rows after the frame become outgoing rows.
class Function {
 public:
  Function(const isa::Program& program, const isa::Function& function)
      : program_(program), function_(function) {}

  Routine routine() {
    routine_.name = function_.name;
    routine_.is_kernel = function_.entry == 0;
    routine_.rows = function_.rows;
    routine_.predicates = function_.predicates;
    mark_scalars();
    routine_.incoming = function_.incoming;
    routine_.results = function_.results;
    routine_.local_bytes = function_.local_bytes;
    for (Pc pc = function_.entry; pc < function_.end; ++pc) add(program_.code[pc]);
    return std::move(routine_);
  }

 private:
  void add(isa::Instruction instruction) {
    const Leaving leaving = leaving_of(instruction);
    if (leaving == Leaving::branches) instruction.target -= function_.entry;
    if (leaving == Leaving::by_table) instruction.table = take_table(instruction.table);
    if (instruction.reconvergence != kNoPc) instruction.reconvergence -= function_.entry;
    const auto place = [&](isa::Operand& operand, unsigned rows) {
      if (operand.kind != isa::OperandKind::row || operand.index < function_.rows) return;
      const std::uint32_t beyond = operand.index - function_.rows;
      routine_.outgoing = std::max(routine_.outgoing, beyond + rows);
      operand.index = kOutgoing + beyond;
    };
    isa::for_each_destination_row(instruction, place);
    isa::for_each_source_row(instruction, place);
    routine_.code.push_back(instruction);
  }

  void mark_scalars() {
    ScalarValues& scalars = routine_.scalars;
    for (std::uint32_t row = 0; function_.scalar_rows > 0 && row < function_.rows; ++row) {
      scalars.rows.push_back(function_.is_scalar_row(row));
    }
    const bool any = function_.scalar_predicates > 0;
    for (std::uint32_t predicate = 0; any && predicate < function_.predicates; ++predicate) {
      scalars.predicates.push_back(function_.is_scalar_predicate(predicate));
    }
  }

  std::uint32_t take_table(std::uint32_t index) {
    std::vector<Pc> table = program_.branch_tables[index];
    for (Pc& target : table) target -= function_.entry;
    routine_.branch_tables.push_back(std::move(table));
    return static_cast<std::uint32_t>(routine_.branch_tables.size() - 1);
  }

  const isa::Program& program_;
  const isa::Function& function_;
  Routine routine_;
};

}  // namespace

std::vector<Routine> routines_of(const isa::Program& program) {
  std::vector<Routine> routines;
  for (const isa::Function& function : program.functions) {
    routines.push_back(Function(program, function).routine());
  }
  return routines;
}

}  // namespace heddle::compile
