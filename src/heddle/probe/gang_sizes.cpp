// Measures the effects of variable warp sizing. The statistics gang_sizes.* contain the number of
// lanes that issue, averaged over the cycles in which an SM issues (Rogers 2015, Figure 6.2). The
// file gang_sizes.csv contains the number of parts of warps in gangs of each size, over time
// (Figure 6.17). Without gangs, every warp or part of a warp counts as a gang of its own.
#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::probe {
namespace {

constexpr std::string_view kGroup = "gang_sizes";
constexpr unsigned kMost = 8;  ///< maximum number of parts in a gang
/// Number of parts of warps by the size of their gang. Index 0 is for size 1.
using BySize = std::array<std::uint64_t, kMost>;

struct GangCounts : heddle::Counts<GangCounts> {
  std::uint64_t issue_cycles = 0, lanes = 0;
  std::uint64_t samples = 0;
  BySize parts{};

  void describe(StatisticVisitor& visit) const {
    visit.count("issue_cycles", issue_cycles, "SM-cycles",
                "in which an SM issued an instruction of the kernel or more");
    visit.count("issue_lanes", lanes, "lane-cycles", "lanes that these were for");
    visit.ratio("active_lanes", static_cast<double>(lanes), static_cast<double>(issue_cycles),
                "lanes", "mean of the cycles in which an SM issued");
    visit.count("samples", samples, "SM-samples", "in which parts of warps are told apart by gang");
    for (unsigned size = 1; size <= kMost; ++size)
      visit.count(fmt::format("parts.{}", size), parts[size - 1], "parts",
                  size == 1 ? "that issued alone, sum of the samples"
                            : fmt::format("in gangs of {}, sum of the samples", size));
  }
};

class SmPart final
    : public UnitHears<model::WarpLaunched, model::WarpExited, model::InstructionExecuted> {
 public:
  /// The samples of a launch, by cycle.
  using Series = std::map<Cycle, BySize>;

  SmPart(const SmFacts& sm, Cycle interval) : view_(sm.view), interval_(interval) {}

  void on(const model::WarpLaunched& event) override { live_.set(event.entity); }
  void on(const model::WarpExited& event) override { live_.clear(event.entity); }
  void on(const model::InstructionExecuted& event) override {
    if (event.cycle >= next_) sample(event.cycle);
    const std::uint32_t kernel = view_.warps[event.entity].kernel;
    GangCounts& counts = counts_[kernel];
    if (last_[kernel] != event.cycle) ++counts.issue_cycles;
    last_[kernel] = event.cycle;
    counts.lanes += lane_count(event.lanes);
  }

  ProbeCounts counts(unsigned kernel) override { return {kGroup, counts_[kernel]}; }
  Series take_series(std::uint64_t launch) {
    const auto node = series_.extract(launch);
    return node.empty() ? Series{} : node.mapped();
  }

 private:
  /// Takes a sample in the first cycle with an instruction after a sample is due. Between
  /// instructions gangs hardly change: they can only merge, or split because of memory.
  void sample(Cycle now) {
    next_ = now / interval_ * interval_ + interval_;
    std::array<bool, model::kKernelSlots> seen{};
    live_.for_each([&](unsigned entity) {
      const std::uint32_t kernel = view_.warps[entity].kernel;
      const unsigned gang = view_.gangs.empty() ? 0 : view_.gangs[entity];
      const unsigned size = gang == 0 ? 1 : static_cast<unsigned>(std::popcount(gang));
      ++counts_[kernel].parts[size - 1];
      ++series_[view_.grids[kernel]][now][size - 1];
      seen[kernel] = true;
    });
    for (unsigned kernel = 0; kernel < model::kKernelSlots; ++kernel)
      counts_[kernel].samples += seen[kernel] ? 1 : 0;
  }

  const model::SmView& view_;
  Cycle interval_;
  Cycle next_ = 0;          ///< cycle of the next sample
  model::EntityMask live_;  ///< parts of warps with live threads
  std::array<Cycle, model::kKernelSlots> last_ = filled(kNever);  ///< by kernel slot: cycle of the
                                                                  ///< last issue
  std::array<GangCounts, model::kKernelSlots> counts_;
  std::map<std::uint64_t, Series> series_;  ///< indexed by launch number

  static constexpr std::array<Cycle, model::kKernelSlots> filled(Cycle value) {
    std::array<Cycle, model::kKernelSlots> all{};
    all.fill(value);
    return all;
  }
};

class GangSizes final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("on", on_,
          {.doc = "count the lanes that issue in a cycle, and the parts of warps by the size of "
                  "their gang (gang_sizes.*); write gang_sizes.csv"});
    visit("interval", interval_,
          {.unit = "cycles",
           .minimum = 1,
           .doc = "from one sample of the gangs to the next, each in a cycle that issues"});
  }
  bool is_on() const override { return on_; }
  UnitProbe* on_sm(const SmFacts& sm) override { return &parts_.emplace_back(sm, interval_); }
  ProbeCounts no_counts() const override { return {kGroup, GangCounts()}; }

  Output output() const override { return {.file = "gang_sizes.csv"}; }
  std::string heading() const override { return "launch,sm,cycle,size,parts\n"; }
  std::string rows_of(const Launch& launch) override {
    std::string rows;
    for (std::size_t sm = 0; sm < parts_.size(); ++sm) {
      for (const auto& [cycle, by_size] : parts_[sm].take_series(launch.number)) {
        const Cycle since = cycle - std::min(cycle, launch.started);
        for (unsigned size = 1; size <= kMost; ++size)
          if (by_size[size - 1] != 0)
            rows +=
                fmt::format("{},{},{},{},{}\n", launch.number, sm, since, size, by_size[size - 1]);
      }
    }
    return rows;
  }

 private:
  bool on_ = false;
  std::uint64_t interval_ = 1000;
  std::deque<SmPart> parts_;
};

const policy::Register<Probe, GangSizes> registration(
    "gang_sizes", "how many lanes issue, and how big the gangs of warps are");

}  // namespace
}  // namespace heddle::probe
