// The dot-suffixes that only matrix instructions have.
#pragma once

#include <string>
#include <string_view>

#include "heddle/isa/terms/modifiers.hpp"

namespace heddle::isa {

/// Returns the setter for a suffix class of matrix instructions, for example "shape" or "alayout".
/// Returns null if no such class has this name.
bool (*find_matrix_suffix(std::string_view name))(std::string_view suffix, Modifiers& modifiers);

/// Returns the PTX word for a type of elements, for example "tf32". Empty for other types.
std::string_view matrix_type_name(Type type);

/// Returns the suffixes that differ from their defaults: ".m16n8k16.row.col.f16.f32".
std::string matrix_suffixes_of(const MatrixModifiers& matrix);

}  // namespace heddle::isa
