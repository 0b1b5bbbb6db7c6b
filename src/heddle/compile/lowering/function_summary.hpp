// References of a function's body to the rest of the module: functions that it calls, functions
// whose addresses it takes, and module variables that it names. They suffice to find all that a
// kernel needs before any lowering.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/lowering/call_layout.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

struct FunctionSummary {
  std::vector<std::uint32_t> callees;        ///< functions called by name (Module::functions)
  std::vector<std::uint32_t> address_taken;  ///< functions named in other ways (Module::functions)
  std::vector<std::uint32_t> variables;      ///< as indices into Module::variables
  std::vector<CallLayout> indirect_calls;    ///< one for each call through a pointer
};

/// Each index appears once, and aliases are resolved.
FunctionSummary summarize(const ptx::Module& module, const ptx::Function& function);

/// The function that an alias stands for; the function itself if it is no alias.
std::uint32_t resolve_alias(const ptx::Module& module, std::uint32_t function);

/// The layout of a call through a pointer, taken from its prototype or its list of targets.
CallLayout indirect_call_layout(const ptx::Module& module, const ptx::Function& function,
                                const ptx::Instruction& call);

}  // namespace heddle::compile
