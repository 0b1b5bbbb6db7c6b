// State that the parts of the parser share: the module under construction, its tokens and names,
// and the current function.
#pragma once

#include "heddle/ptx/tokens/names.hpp"
#include "heddle/ptx/tokens/token_stream.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::ptx {

struct ModuleState {
  Module& module;
  TokenStream tokens;
  ModuleNames names;
};

struct FunctionState {
  Module& module;
  TokenStream& tokens;
  Function& function;
  FunctionNames names;
  SourceLine source;  ///< position in the source program that the last .loc gives
};

}  // namespace heddle::ptx
