#include "heddle/sim/meeting_warnings.hpp"

#include <fmt/core.h>

#include "heddle/base/text/demangle.hpp"

namespace heddle::sim {
namespace {

/// Returns "FILE:LINE" in the source, or in the PTX if the source is not known.
std::string place_of(const isa::Program& program, Pc pc) {
  const unsigned line = program.code[pc].line;
  if (program.source) {
    const isa::SourcePlace source = program.source->place(line);
    if (source.line != 0) return fmt::format("{}:{}", source.file, source.line);
  }
  return fmt::format("{}:{}", program.file, line);
}

}  // namespace

std::vector<std::string> meeting_warnings(const exec::Grid& grid) {
  std::vector<std::string> warnings;
  if (!grid.notes) return warnings;
  const isa::Program& program = *grid.program;
  for (const auto& [pc, lanes] : grid.notes->missed()) {
    warnings.push_back(fmt::format(
        "kernel {}, {}: the mask of {} names lanes that did not come to it ({:#010x}), since they "
        "have ended or wait for its lanes elsewhere; it executed without them, and its result is "
        "undefined on a GPU",
        demangled(program.name), place_of(program, pc), isa::info(program.code[pc].op).name,
        lanes));
  }
  return warnings;
}

}  // namespace heddle::sim
