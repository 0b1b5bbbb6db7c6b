#include "heddle/compile/lowering/kernel_scope.hpp"

#include <algorithm>
#include <set>

namespace heddle::compile {
namespace {

std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

}  // namespace

KernelScope::KernelScope(const ModulePlan& plan, std::uint32_t kernel) : plan_(plan) {
  collect_functions(kernel);
  lay_out_shared_memory();
}

void KernelScope::add(std::uint32_t function) {
  if (!plan_.module.functions[function].has_body) return;
  if (std::ranges::find(functions_, function) == functions_.end()) functions_.push_back(function);
}

void KernelScope::collect_functions(std::uint32_t kernel) {
  add(kernel);
  for (std::size_t next = 0; next < functions_.size(); ++next) {
    const FunctionSummary& summary = plan_.summaries[functions_[next]];
    for (const std::uint32_t callee : summary.callees) add(callee);
    for (const CallLayout& layout : summary.indirect_calls) {
      for (const std::uint32_t taken : plan_.address_taken) {
        const ptx::Function& candidate = plan_.module.functions[taken];
        if (candidate.has_body && !candidate.is_entry &&
            call_layout(plan_.module, candidate.returns, candidate.parameters) == layout) {
          add(taken);
        }
      }
    }
  }
}

std::uint32_t KernelScope::position_of(std::uint32_t module_function) const {
  const auto found = std::ranges::find(functions_, module_function);
  return static_cast<std::uint32_t>(found - functions_.begin());
}

KernelScope::VariableKey KernelScope::key(std::uint32_t function, const ptx::SymbolRef& symbol) {
  return {symbol.kind == ptx::SymbolKind::module_variable ? ptx::kNoIndex : function, symbol.index};
}

void KernelScope::place(std::uint32_t function, const ptx::SymbolRef& symbol) {
  const ptx::Variable& variable = plan_.variable(function, symbol);
  if (variable.space != ptx::Space::shared) return;
  const VariableKey at = key(function, symbol);
  if (shared_.contains(at)) return;
  if (variable.bytes == 0) {
    unsized_alignment_ = std::max(unsized_alignment_, variable.alignment);
    unsized_.push_back(at);
    shared_[at] = 0;
    return;
  }
  const std::uint64_t offset = align_up(shared_bytes_, variable.alignment);
  if (offset > isa::kSharedWindowBytes || variable.bytes > isa::kSharedWindowBytes - offset) {
    throw plan_.module.error(variable.place, "shared memory exceeds its address window");
  }
  shared_[at] = static_cast<std::uint32_t>(offset);
  shared_bytes_ = static_cast<std::uint32_t>(offset + variable.bytes);
}

void KernelScope::lay_out_shared_memory() {
  std::set<std::uint32_t> named;  // indices of module variables, sorted in the order of declaration
  for (const std::uint32_t function : functions_) {
    const std::vector<std::uint32_t>& variables = plan_.summaries[function].variables;
    named.insert(variables.begin(), variables.end());
  }
  for (const std::uint32_t index : named) {
    place(ptx::kNoIndex, {ptx::SymbolKind::module_variable, index});
  }
  for (const std::uint32_t function : functions_) {
    const auto own = static_cast<std::uint32_t>(plan_.module.functions[function].variables.size());
    for (std::uint32_t index = 0; index < own; ++index) {
      place(function, {ptx::SymbolKind::function_variable, index});
    }
  }
  if (unsized_.empty()) return;
  shared_bytes_ = static_cast<std::uint32_t>(align_up(shared_bytes_, unsized_alignment_));
  for (const VariableKey& at : unsized_) shared_[at] = shared_bytes_;
}

bool KernelScope::has_local_variables() const {
  return std::ranges::any_of(functions_, [&](std::uint32_t function) {
    return std::ranges::any_of(
        plan_.module.functions[function].variables,
        [](const ptx::Variable& variable) { return variable.space == ptx::Space::local; });
  });
}

std::uint32_t KernelScope::shared_offset(std::uint32_t function,
                                         const ptx::SymbolRef& symbol) const {
  return shared_.at(key(function, symbol));
}

}  // namespace heddle::compile
