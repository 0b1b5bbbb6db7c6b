// Finds all functions that a kernel can reach through calls. The kernel's program must contain
// these functions. Assigns an address in shared memory to each shared variable.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "heddle/compile/lowering/module_plan.hpp"

namespace heddle::compile {

class KernelScope {
 public:
  KernelScope(const ModulePlan& plan, std::uint32_t kernel);

  const ModulePlan& plan() const { return plan_; }
  /// Returns the reachable functions as indices into Module::functions. [0] is the kernel.
  const std::vector<std::uint32_t>& functions() const { return functions_; }
  /// Returns the position in functions() of a function that has a body.
  std::uint32_t position_of(std::uint32_t module_function) const;

  /// Returns the offset in shared memory of a variable that `function` names.
  std::uint32_t shared_offset(std::uint32_t function, const ptx::SymbolRef& symbol) const;
  std::uint32_t shared_bytes() const { return shared_bytes_; }
  /// True if any of the functions has local variables. Then a generic address may point into local
  /// memory.
  bool has_local_variables() const;

 private:
  void collect_functions(std::uint32_t kernel);
  void add(std::uint32_t function);
  void lay_out_shared_memory();
  void place(std::uint32_t function, const ptx::SymbolRef& symbol);

  /// Index of the function (kNoIndex for a module variable), and index of the variable.
  using VariableKey = std::pair<std::uint32_t, std::uint32_t>;
  static VariableKey key(std::uint32_t function, const ptx::SymbolRef& symbol);

  const ModulePlan& plan_;
  std::vector<std::uint32_t> functions_;
  std::map<VariableKey, std::uint32_t> shared_;
  std::vector<VariableKey> unsized_;  ///< variables without a size; all of them begin at the start
                                      ///< of dynamic shared memory
  std::uint32_t shared_bytes_ = 0;
  std::uint64_t unsized_alignment_ = 1;
};

}  // namespace heddle::compile
