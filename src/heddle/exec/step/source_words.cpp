#include "heddle/exec/step/source_words.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace heddle::exec {
namespace {

std::string in_words(const isa::SourcePlace& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

/// Returns the first PTX line after `line` whose source is known.
unsigned next_known(const isa::SourceText& source, unsigned line, unsigned end) {
  while (++line < end && source.place(line).line == 0) continue;
  return line;
}

/// Returns the lowest PTX line of the function that contains `pc`.
unsigned first_line_around(const isa::Program& program, Pc pc) {
  Pc entry = 0;
  for (const isa::Function& function : program.functions)
    if (function.entry <= pc) entry = std::max(entry, function.entry);
  unsigned line = program.code[pc].line;
  for (Pc at = entry; at < pc; ++at)
    if (program.code[at].line != 0) line = std::min(line, program.code[at].line);
  return line;
}

}  // namespace

std::string source_in_words(const isa::Program& program, Pc pc) {
  if (!program.source || pc >= program.code.size()) return "";
  const unsigned line = program.code[pc].line;
  const isa::SourcePlace place = program.source->place(line);
  if (place.line == 0) return "";
  const std::string_view main_file =
      program.source->place(next_known(*program.source, 0, line)).file;
  const unsigned first = first_line_around(program, pc);
  for (unsigned before = line; place.file != main_file && before-- > first;) {
    const isa::SourcePlace outer = program.source->place(before);
    if (outer.line != 0 && outer.file == main_file)
      return fmt::format("{}, inlined near {}", in_words(place), in_words(outer));
  }
  return in_words(place);
}

}  // namespace heddle::exec
