#include "heddle/probe/loads/loop_trips.hpp"

#include <algorithm>
#include <utility>

namespace heddle::probe {
namespace {

bool in_same_function(const isa::Program& program, Pc a, Pc b) {
  for (const isa::Function& function : program.functions)
    if (a >= function.entry && a < function.end) return b >= function.entry && b < function.end;
  return true;
}

}  // namespace

/// Removes the warp from the loops that do not contain the instruction at pc. Code of a function
/// that a loop calls counts as inside the loop.
void LoopTrips::leave(const isa::Program& program, Pc pc) {
  std::erase_if(inside_, [&](std::uint32_t number) {
    const isa::Loop& loop = program.annotations->loops[number];
    return (pc < loop.first || pc > loop.end) && in_same_function(program, loop.begin, pc);
  });
}

void LoopTrips::issued(const isa::Program& program, Pc pc, bool waits_for_cache) {
  const isa::Annotations& annotations = *program.annotations;
  const std::uint32_t loop = annotations.loop_of[pc];
  if (!inside_.empty()) leave(program, pc);
  if (annotations.begins_loop(pc)) {
    const bool enters = std::ranges::find(inside_, loop) == inside_.end();
    if (enters) inside_.push_back(loop);
    lines_[loop].trip += enters ? 2 : 1;  // entering a loop skips one number, so that the first
                                          // iteration has no iteration before it
  }
  if (!waits_for_cache) return;
  loads_.push_back({pc, loop, loop == isa::kNoLoop ? 0 : lines_[loop].trip});
}

void LoopTrips::arrived(Pc pc) {
  at_cache_ = {.pc = pc};
  while (!loads_.empty()) {
    const Load load = loads_.front();
    loads_.pop_front();
    if (load.pc != pc) continue;  // this load did not access this cache
    at_cache_ = load;
    break;
  }
}

std::optional<Trip> LoopTrips::touch(Addr line) {
  if (at_cache_.loop == isa::kNoLoop) return std::nullopt;
  Lines& lines = lines_[at_cache_.loop];
  if (at_cache_.trip > lines.current) {
    lines.before.clear();
    if (at_cache_.trip == lines.current + 1) std::swap(lines.before, lines.touched);
    lines.touched.clear();
    lines.current = at_cache_.trip;
  }
  const bool is_new = lines.touched.insert(line).second;
  if (!is_new) return Trip::now;
  return lines.before.contains(line) ? Trip::last : Trip::other;
}

}  // namespace heddle::probe
