// State that the parts of the parser share: the module under construction, its tokens and names,
// and the current function.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "heddle/ptx/tokens/names.hpp"
#include "heddle/ptx/tokens/token_stream.hpp"
#include "heddle/ptx/tree/tree.hpp"

namespace heddle::ptx {

/// A declared register, or a range of registers.
struct DeclaredRegister {
  Token name;
  Type type = Type::b32;
  std::uint8_t vector_width = 1;
  std::optional<std::uint64_t> count;  ///< of a range
};

struct ModuleState {
  Module& module;
  TokenStream tokens;
  ModuleNames names;
  /// Modules before PTX 3.0 may declare registers and local variables outside functions. Each
  /// kernel has its own.
  std::vector<DeclaredRegister> registers{};
  std::vector<Variable> locals{};
};

struct FunctionState {
  Module& module;
  TokenStream& tokens;
  Function& function;
  FunctionNames names;
  SourceLine source;  ///< position in the source program that the last .loc gives
  /// By file, line and column of a .loc: the inlined call to which the line belongs.
  std::map<std::array<std::uint32_t, 3>, std::uint32_t> inlined_lines{};
  /// By place and enclosing inlined call: index into Function::inlined_calls.
  std::map<std::array<std::uint32_t, 4>, std::uint32_t> inlined_calls{};
};

}  // namespace heddle::ptx
