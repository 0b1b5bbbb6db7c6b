#include <fmt/core.h>

#include "heddle/compile/lowering/builder.hpp"
#include "heddle/compile/lowering/kernel_parameters.hpp"
#include "heddle/compile/lowering/special_registers.hpp"

namespace heddle::compile {
namespace {

using isa::ConstantRow;
using isa::Operand;

ConstantRow symbol_row(std::uint32_t variable, std::int64_t offset, std::uint8_t half) {
  ConstantRow row;
  row.kind = ConstantRow::Kind::symbol;
  row.index = variable;
  row.value = offset;
  row.half = half;
  return row;
}

ConstantRow uniform_row(isa::Uniform uniform) {
  ConstantRow row;
  row.kind = ConstantRow::Kind::uniform;
  row.uniform = uniform;
  return row;
}

}  // namespace

Operand Builder::symbol_address(const ptx::Operand& operand, unsigned rows) {
  const auto fixed = [&](std::uint64_t value) {
    return rows == 2 ? constants_.pair(value) : constants_.word(static_cast<std::uint32_t>(value));
  };
  const auto offset = static_cast<std::uint64_t>(operand.offset);
  const ptx::SymbolRef& symbol = operand.symbol;
  if (symbol.kind == ptx::SymbolKind::function) {
    const std::uint32_t target = resolve_alias(module(), symbol.index);
    if (!module().functions[target].has_body) {
      refuse(operand.place, fmt::format("function '{}' is not defined in this module",
                                        module().functions[target].name));
    }
    return fixed(code_address(target) + offset);
  }
  if (symbol.kind == ptx::SymbolKind::parameter && function_.is_entry) {
    return fixed(kernel_parameters(function_)[symbol.index].offset + offset);
  }
  if (symbol.kind != ptx::SymbolKind::module_variable &&
      symbol.kind != ptx::SymbolKind::function_variable) {
    refuse(operand.place, fmt::format("the address of '{}' cannot be taken", operand.name));
  }
  const ptx::Variable& variable = scope_.plan().variable(module_function_, symbol);
  switch (variable.space) {
    case ptx::Space::global:
    case ptx::Space::constant: {
      const std::uint32_t index = symbol.kind == ptx::SymbolKind::module_variable
                                      ? scope_.plan().of_module[symbol.index]
                                      : scope_.plan().of_function[module_function_][symbol.index];
      const ConstantRow low = symbol_row(index, operand.offset, 0);
      return rows == 2 ? constants_.pair(low, symbol_row(index, operand.offset, 1))
                       : constants_.word(low);
    }
    case ptx::Space::shared:
      return fixed(scope_.shared_offset(module_function_, symbol) + offset);
    case ptx::Space::local: {
      const std::uint64_t place = frame_offset(symbol.index) + offset;
      if (function_.is_entry) return fixed(place);
      const Operand address = temporary(rows);
      emit(isa::Op::frame_address, {address}, {}).offset = static_cast<std::int64_t>(place);
      if (rows == 2) move(next_operand(address), constants_.word(0), 1);
      return address;
    }
    default:
      refuse(operand.place, fmt::format("the address of '{}' cannot be taken", operand.name));
  }
}

Operand Builder::special_register(const ptx::Operand& operand, unsigned rows) {
  const auto value = special_value(operand.name);
  if (!value) {
    refuse(operand.place, fmt::format("special register '{}' is not supported", operand.name));
  }
  const bool wide = value->is_64_bit && rows == 2;
  if (const auto* fixed = std::get_if<std::uint32_t>(&value->low)) {
    return rows == 2 ? constants_.pair(std::uint64_t{*fixed}) : constants_.word(*fixed);
  }
  if (const auto* uniform = std::get_if<isa::Uniform>(&value->low)) {
    const ConstantRow low = uniform_row(*uniform);
    if (rows == 1) return constants_.word(low);
    const auto next = static_cast<isa::Uniform>(static_cast<std::uint8_t>(*uniform) + 1);
    return constants_.pair(low, wide ? uniform_row(next) : ConstantPool::immediate(0));
  }
  const Operand result = temporary(rows);
  isa::Instruction& read = emit(isa::Op::sreg, {result}, {});
  read.modifiers.immediate = static_cast<std::uint8_t>(std::get<isa::SpecialRegister>(value->low));
  read.modifiers.type = wide ? isa::Type::u64 : isa::Type::u32;
  if (rows == 2 && !wide) move(next_operand(result), constants_.word(0), 1);
  return result;
}

}  // namespace heddle::compile
