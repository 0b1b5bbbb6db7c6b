// Parses declarations: variables of every state space, registers, and the parameters of functions
// and prototypes.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "heddle/ptx/state.hpp"

namespace heddle::ptx {

/// Largest size of a variable or parameter, in bytes (1 TiB).
inline constexpr std::uint64_t kMaxVariableBytes = std::uint64_t{1} << 40;

/// Returns the state space that a directive such as ".shared" names. Empty for other directives.
std::optional<Space> space_from_directive(std::string_view directive);

/// Finds the symbol that a name in an initialiser stands for.
using FindSymbol = std::function<SymbolRef(std::string_view)>;
/// Receives a variable whose declaration is complete.
using AddVariable = std::function<void(Variable&&)>;

/// Parses ".global .align 4 .u32 a[2] = {1, 2}, b;". The caller has already parsed the linkage. The
/// next token is the state space.
void parse_variables(TokenStream& tokens, Space space, Linkage linkage, const FindSymbol& find,
                     const AddVariable& add);

/// Parses ".reg .b32 %r<10>, x;".
std::vector<DeclaredRegister> parse_registers(TokenStream& tokens);

/// Parses "(.param .b32 a, .param .align 8 .b8 b[16])". Returns no parameters if the next token is
/// not '('.
std::vector<Parameter> parse_parameters(TokenStream& tokens);

/// Skips the "[2]" of ".const[2]", which PTX before 2.2 writes. The banks hold different names, so
/// that the number of the bank has no effect.
void skip_constant_bank(TokenStream& tokens);

/// Parses ".attribute(.managed)". Returns true if .managed is among the attributes.
bool parse_attributes(TokenStream& tokens);

}  // namespace heddle::ptx
