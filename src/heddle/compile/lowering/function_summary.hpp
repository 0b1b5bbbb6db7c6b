// What a function's body refers to beyond itself: whom it calls, whose addresses it takes, which
// module variables it names. Enough to tell what a kernel needs without lowering anything.
#pragma once

#include <cstdint>
#include <vector>

#include "heddle/compile/lowering/call_layout.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::compile {

struct FunctionSummary {
  std::vector<std::uint32_t> callees;        ///< Module::functions, called by name
  std::vector<std::uint32_t> address_taken;  ///< Module::functions, named otherwise
  std::vector<std::uint32_t> variables;      ///< Module::variables
  std::vector<CallLayout> indirect_calls;    ///< one a call through a pointer
};

/// Each index once, aliases resolved.
FunctionSummary summarize(const ptx::Module& module, const ptx::Function& function);

/// The function that a name stands for.
std::uint32_t resolve_alias(const ptx::Module& module, std::uint32_t function);

/// The layout of a call through a pointer, from its prototype or list of targets.
CallLayout indirect_call_layout(const ptx::Module& module, const ptx::Function& function,
                                const ptx::Instruction& call);

}  // namespace heddle::compile
