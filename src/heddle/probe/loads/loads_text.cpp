#include "heddle/probe/loads/loads_text.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "heddle/isa/address_base.hpp"

namespace heddle::probe {

std::string loads_heading() {
  return "kernel,pc,line,loop_begin,loop_end,loop_depth,base,displacement,executions,lanes,"
         "most_lanes,accesses,converged,own_hits,other_hits,own_merges,other_merges,misses,"
         "bypasses,lost,this_trip,last_trip,other_trip\n";
}

namespace {

std::string loop_cells(const isa::Program& program, Pc pc) {
  const std::uint32_t number = program.annotations->loop_of[pc];
  if (number == isa::kNoLoop) return ",,0";
  const isa::Loop& loop = program.annotations->loops[number];
  return fmt::format("{},{},{}", loop.begin, loop.end, loop.depth);
}

}  // namespace

std::string loads_lines(const KernelLoads& kernel) {
  const isa::Program& program = *kernel.program;
  std::string text;
  for (Pc pc = 0; pc < program.code.size(); ++pc) {
    const isa::Instruction& instruction = program.code[pc];
    if (!isa::is_l1_load(instruction)) continue;
    const LoadCounts& load = kernel.loads[pc];
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", program.name, pc,
        instruction.line, loop_cells(program, pc), to_string(isa::address_base(program, pc)),
        instruction.offset, load.executions, load.lanes, load.most_lanes, load.accesses,
        load.converged, load.own_hits, load.other_hits, load.own_merges, load.other_merges,
        load.misses, load.bypasses, load.lost, load.trips[0], load.trips[1], load.trips[2]);
  }
  return text;
}

std::vector<KernelLoads> sum_of(const std::vector<const std::vector<KernelLoads>*>& sms) {
  std::vector<KernelLoads> sum;
  for (const auto* sm : sms) {
    for (const KernelLoads& kernel : *sm) {
      const auto known = std::ranges::find(sum, kernel.program, &KernelLoads::program);
      if (known == sum.end()) {
        sum.push_back(kernel);
        continue;
      }
      for (std::size_t pc = 0; pc < kernel.loads.size(); ++pc) known->loads[pc] += kernel.loads[pc];
    }
  }
  return sum;
}

}  // namespace heddle::probe
