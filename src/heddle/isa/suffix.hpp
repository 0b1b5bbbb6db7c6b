// The dot-suffixes of opcodes: which class each belongs to and which field of Modifiers it sets.
// One table serves the matcher of op patterns (word to field) and listings (field to word).
#pragma once

#include <string>
#include <string_view>

#include "heddle/isa/modifiers.hpp"

namespace heddle::isa {

/// Sets the field that a suffix class stands for; false if the suffix is not of the class.
using SuffixSetter = bool (*)(std::string_view suffix, Modifiers& modifiers);

/// The setter of a pattern's element, "rnd" or "type" for example; null if the name is no class
/// (then the element stands for itself).
SuffixSetter find_suffix_class(std::string_view name);

/// The word for a type, "f32"; empty for Type::none.
std::string_view name_of(Type type);
/// The type that a word stands for; Type::none if it is none.
Type type_named(std::string_view word);
std::string_view name_of(Space space);

/// Every field that is not at its default, as suffixes in a fixed order: ".rn.ftz.global.v4.f32".
std::string suffixes_of(const Modifiers& modifiers);

}  // namespace heddle::isa
