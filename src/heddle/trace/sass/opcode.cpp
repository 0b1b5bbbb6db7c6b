#include "heddle/trace/sass/opcode.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>

namespace heddle::trace {
namespace {

constexpr Opcode kOpcodes[] = {
#define HEDDLE_SASS(name, op_class, form, generations) \
  {name, isa::OpClass::op_class, OperandForm::form, generations},
#include "heddle/trace/sass/opcodes.def"
#undef HEDDLE_SASS
};

constexpr Opcode kUnknown{"?", isa::OpClass::integer, OperandForm::words, ""};

constexpr char letter_of(Generation generation) {
  return "PVTAH"[static_cast<std::size_t>(generation)];
}

using Index = std::unordered_map<std::string_view, const Opcode*>;

Index index_of(Generation generation) {
  Index index;
  for (const Opcode& opcode : kOpcodes)
    if (opcode.generations.find(letter_of(generation)) != std::string_view::npos)
      index.emplace(opcode.name, &opcode);
  return index;
}

/// Calls `visit` for each suffix until it returns true. Returns whether it has.
template <typename Visit>
bool any_suffix(std::string_view opcode, Visit&& visit) {
  for (std::size_t dot = opcode.find('.'); dot != std::string_view::npos;) {
    const std::size_t next = opcode.find('.', dot + 1);
    if (visit(opcode.substr(dot + 1, next == std::string_view::npos ? next : next - dot - 1)))
      return true;
    dot = next;
  }
  return false;
}

/// Returns 0 if the suffix does not name a size.
unsigned bytes_of_suffix(std::string_view suffix) {
  if (suffix == "128") return 16;
  if (suffix == "64" || suffix == "U64" || suffix == "S64" || suffix == "F64") return 8;
  if (suffix == "U16" || suffix == "S16" || suffix == "16" || suffix == "F16") return 2;
  if (suffix == "U8" || suffix == "S8" || suffix == "8") return 1;
  return 0;
}

}  // namespace

std::span<const Opcode> opcode_table() { return kOpcodes; }

const Opcode* find_opcode(Generation generation, std::string_view opcode) {
  static const Index indices[] = {index_of(Generation::pascal), index_of(Generation::volta),
                                  index_of(Generation::turing), index_of(Generation::ampere),
                                  index_of(Generation::hopper)};
  const Index& index = indices[static_cast<std::size_t>(generation)];
  const auto found = index.find(base_of(opcode));
  return found == index.end() ? nullptr : found->second;
}

const Opcode& unknown_opcode() { return kUnknown; }

bool has_suffix(std::string_view opcode, std::string_view suffix) {
  return any_suffix(opcode, [&](std::string_view each) { return each == suffix; });
}

unsigned access_bytes(std::string_view opcode) {
  // LDSM and STSM move matrices, and a lane has the address of a row of 16 bytes.
  if (base_of(opcode) == "LDSM" || base_of(opcode) == "STSM") return 16;
  unsigned bytes = 4;
  any_suffix(opcode, [&](std::string_view suffix) {
    const unsigned named = bytes_of_suffix(suffix);
    if (named != 0) bytes = named;
    return named != 0;
  });
  return bytes;
}

}  // namespace heddle::trace
