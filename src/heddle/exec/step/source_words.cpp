#include "heddle/exec/step/source_words.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace heddle::exec {
namespace {

std::string in_words(const isa::SourcePlace& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

const isa::Function* function_around(const isa::Program& program, Pc pc) {
  for (const isa::Function& function : program.functions)
    if (function.entry <= pc && pc < function.end) return &function;
  return nullptr;
}

/// Returns the file of the function: that of its last instruction that returns or exits. Inlined
/// code has no such instruction. "": not known.
std::string_view own_file(const isa::Program& program, const isa::Function& function) {
  for (Pc pc = function.end; pc-- > function.entry;) {
    const isa::Op op = program.code[pc].op;
    if (op != isa::Op::ret && op != isa::Op::exit) continue;
    const isa::SourcePlace place = program.source->place(program.code[pc].line);
    if (place.line != 0) return place.file;
  }
  return "";
}

/// Returns the lowest PTX line of the function, at most `line`.
unsigned first_line(const isa::Program& program, const isa::Function& function, unsigned line) {
  for (Pc pc = function.entry; pc < function.end; ++pc)
    if (program.code[pc].line != 0) line = std::min<unsigned>(line, program.code[pc].line);
  return line;
}

}  // namespace

std::string source_in_words(const isa::Program& program, Pc pc) {
  if (!program.source || pc >= program.code.size()) return "";
  const unsigned line = program.code[pc].line;
  const isa::SourcePlace place = program.source->place(line);
  if (place.line == 0) return "";
  const isa::Function* const function = function_around(program, pc);
  if (function == nullptr) return in_words(place);
  const std::string_view own = own_file(program, *function);
  if (own.empty() || place.file == own) return in_words(place);
  for (unsigned before = line, first = first_line(program, *function, line); before-- > first;) {
    const isa::SourcePlace outer = program.source->place(before);
    if (outer.line != 0 && outer.file == own)
      return fmt::format("{}, inlined near {}", in_words(place), in_words(outer));
  }
  return in_words(place);
}

}  // namespace heddle::exec
