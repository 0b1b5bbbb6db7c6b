#include "heddle/sim/launches/meeting_warnings.hpp"

#include <fmt/core.h>

#include "heddle/base/text/demangle.hpp"
#include "heddle/exec/step/source_words.hpp"

namespace heddle::sim {
namespace {

/// Returns the place in the source, or in the PTX if the source is not known.
std::string place_of(const isa::Program& program, Pc pc) {
  const std::string source = exec::source_in_words(program, pc);
  return source.empty() ? fmt::format("{}:{}", program.file, program.code[pc].line) : source;
}

/// Returns why lanes can be missing.
std::string_view reason_of(const exec::Grid& grid) {
  if (grid.has_independent_threads())
    return "since they have ended or wait for its lanes elsewhere";
  return "since they go another way or skip it, and with sm.thread_scheduling=stack no lane waits "
         "for another";
}

}  // namespace

std::vector<MeetingWarning> meeting_warnings(const exec::Grid& grid) {
  std::vector<MeetingWarning> warnings;
  const isa::Program& program = *grid.program;
  for (const auto& [pc, lanes] : grid.notes->missed()) {
    const std::string instruction =
        fmt::format("kernel {}, {}: the mask of {}", demangled(program.name), place_of(program, pc),
                    isa::info(program.code[pc].op).name);
    warnings.push_back(
        {instruction,
         fmt::format("{}, {:#010x}, names lanes that did not come to it, {:#010x}, {}; it executed "
                     "without them, and its result is undefined on a GPU",
                     instruction, lanes.named, lanes.missed, reason_of(grid))});
  }
  return warnings;
}

}  // namespace heddle::sim
