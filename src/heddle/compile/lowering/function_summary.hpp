// References of a function's body to the rest of the module: the functions that the body calls, the
// functions whose addresses it takes, and the module variables that it names. With the summaries,
// all functions and variables that a kernel needs are known before lowering.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/lowering/call_layout.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

struct FunctionSummary {
  /// Functions that are called by name, as indices into Module::functions.
  std::vector<std::uint32_t> callees;
  /// Functions whose addresses are taken, as indices into Module::functions.
  std::vector<std::uint32_t> address_taken;
  /// Module variables that the body names, as indices into Module::variables.
  std::vector<std::uint32_t> variables;
  std::vector<CallLayout> indirect_calls;  ///< one layout for each call through a pointer
};

/// Returns the summary of a function. Each index appears once in its list, and aliases are
/// resolved.
FunctionSummary summarize(const ptx::Module& module, const ptx::Function& function);

/// Returns the function for which an alias stands, or the function itself if it is no alias.
std::uint32_t resolve_alias(const ptx::Module& module, std::uint32_t function);

/// Returns the layout of a call through a pointer. The layout comes from the call's prototype or
/// from its list of targets.
CallLayout indirect_call_layout(const ptx::Module& module, const ptx::Function& function,
                                const ptx::Instruction& call);

}  // namespace heddle::compile
