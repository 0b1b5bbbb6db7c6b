#include "heddle/compile/lowering/builder.hpp"

#include <algorithm>
#include <bit>

#include <fmt/core.h>

#include "heddle/compile/lowering/kernel_parameters.hpp"
#include "heddle/compile/lowering/special_registers.hpp"
#include "heddle/isa/capability.hpp"

namespace heddle::compile {
namespace {

/// The place of the first instruction that names the register, or of the function if none does.
ptx::TextPosition first_use(const ptx::Function& function, std::size_t reg) {
  const auto names = [reg](const ptx::Operand& operand) {
    return operand.reg == reg ||
           std::ranges::any_of(operand.elements,
                               [reg](const ptx::Operand& element) { return element.reg == reg; });
  };
  const auto use = std::ranges::find_if(function.body, [&](const ptx::Instruction& instruction) {
    return std::ranges::any_of(instruction.operands, names);
  });
  return use == function.body.end() ? function.place : use->place;
}

}  // namespace

using isa::Op;
using isa::Operand;

Builder::Builder(const KernelScope& scope, std::uint32_t module_function, ConstantPool& constants)
    : scope_(scope),
      module_function_(module_function),
      function_(scope.plan().module.functions[module_function]),
      constants_(constants) {
  routine_.name = function_.name;
  routine_.is_kernel = function_.is_entry;
  parameters_ = ParameterRows(module(), function_, routine_.rows);
  routine_.incoming = parameters_.layout().words;
  routine_.results = parameters_.layout().result_words;
  place_registers();
  place_frame();
}

void Builder::refuse(ptx::TextPosition place, const std::string& message) const {
  throw module().error(place, message);
}

void Builder::note_capability(const ptx::Instruction& instruction, isa::Op op,
                              isa::Modifiers& modifiers) const {
  const Target& target = scope_.plan().target;
  const unsigned needed = isa::capability_of(op, modifiers);
  if (needed <= target.capability) return;
  modifiers.missing = static_cast<std::uint8_t>(needed);
  if (!target.refuse_missing) return;
  refuse(instruction.place,
         fmt::format("instruction '{}' needs compute capability {}.{}, and the code is for {}.{}: "
                     "compile it with -arch=sm_{}",
                     instruction.mnemonic(), needed / 10, needed % 10, target.capability / 10,
                     target.capability % 10, needed));
}

void Builder::place_registers() {
  for (const ptx::Register& reg : function_.registers) {
    if (reg.type == ptx::Type::pred) {
      registers_.push_back({routine_.predicates, 0, 0});
      routine_.predicates += reg.vector_width;
      continue;
    }
    const unsigned bytes = ptx::type_bytes(reg.type);
    if (bytes > 8) {
      refuse(first_use(function_, registers_.size()),
             fmt::format("register '{}' has the type .{}, which is not supported", reg.name,
                         ptx::type_name(reg.type)));
    }
    const auto rows = static_cast<std::uint8_t>(bytes == 8 ? 2 : 1);
    registers_.push_back({routine_.rows, rows, static_cast<std::uint8_t>(bytes)});
    routine_.rows += rows * reg.vector_width;
  }
  if (routine_.rows >= kOutgoing / 2 || routine_.predicates >= isa::kNoGuard / 2) {
    refuse(function_.place, fmt::format("function '{}' has too many registers", function_.name));
  }
}

void Builder::place_frame() {
  std::uint64_t next = 0;
  for (const ptx::Variable& variable : function_.variables) {
    if (variable.space == ptx::Space::local) {
      next = (next + variable.alignment - 1) / variable.alignment * variable.alignment;
    }
    frame_.push_back(static_cast<std::uint32_t>(next));
    if (variable.space != ptx::Space::local) continue;
    if (next > isa::kLocalWindowBytes || variable.bytes > isa::kLocalWindowBytes - next) {
      refuse(variable.place, "local memory exceeds its address window");
    }
    next += variable.bytes;
  }
  routine_.local_bytes = routine_.own_bytes = static_cast<std::uint32_t>((next + 15) / 16 * 16);
}

void Builder::begin(const ptx::Instruction& instruction) {
  line_ = instruction.place.line;
  pending_ = static_cast<std::uint8_t>(std::min(pending_ + 1, 255));
  guard_.reset();
  if (instruction.guard.reg == ptx::kNoIndex) return;
  const RegisterPlace& place = registers_[instruction.guard.reg];
  if (place.rows != 0) refuse(instruction.place, "the guard is not a predicate");
  guard_ = predicate_operand(place.index, instruction.guard.negated);
}

isa::Instruction& Builder::emit(Op op, std::initializer_list<Operand> destinations,
                                std::initializer_list<Operand> sources) {
  isa::Instruction instruction;
  instruction.op = op;
  instruction.op_class = isa::info(op).op_class;
  if (guard_) {
    instruction.guard = static_cast<std::uint16_t>(guard_->index);
    instruction.guard_negated = guard_->negated;
  }
  std::ranges::copy(destinations, instruction.destinations.begin());
  std::ranges::copy(sources, instruction.sources.begin());
  instruction.line = line_;
  instruction.ptx_instructions = pending_;
  pending_ = 0;
  return routine_.code.emplace_back(instruction);
}

void Builder::move(Operand to, Operand from, unsigned rows) {
  emit(rows == 2 ? Op::mov_b64 : Op::mov_b32, {to}, {from});
}

Operand Builder::temporary(unsigned rows) {
  const Operand operand = row_operand(routine_.rows);
  routine_.rows += rows;
  return operand;
}

Operand Builder::temporary_predicate() { return predicate_operand(routine_.predicates++); }

Operand Builder::carry() {
  if (!carry_) carry_ = temporary_predicate();
  return *carry_;
}

unsigned Builder::rows_of(const ptx::Operand& reg) const { return registers_[reg.reg].rows; }
unsigned Builder::bytes_of(const ptx::Operand& reg) const { return registers_[reg.reg].bytes; }

Operand Builder::reg(const ptx::Operand& operand) const {
  const RegisterPlace& place = registers_[operand.reg];
  if (operand.offset != 0) {
    refuse(operand.place,
           fmt::format("'{}' is no number to which a constant can be added", operand.name));
  }
  const auto component = static_cast<std::uint32_t>(std::max<int>(operand.component, 0));
  if (place.rows == 0) return predicate_operand(place.index + component, operand.negated);
  return row_operand(place.index + component * place.rows);
}

Operand Builder::row(const ptx::Parameter& reg_parameter) const {
  const RegisterPlace& place = registers_[reg_parameter.reg];
  return place.rows == 0 ? predicate_operand(place.index) : row_operand(place.index);
}

void Builder::pass(Operand to, Operand from, unsigned words) {
  if (to.kind == isa::OperandKind::predicate) {
    emit(Op::setp_u32, {to}, {from, constants_.word(0)}).modifiers.compare = isa::Compare::ne;
  } else if (from.kind == isa::OperandKind::predicate) {
    emit(Op::selp_b32, {to}, {constants_.word(1), constants_.word(0), from});
  } else {
    for (unsigned word = 0; word < words; ++word) {
      move(next_operand(to, word), next_operand(from, word), 1);
    }
  }
}

Operand Builder::low_row(const ptx::Operand& operand, unsigned rows, Width width) const {
  const unsigned have = rows_of(operand);
  if (have == 0) refuse(operand.place, fmt::format("'{}' is a predicate", operand.name));
  if (have < rows || (have > rows && width == Width::exact)) {
    refuse(operand.place, fmt::format("'{}' has {} bits where {} are expected", operand.name,
                                      8 * bytes_of(operand), 32 * rows));
  }
  if (!function_.is_entry && parameters_.alias(operand.reg) != nullptr) {
    refuse(operand.place, fmt::format("'{}' holds the address of a parameter of a function, which "
                                      "only ld.param and st.param can use",
                                      operand.name));
  }
  return reg(operand);
}

Operand Builder::source(const ptx::Operand& operand, unsigned rows, isa::Type type, Width width) {
  switch (operand.kind) {
    case ptx::OperandKind::reg: {
      if (operand.offset != 0) return sum(operand, rows, type, width);
      const Operand row = low_row(operand, rows, width);
      // A shift amount has one row for every type, so the operand needs at most 4 * rows bytes.
      if (bytes_of(operand) < std::min(isa::bytes_of(type), 4 * rows)) {
        refuse(operand.place,
               fmt::format("'{}' has {} bits where the type .{} needs {}", operand.name,
                           8 * bytes_of(operand), isa::name_of(type), 8 * isa::bytes_of(type)));
      }
      return row;
    }
    case ptx::OperandKind::integer:
    case ptx::OperandKind::float32:
    case ptx::OperandKind::float64:
      return immediate(operand, rows, type);
    case ptx::OperandKind::special:
      return special_register(operand, rows);
    case ptx::OperandKind::symbol:
      return symbol_address(operand, rows);
    default:
      refuse(operand.place, "expected a register or a constant");
  }
}

Operand Builder::sum(const ptx::Operand& operand, unsigned rows, isa::Type type, Width width) {
  ptx::Operand reg = operand;
  reg.offset = 0;
  const Operand augend = source(reg, rows, type, width);
  const Operand result = temporary(rows);
  const auto addend = static_cast<std::uint64_t>(operand.offset);
  if (rows == 2) {
    emit(Op::add_b64, {result}, {augend, constants_.pair(addend)});
  } else {
    emit(Op::add_b32, {result}, {augend, constants_.word(static_cast<std::uint32_t>(addend))});
  }
  return result;
}

Operand Builder::immediate(const ptx::Operand& operand, unsigned rows, isa::Type type) {
  std::uint64_t value = operand.value;
  const bool is_integer = operand.kind == ptx::OperandKind::integer;
  const bool wants_float = type == isa::Type::f32 || type == isa::Type::f64;
  const bool wants_integer = isa::is_integer(type);
  if (is_integer ? wants_float : wants_integer) {
    refuse(operand.place,
           fmt::format("expected {} constant for the type .{}",
                       is_integer ? "a floating-point" : "an integer", isa::name_of(type)));
  }
  if (operand.kind == ptx::OperandKind::float64 && rows == 1) {
    value = std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(value)));
  } else if (operand.kind == ptx::OperandKind::float32 && rows == 2) {
    refuse(operand.place, "expected a constant of 64 bits");
  }
  return rows == 2 ? constants_.pair(value) : constants_.word(static_cast<std::uint32_t>(value));
}

