#include "heddle/energy/breakdown.hpp"

#include <numeric>

namespace heddle::energy {
namespace {

struct ComponentInfo {
  std::string_view name;
  Group group;
  std::string_view doc;
};

/// Facts about the components, in the order of Component.
constexpr std::array<ComponentInfo, kComponents> kInfos = {{
    {"fetch_decode", Group::cores, "instruction fetch, decoding, scoreboard and selection"},
    {"register_file", Group::cores, "register banks and operand collection"},
    {"integer_units", Group::cores, "moves, integer, logic and predicate operations"},
    {"float_units", Group::cores, "single and half precision, and conversions"},
    {"double_units", Group::cores, "double precision"},
    {"special_units", Group::cores, "special functions"},
    {"matrix_units", Group::cores, "multiplication of matrices"},
    {"other_units", Group::cores, "addresses, shuffles, votes, branches, barriers and the like"},
    {"shared_memory", Group::sm_memories, "shared memory"},
    {"l1d", Group::sm_memories, "L1 data caches"},
    {"constant_cache", Group::sm_memories, "constant caches"},
    {"texture_cache", Group::sm_memories, "texture caches"},
    {"l2", Group::l2, "L2: tags and data"},
    {"interconnect", Group::interconnect, "flits, both ways"},
    {"memory_controllers", Group::dram, "the chip's controllers and pins, by data moved"},
    {"dram.activate", Group::dram, "rows opened and closed"},
    {"dram.read", Group::dram, "bursts read"},
    {"dram.write", Group::dram, "bursts written"},
    {"clock.sm", Group::clock, "SMs that have warps, beyond what they draw without"},
    {"static.sm", Group::constant, "SMs, with or without warps"},
    {"static.l2", Group::constant, "L2, whatever happens"},
    {"static.interconnect", Group::constant, "crossbar, whatever happens"},
    {"static.memory_controllers", Group::constant, "memory controllers, whatever happens"},
    {"static.other", Group::constant, "the rest of the chip"},
    {"dram.background", Group::dram, "DRAM's standby and refresh"},
    {"board", Group::constant, "fan, regulators and what else is on the card"},
}};

constexpr std::array<std::string_view, kGroups> kGroupNames = {
    "cores", "sm_memories", "l2", "interconnect", "dram", "clock", "constant"};

double sum(const std::array<double, kComponents>& joules, std::size_t begin, std::size_t end) {
  return std::accumulate(joules.begin() + static_cast<std::ptrdiff_t>(begin),
                         joules.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
}

}  // namespace

std::string_view name_of(Component component) {
  return kInfos[static_cast<std::size_t>(component)].name;
}

std::string_view name_of(Group group) { return kGroupNames[static_cast<std::size_t>(group)]; }

double Breakdown::of(Group group) const {
  double all = 0;
  for (std::size_t i = 0; i < kComponents; ++i) {
    if (kInfos[i].group == group) all += joules[i];
  }
  return all;
}

double Breakdown::total() const { return sum(joules, 0, kComponents); }

double Breakdown::dynamic() const { return sum(joules, 0, kFirstOfTime); }

void Breakdown::describe(StatisticVisitor& visit) const {
  const Amount all{total(), sum(joules, kFirstOfTime, kComponents)};
  visit.amount("total", all, "J", "GPU, memory and card, while the kernel ran");
  visit.amount(
      "dynamic", {dynamic(), 0}, "J",
      "what the kernel's work adds to what is drawn whatever happens: events, and clock.sm, "
      "which grows with the time that SMs have warps");
  for (std::size_t i = 0; i < kComponents; ++i) {
    visit.amount(kInfos[i].name, {joules[i], i < kFirstOfTime ? 0 : joules[i]}, "J", kInfos[i].doc);
  }
  visit.rate("average_power", all, seconds, "W", "energy over time");
  visit.product("delay_product", all, seconds, "J s", "energy times time");
}

}  // namespace heddle::energy
