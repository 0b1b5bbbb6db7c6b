// Facts about a whole module, which are collected before its kernels are lowered. The facts are the
// isa::Variable of each PTX variable in global or constant memory, and the functions whose
// addresses are taken.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/lowering/function_summary.hpp"
#include "heddle/isa/module.hpp"
#include "heddle/isa/op_pattern.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

/// The device that the code is for.
struct Target {
  unsigned capability = 75;    ///< compute capability, 75 for 7.5
  bool refuse_missing = true;  ///< refuse instructions that the capability lacks; false: the thread
                               ///< that executes one faults
};

struct ModulePlan {
  explicit ModulePlan(const ptx::Module& of, Target of_device = {});

  const ptx::Module& module;
  Target target;
  isa::OpMatcher matcher;
  std::vector<FunctionSummary> summaries;  ///< by index into Module::functions
  /// Functions whose addresses are taken, as indices into Module::functions.
  std::vector<std::uint32_t> address_taken;
  std::vector<isa::Variable> variables;  ///< variables in global and constant memory
  /// Indices into `variables`. `of_module` is ordered as Module::variables. `of_function` has one
  /// list for each function, ordered as Function::variables. Variables in other state spaces have
  /// ptx::kNoIndex.
  std::vector<std::uint32_t> of_module;
  std::vector<std::vector<std::uint32_t>> of_function;

  const ptx::Variable& variable(std::uint32_t function, const ptx::SymbolRef& symbol) const;

 private:
  std::uint32_t add(const ptx::Variable& variable, const std::string& name);
};

/// Returns the value of a pointer to the function.
Addr code_address(std::uint32_t module_function);

}  // namespace heddle::compile
