// A module seen as a whole before its kernels are lowered: machine variables for the PTX ones, and
// which functions' addresses are taken anywhere.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/lowering/function_summary.hpp"
#include "heddle/isa/module.hpp"
#include "heddle/isa/op_pattern.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

struct ModulePlan {
  explicit ModulePlan(const ptx::Module& of);

  const ptx::Module& module;
  isa::OpMatcher matcher;
  std::vector<FunctionSummary> summaries;    ///< by Module::functions
  std::vector<std::uint32_t> address_taken;  ///< Module::functions
  std::vector<isa::Variable> variables;      ///< in global and constant memory
  /// Index into `variables` by Module::variables, and by function and Function::variables;
  /// ptx::kNoIndex for those elsewhere.
  std::vector<std::uint32_t> of_module;
  std::vector<std::vector<std::uint32_t>> of_function;

  const ptx::Variable& variable(std::uint32_t function, const ptx::SymbolRef& symbol) const;

 private:
  std::uint32_t add(const ptx::Variable& variable, const std::string& name);
};

/// What pointers to a function hold.
Addr code_address(std::uint32_t module_function);

}  // namespace heddle::compile
