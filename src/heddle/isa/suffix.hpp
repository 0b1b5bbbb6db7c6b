// The dot-suffixes of opcodes: the class of each suffix and the field of Modifiers that it sets.
// The matcher of op patterns translates words to fields, and the listings translate fields to
// words.
#pragma once

#include <string>
#include <string_view>

#include "heddle/isa/terms/modifiers.hpp"

namespace heddle::isa {

/// Sets the field of a suffix class. Returns false if the suffix is not in the class.
using SuffixSetter = bool (*)(std::string_view suffix, Modifiers& modifiers);

/// Returns the setter for the suffix class that a pattern names, for example "rnd" or "type".
/// Returns null if no class has this name; the pattern then means a literal suffix.
SuffixSetter find_suffix_class(std::string_view name);

/// Returns the PTX word for a type, for example "f32". Empty for Type::none.
std::string_view name_of(Type type);
/// Returns the type that a PTX word stands for, or Type::none if the word is no type.
Type type_named(std::string_view word);
std::string_view name_of(Space space);

/// Returns all fields that differ from their defaults, as suffixes in a fixed order:
/// ".rn.ftz.global.v4.f32".
std::string suffixes_of(const Modifiers& modifiers);

}  // namespace heddle::isa
