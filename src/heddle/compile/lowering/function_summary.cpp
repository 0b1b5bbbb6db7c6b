#include "heddle/compile/lowering/function_summary.hpp"

#include <algorithm>

namespace heddle::compile {
namespace {

void add_once(std::vector<std::uint32_t>& list, std::uint32_t index) {
  if (std::ranges::find(list, index) == list.end()) list.push_back(index);
}

class FunctionWalk {
 public:
  FunctionWalk(const ptx::Module& module, const ptx::Function& function)
      : module_(module), function_(function) {}

  FunctionSummary run() {
    for (const ptx::Instruction& instruction : function_.body) {
      if (instruction.opcode == "call") {
        call(instruction);
      } else {
        for (const ptx::Operand& operand : instruction.operands) visit(operand);
      }
    }
    for (const ptx::Variable& variable : function_.variables) {
      for (const ptx::Relocation& relocation : variable.relocations) refer(relocation.symbol);
    }
    return std::move(summary_);
  }

 private:
  void call(const ptx::Instruction& instruction) {
    const ptx::CallParts parts = ptx::call_parts(instruction);
    if (parts.arguments != nullptr) visit(*parts.arguments);
    if (parts.callee == nullptr) return;
    if (parts.callee->symbol.kind == ptx::SymbolKind::function) {
      add_once(summary_.callees, resolve_alias(module_, parts.callee->symbol.index));
    } else {
      summary_.indirect_calls.push_back(indirect_call_layout(module_, function_, instruction));
    }
  }

  void visit(const ptx::Operand& operand) {
    refer(operand.symbol);
    for (const ptx::Operand& element : operand.elements) visit(element);
  }

  void refer(const ptx::SymbolRef& symbol) {
    if (symbol.kind == ptx::SymbolKind::function) {
      add_once(summary_.address_taken, resolve_alias(module_, symbol.index));
    } else if (symbol.kind == ptx::SymbolKind::module_variable) {
      add_once(summary_.variables, symbol.index);
    }
  }

  const ptx::Module& module_;
  const ptx::Function& function_;
  FunctionSummary summary_;
};

}  // namespace

FunctionSummary summarize(const ptx::Module& module, const ptx::Function& function) {
  return FunctionWalk(module, function).run();
}

std::uint32_t resolve_alias(const ptx::Module& module, std::uint32_t function) {
  const auto found = std::ranges::find(module.aliases, function, &ptx::Alias::alias);
  return found == module.aliases.end() ? function : found->aliasee;
}

CallLayout indirect_call_layout(const ptx::Module& module, const ptx::Function& function,
                                const ptx::Instruction& call) {
  const ptx::CallParts parts = ptx::call_parts(call);
  if (parts.prototype == nullptr) {
    throw module.error(call.place, "a call through a register needs a prototype or target list");
  }
  if (parts.prototype->kind == ptx::OperandKind::prototype) {
    const ptx::Prototype& prototype = function.prototypes.at(parts.prototype->index);
    return call_layout(module, prototype.returns, prototype.parameters);
  }
  const ptx::TargetList& list = function.target_lists.at(parts.prototype->index);
  if (list.targets.empty()) throw module.error(list.place, "the list of call targets is empty");
  const ptx::Function& target = module.functions.at(resolve_alias(module, list.targets.front()));
  return call_layout(module, target.returns, target.parameters);
}

}  // namespace heddle::compile
