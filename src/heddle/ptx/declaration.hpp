// Declarations: variables of every state space, registers, and the parameters of functions and
// prototypes.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "heddle/ptx/state.hpp"

namespace heddle::ptx {

/// Largest variable or parameter.
inline constexpr std::uint64_t kMaxVariableBytes = std::uint64_t{1} << 40;

/// The space that a directive names: ".shared"; none for other directives.
std::optional<Space> space_from_directive(std::string_view directive);

/// What a name in an initialiser stands for.
using FindSymbol = std::function<SymbolRef(std::string_view)>;
/// Takes a variable whose declaration is complete.
using AddVariable = std::function<void(Variable&&)>;

/// After the linkage: ".global .align 4 .u32 a[2] = {1, 2}, b;". The next token is that of the
/// space.
void parse_variables(TokenStream& tokens, Space space, Linkage linkage, const FindSymbol& find,
                     const AddVariable& add);

/// ".reg .b32 %r<10>, x;"
void parse_registers(FunctionState& state);

/// "(.param .b32 a, .param .align 8 .b8 b[16])"; nothing when the next token is no '('.
std::vector<Parameter> parse_parameters(TokenStream& tokens);

/// ".attribute(.managed)": whether .managed is among the attributes.
bool parse_attributes(TokenStream& tokens);

}  // namespace heddle::ptx