Operand Builder::predicate_source(const ptx::Operand& operand) {
  if (operand.kind == ptx::OperandKind::reg && rows_of(operand) == 0) return reg(operand);
  if (operand.kind == ptx::OperandKind::special) {
    const Operand holds = temporary_predicate();
    emit(Op::setp_u32, {holds}, {special_register(operand, 1), constants_.word(0)})
        .modifiers.compare = isa::Compare::ne;
    return holds;
  }
  if (operand.kind != ptx::OperandKind::integer) refuse(operand.place, "expected a predicate");
  const Operand always = temporary_predicate();
  const Operand zero = constants_.word(0);
  isa::Instruction& compare = emit(Op::setp_u32, {always}, {zero, zero});
  compare.modifiers.compare = operand.value != 0 ? isa::Compare::eq : isa::Compare::ne;
  return {isa::OperandKind::predicate, operand.negated, always.index};
}

Operand Builder::destination(const ptx::Operand& operand, unsigned rows, Width width) {
  if (operand.kind == ptx::OperandKind::sink) return temporary(rows);
  if (operand.kind != ptx::OperandKind::reg) refuse(operand.place, "expected a register");
  return low_row(operand, rows, width);
}

Operand Builder::predicate_destination(const ptx::Operand& operand) {
  if (operand.kind == ptx::OperandKind::sink) return temporary_predicate();
  if (operand.kind != ptx::OperandKind::reg || rows_of(operand) != 0 || operand.negated) {
    refuse(operand.place, "expected a predicate register");
  }
  return reg(operand);
}

void Builder::extend(const ptx::Operand& operand, isa::Type type) {
  if (operand.kind != ptx::OperandKind::reg || rows_of(operand) != 2 || isa::rows_of(type) != 1) {
    return;
  }
  const Operand low = reg(operand);
  const Operand high = next_operand(low);
  if (isa::is_signed(type)) {
    emit(Op::shr_s32, {high}, {low, constants_.word(31)});
  } else {
    move(high, constants_.word(0), 1);
  }
}

}  // namespace heddle::compile
