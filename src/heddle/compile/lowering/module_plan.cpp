#include "heddle/compile/lowering/module_plan.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace heddle::compile {
namespace {

bool is_in_memory(const ptx::Variable& variable) {
  return variable.space == ptx::Space::global || variable.space == ptx::Space::constant;
}

isa::Variable::Relocation relocation(const ptx::Module& module, const ptx::Variable& variable,
                                     const ptx::Relocation& from) {
  const auto refuse = [&](std::string_view what) {
    return module.error(variable.place, fmt::format("the initialiser of '{}' holds {}, which is "
                                                    "not supported",
                                                    variable.name, what));
  };
  if (from.mask != ~std::uint64_t{0}) throw refuse("a part of an address");
  isa::Variable::Relocation to;
  to.offset = from.offset;
  to.bytes = static_cast<std::uint8_t>(from.width);
  to.addend = from.addend;
  if (from.symbol.kind == ptx::SymbolKind::function) {
    const std::uint32_t target = resolve_alias(module, from.symbol.index);
    to.function = true;
    to.symbol = module.functions[target].name;
    to.addend = static_cast<std::int64_t>(code_address(target));
  } else if (from.symbol.kind == ptx::SymbolKind::module_variable &&
             is_in_memory(module.variables[from.symbol.index])) {
    to.symbol = module.variables[from.symbol.index].name;
  } else {
    throw refuse("the address of what is in neither global nor constant memory");
  }
  return to;
}

}  // namespace

Addr code_address(std::uint32_t module_function) {
  return isa::kCodeWindow + 16 * static_cast<Addr>(module_function);
}

ModulePlan::ModulePlan(const ptx::Module& of, Target of_device) : module(of), target(of_device) {
  for (const ptx::Variable& variable : module.variables) {
    of_module.push_back(is_in_memory(variable) ? add(variable, std::string(variable.name))
                                               : ptx::kNoIndex);
  }
  const auto take = [&](std::uint32_t function) {
    if (std::ranges::find(address_taken, function) == address_taken.end()) {
      address_taken.push_back(function);
    }
  };
  for (const ptx::Function& function : module.functions) {
    summaries.push_back(summarize(module, function));
    for (const std::uint32_t taken : summaries.back().address_taken) take(taken);
    std::vector<std::uint32_t>& indices = of_function.emplace_back();
    for (const ptx::Variable& variable : function.variables) {
      indices.push_back(is_in_memory(variable)
                            ? add(variable, fmt::format("{}.{}", function.name, variable.name))
                            : ptx::kNoIndex);
    }
  }
  for (const ptx::Variable& variable : module.variables) {
    for (const ptx::Relocation& from : variable.relocations) {
      if (from.symbol.kind == ptx::SymbolKind::function) {
        take(resolve_alias(module, from.symbol.index));
      }
    }
  }
}

const ptx::Variable& ModulePlan::variable(std::uint32_t function,
                                          const ptx::SymbolRef& symbol) const {
  return symbol.kind == ptx::SymbolKind::module_variable
             ? module.variables.at(symbol.index)
             : module.functions[function].variables.at(symbol.index);
}

std::uint32_t ModulePlan::add(const ptx::Variable& variable, const std::string& name) {
  isa::Variable added;
  added.name = name;
  added.space = variable.space == ptx::Space::constant ? isa::Space::constant : isa::Space::global;
  added.bytes = variable.bytes;
  added.alignment = static_cast<std::uint32_t>(variable.alignment);
  added.external = variable.linkage == ptx::Linkage::external;
  added.managed = variable.managed;
  added.initial = variable.image;
  for (const ptx::Relocation& from : variable.relocations) {
    added.relocations.push_back(relocation(module, variable, from));
  }
  variables.push_back(std::move(added));
  return static_cast<std::uint32_t>(variables.size() - 1);
}

}  // namespace heddle::compile
