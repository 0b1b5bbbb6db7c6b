#include "heddle/exec/step/fault.hpp"

#include "heddle/exec/step/source_words.hpp"
#include "heddle/exec/step/warp.hpp"

namespace heddle::exec {
namespace {

std::string in_words(const FaultPlace& place, const std::string& message) {
  const std::string inside =
      place.function.empty() ? "" : fmt::format(" in function `{}`", place.function);
  const std::string source = place.source.empty() ? "" : fmt::format(" ({})", place.source);
  return fmt::format("kernel `{}`, block [{},{},{}], thread [{},{},{}], {}:{}{}{}: {}",
                     place.kernel, place.block.x, place.block.y, place.block.z, place.thread.x,
                     place.thread.y, place.thread.z, place.file, place.line, source, inside,
                     message);
}

}  // namespace

ExecutionFault::ExecutionFault(FaultKind kind, FaultPlace place, Addr address,
                               const std::string& message)
    : Error(in_words(place, message)), kind_(kind), place_(std::move(place)), address_(address) {}

Dim3 thread_index(const Warp& warp, unsigned lane) {
  const Dim3& extent = warp.block->grid->shape.block;
  const std::uint32_t linear = warp.index * kWarpSize + lane;
  return {linear % extent.x, linear / extent.x % extent.y, linear / extent.x / extent.y};
}

FaultPlace fault_place(const Warp& warp, Pc pc, unsigned lane) {
  const isa::Program& program = *warp.block->grid->program;
  FaultPlace place{.kernel = program.name,
                   .function = {},
                   .block = warp.block->index,
                   .thread = thread_index(warp, lane),
                   .file = program.file,
                   .line = 0,
                   .source = {}};
  if (pc < program.code.size()) place.line = program.code[pc].line;
  place.source = source_in_words(program, pc);
  for (std::size_t i = 1; i < program.functions.size(); ++i)
    if (pc >= program.functions[i].entry && pc < program.functions[i].end)
      place.function = program.functions[i].name;
  return place;
}

void raise_fault(FaultKind kind, const Warp& warp, Pc pc, unsigned lane, Addr address,
                 const std::string& message) {
  throw ExecutionFault(kind, fault_place(warp, pc, lane), address, message);
}

}  // namespace heddle::exec
