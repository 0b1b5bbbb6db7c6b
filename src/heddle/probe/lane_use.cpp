// Measures the use of each SM's lanes. The statistics lane_use.* (Lucas et al. 2015, Table IV)
// count lanes with a warp, lanes with a warp that does not wait for memory, and lanes that compete
// for the SM's one issue per cycle. The file lane_use.csv (Figure 6) contains the work of each lane
// over time. A lane group counts as one lane.
#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <vector>

#include <fmt/core.h>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::probe {
namespace {

constexpr std::string_view kGroup = "lane_use";

struct LaneCounts : heddle::Counts<LaneCounts> {
  std::uint64_t cycles = 0, resident = 0, active = 0;
  std::array<std::uint64_t, 3>
      conflicts{};  ///< cycles, by number of lanes that compete for the issue (1, 2, more)

  void describe(StatisticVisitor& visit) const {
    const auto cycles_of = static_cast<double>(cycles);
    visit.count("cycles", cycles, "SM-cycles", "in which an SM had a warp of the kernel");
    visit.count("resident_cycles", resident, "lane-cycles", "in which a lane had a warp");
    visit.count("active_cycles", active, "lane-cycles",
                "in which a lane had a warp that did not wait for memory or a service");
    visit.count("conflicts.one", conflicts[0], "SM-cycles",
                "in which one lane had an instruction to execute and another lane's was issued");
    visit.count("conflicts.two", conflicts[1], "SM-cycles", "in which two lanes had");
    visit.count("conflicts.more", conflicts[2], "SM-cycles", "in which more lanes had");
    visit.ratio("resident", static_cast<double>(resident), cycles_of, "lanes",
                "with a warp, mean of the SM-cycles");
    visit.ratio("active", static_cast<double>(active), cycles_of, "lanes",
                "with a warp that does not wait for memory, mean of the SM-cycles");
  }
};

bool waits_long(model::Stall state) {
  return state == model::Stall::scoreboard_memory || state == model::Stall::memory_order ||
         state == model::Stall::service;
}

/// Counts the cycles of one SM. At any time, the cycles up to the last change of any entity's state
/// have been counted.
class SmPart final : public UnitHears<model::WarpStateChanged, model::InstructionIssued> {
 public:
  /// By interval of a launch, then by lane: number of lane instructions that the lane executed.
  using Series = std::map<Cycle, std::vector<std::uint64_t>>;

  SmPart(const SmFacts& sm, Cycle interval)
      : view_(sm.view),
        interval_(interval),
        entities_(view_.entities),
        loads_(model::kKernelSlots * lanes()) {}

  void on(const model::WarpStateChanged& event) override {
    if (event.cycle > since_) account(event.cycle - since_);
    since_ = event.cycle;
    Entity& entity = entities_[event.entity];
    if (entity.state == model::Stall::empty) {
      entity.kernel = static_cast<std::uint8_t>(view_.warps[event.entity].kernel);
      entity.lane = static_cast<std::uint16_t>(view_.lane_group_of(event.entity));
    }
    add(entity, -1);
    entity.state = event.state;
    add(entity, 1);
  }

  void on(const model::InstructionIssued& event) override {
    auto& of = series_[view_.grids[event.kernel]][event.cycle / interval_ * interval_];
    of.resize(lanes());
    of[view_.lane_group_of(event.entity)] += lane_count(event.lanes);
  }

  ProbeCounts counts(unsigned kernel) override { return {kGroup, counts_[kernel]}; }
  Series take_series(std::uint64_t launch) {
    const auto node = series_.extract(launch);
    return node.empty() ? Series{} : node.mapped();
  }

 private:
  struct Entity {
    model::Stall state = model::Stall::empty;
    std::uint8_t kernel = 0;
    std::uint16_t lane = 0;
  };
  /// Numbers of a kernel's entities in one lane.
  struct Load {
    int resident = 0, active = 0, issuable = 0;
  };

  std::size_t lanes() const { return view_.lane_members.size(); }
  void add(const Entity& entity, int change) {
    if (entity.state == model::Stall::empty) return;
    Load& load = loads_[entity.kernel * lanes() + entity.lane];
    load.resident += change;
    if (!waits_long(entity.state)) load.active += change;
    if (entity.state == model::Stall::issued) load.issuable += change;
  }
  void account(Cycle cycles) {
    for (unsigned kernel = 0; kernel < model::kKernelSlots; ++kernel) {
      std::uint64_t resident = 0, active = 0, issuable = 0;
      for (std::size_t lane = 0; lane < lanes(); ++lane) {
        const Load& load = loads_[kernel * lanes() + lane];
        resident += load.resident != 0 ? 1 : 0;
        active += load.active != 0 ? 1 : 0;
        issuable += load.issuable != 0 ? 1 : 0;
      }
      if (resident == 0) continue;
      LaneCounts& counts = counts_[kernel];
      counts.cycles += cycles;
      counts.resident += resident * cycles;
      counts.active += active * cycles;
      if (issuable > 1) counts.conflicts[std::min<std::uint64_t>(issuable - 2, 2)] += cycles;
    }
  }

  const model::SmView& view_;
  Cycle interval_;
  Cycle since_ = 0;  ///< cycles before this cycle have been counted
  std::vector<Entity> entities_;
  std::vector<Load> loads_;  ///< indexed by kernel slot and lane
  std::array<LaneCounts, model::kKernelSlots> counts_;
  std::map<std::uint64_t, Series> series_;  ///< indexed by launch number
};

class LaneUse final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("on", on_,
          {.doc = "count the lanes that have a warp, that do not wait for memory, and "
                  "that wait for the issue (lane_use.*); write lane_use.csv"});
    visit("interval", interval_,
          {.unit = "cycles",
           .minimum = 1,
           .doc = "for which a line of lane_use.csv says what a lane executed"});
  }
  bool is_on() const override { return on_; }
  UnitProbe* on_sm(const SmFacts& sm) override { return &parts_.emplace_back(sm, interval_); }
  ProbeCounts no_counts() const override { return {kGroup, LaneCounts()}; }

  Output output() const override { return {.file = "lane_use.csv"}; }
  std::string heading() const override { return "launch,sm,begin,lane,thread_instructions\n"; }
  std::string rows_of(const Launch& launch) override {
    std::string rows;
    for (std::size_t sm = 0; sm < parts_.size(); ++sm) {
      for (const auto& [begin, lanes] : parts_[sm].take_series(launch.number)) {
        const Cycle since = begin - std::min(begin, launch.started);
        for (std::size_t lane = 0; lane < lanes.size(); ++lane)
          rows += fmt::format("{},{},{},{},{}\n", launch.number, sm, since, lane, lanes[lane]);
      }
    }
    return rows;
  }

 private:
  bool on_ = false;
  std::uint64_t interval_ = 1000;
  std::deque<SmPart> parts_;
};

const policy::Register<Probe, LaneUse> registration("lane_use", "what the lanes of the SMs do");

}  // namespace
}  // namespace heddle::probe
