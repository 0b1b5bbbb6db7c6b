#include "heddle/compile/lowering/parameter_rows.hpp"

#include <algorithm>

namespace heddle::compile {
namespace {

bool is_parameter(const ptx::Function& function, const ptx::SymbolRef& symbol) {
  switch (symbol.kind) {
    case ptx::SymbolKind::parameter:
    case ptx::SymbolKind::return_parameter:
      return true;
    case ptx::SymbolKind::function_variable:
      return function.variables[symbol.index].space == ptx::Space::param;
    default:
      return false;
  }
}

}  // namespace

ParameterRows::ParameterRows(const ptx::Module& module, const ptx::Function& function,
                             std::uint32_t& next_row)
    : is_entry_(function.is_entry) {
  if (!is_entry_) {
    layout_ = call_layout(module, function.returns, function.parameters);
    next_row += layout_.words;
  }
  for (const ptx::Variable& variable : function.variables) {
    if (variable.space != ptx::Space::param) {
      variables_.push_back({});
      continue;
    }
    if (variable.bytes > kMostParameterBytes) {
      throw module.error(variable.place, "a parameter of this size is not supported");
    }
    variables_.push_back({next_row, variable.bytes});
    next_row += static_cast<std::uint32_t>((variable.bytes + 3) / 4);
  }
  find_aliases(function);
}

std::optional<ParameterRows::RowSpan> ParameterRows::find(const ptx::SymbolRef& symbol) const {
  if (symbol.kind == ptx::SymbolKind::function_variable) {
    const RowSpan& span = variables_[symbol.index];
    return span.bytes == 0 ? std::nullopt : std::optional(span);
  }
  if (is_entry_) return std::nullopt;
  if (symbol.kind == ptx::SymbolKind::parameter) {
    const CallLayout::Slot& slot = layout_.parameters[symbol.index];
    return RowSpan{slot.word, slot.bytes};
  }
  if (symbol.kind == ptx::SymbolKind::return_parameter) {
    const CallLayout::Slot& slot = layout_.results[symbol.index];
    return RowSpan{slot.word, slot.bytes};
  }
  return std::nullopt;
}

void ParameterRows::find_aliases(const ptx::Function& function) {
  aliases_.resize(function.registers.size());
  std::vector<bool> written(function.registers.size(), false);
  const auto write = [&](const ptx::Operand& to) {
    if (to.kind != ptx::OperandKind::reg) return false;
    const bool again = written[to.reg];
    written[to.reg] = true;
    aliases_[to.reg].reset();
    return !again;
  };
  for (const ptx::Instruction& instruction : function.body) {
    if (instruction.operands.empty()) continue;
    const ptx::Operand& to = instruction.operands.front();
    for (const ptx::Operand& element : to.elements) write(element);
    const bool first = write(to);
    if (!first || instruction.opcode != "mov" || instruction.operands.size() != 2) continue;
    const ptx::Operand& from = instruction.operands[1];
    if (from.kind == ptx::OperandKind::symbol && is_parameter(function, from.symbol)) {
      aliases_[to.reg] = Alias{from.symbol, from.offset, std::nullopt};
    } else if (from.kind == ptx::OperandKind::reg && aliases_[from.reg]) {
      aliases_[to.reg] = Alias{aliases_[from.reg]->symbol, aliases_[from.reg]->offset, from.reg};
    }
  }
  drop_stale_copies();
}

/// Removes the alias of each register that is a copy of a register without an alias. The copied
/// register may also contain values that are not addresses of a parameter.
void ParameterRows::drop_stale_copies() {
  const auto stale = [&](const std::optional<Alias>& alias) {
    return alias && alias->copied && !aliases_[*alias->copied];
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::optional<Alias>& alias : aliases_) {
      if (!stale(alias)) continue;
      alias.reset();
      changed = true;
    }
  }
}

const ParameterRows::Alias* ParameterRows::alias(std::uint32_t reg) const {
  return reg < aliases_.size() && aliases_[reg] ? &*aliases_[reg] : nullptr;
}

bool ParameterRows::first_write(std::uint32_t row) {
  if (std::ranges::find(written_, row) != written_.end()) return false;
  written_.push_back(row);
  return true;
}

}  // namespace heddle::compile
