#include "tree_check.hpp"

#include <functional>
#include <stdexcept>

namespace heddle::fuzz {
namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

class TreeCheck {
 public:
  TreeCheck(const ptx::Module& module, const ptx::Function* function)
      : module_(module), function_(function) {}

  void name(std::string_view text) const {
    const std::string& all = *module_.text;
    const std::less_equal<const char*> not_after;
    require(text.empty() || (not_after(all.data(), text.data()) &&
                             not_after(text.data() + text.size(), all.data() + all.size())),
            "a name lies outside the text");
  }

  void symbol(const ptx::SymbolRef& symbol) const {
    const bool is_local = symbol.kind == ptx::SymbolKind::function_variable ||
                          symbol.kind == ptx::SymbolKind::parameter ||
                          symbol.kind == ptx::SymbolKind::return_parameter;
    if (is_local) return local_symbol(symbol);
    if (symbol.kind == ptx::SymbolKind::none) return;
    const bool is_function = symbol.kind == ptx::SymbolKind::function;
    const std::size_t count = is_function ? module_.functions.size() : module_.variables.size();
    require(symbol.index < count, "a symbol points nowhere");
  }

  void local_symbol(const ptx::SymbolRef& symbol) const {
    if (function_ == nullptr) throw std::logic_error("a module's symbol is a function's");
    std::size_t count = 0;
    if (symbol.kind == ptx::SymbolKind::function_variable) {
      count = function_->variables.size();
    } else if (symbol.kind == ptx::SymbolKind::parameter) {
      count = function_->parameters.size();
    } else {
      count = function_->returns.size();
    }
    require(symbol.index < count, "a symbol points nowhere");
  }

  void variable(const ptx::Variable& variable) const {
    name(variable.name);
    require(variable.alignment != 0, "a variable has no alignment");
    require(variable.image.size() <= variable.bytes, "an image is longer than its variable");
    for (const ptx::Relocation& relocation : variable.relocations) {
      symbol(relocation.symbol);
      require(relocation.offset + relocation.width <= variable.image.size(),
              "a relocation lies outside the image");
      require(relocation.mask != 0, "a relocation has no mask");
    }
  }

  void operand(const ptx::Operand& operand) const {
    name(operand.name);
    symbol(operand.symbol);
    reg(operand.reg, operand.kind == ptx::OperandKind::reg);
    if (operand.kind == ptx::OperandKind::label) {
      require(operand.index < function_->labels.size(), "a label points nowhere");
    } else if (operand.kind == ptx::OperandKind::targets) {
      require(operand.index < function_->target_lists.size(), "a target list points nowhere");
    } else if (operand.kind == ptx::OperandKind::prototype) {
      require(operand.index < function_->prototypes.size(), "a prototype points nowhere");
    }
    for (const ptx::Operand& element : operand.elements) this->operand(element);
  }

  void reg(std::uint32_t index, bool is_needed) const {
    if (index == ptx::kNoIndex && !is_needed) return;
    require(index < function_->registers.size(), "a register points nowhere");
    name(function_->registers[index].name);
  }

  void instruction(const ptx::Instruction& instruction) const {
    name(instruction.opcode);
    for (const std::string_view modifier : instruction.modifiers) name(modifier);
    reg(instruction.guard.reg, false);
    for (const ptx::Operand& each : instruction.operands) operand(each);
    require(instruction.place.line != 0, "an instruction has no place");
  }

  void targets(const ptx::TargetList& list) const {
    const std::size_t count = list.is_call ? module_.functions.size() : function_->labels.size();
    for (const std::uint32_t target : list.targets) require(target < count, "a target is no label");
  }

  void function() const {
    name(function_->name);
    for (const ptx::Variable& each : function_->variables) variable(each);
    for (const ptx::Label& label : function_->labels) {
      name(label.name);
      require(label.position <= function_->body.size(), "a label lies outside the body");
    }
    for (const ptx::TargetList& list : function_->target_lists) targets(list);
    for (const ptx::Instruction& each : function_->body) instruction(each);
  }

 private:
  const ptx::Module& module_;
  const ptx::Function* function_;
};

}  // namespace

void check_tree(const ptx::Module& module) {
  const TreeCheck outside(module, nullptr);
  for (const ptx::Variable& variable : module.variables) outside.variable(variable);
  for (const ptx::Function& function : module.functions) TreeCheck(module, &function).function();
  for (const ptx::Alias& alias : module.aliases) {
    require(alias.alias < module.functions.size() && alias.aliasee < module.functions.size(),
            "an alias points nowhere");
  }
}

}  // namespace heddle::fuzz
