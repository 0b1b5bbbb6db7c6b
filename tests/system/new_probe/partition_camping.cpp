// How unevenly a kernel's stores lie on the slices of the L2: a count by kernel slot, and a table
// by launch.
#include <array>
#include <deque>
#include <map>

#include <fmt/core.h>

#include "heddle/base/statistics/counts.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::probe {
namespace {

struct CampingCounts : heddle::Counts<CampingCounts> {
  std::uint64_t requests = 0, blocks = 0;

  void describe(StatisticVisitor& visit) const {
    visit.count("requests", requests, "requests", "stores of many sectors that reached the L2");
    visit.count("blocks", blocks, "blocks", "that arrived on an SM");
  }
};

constexpr std::string_view kGroup = "partition_camping";
using BySlot = std::array<CampingCounts, model::kKernelSlots>;

class PartitionPart final : public UnitHears<model::L2Access> {
 public:
  explicit PartitionPart(const std::uint32_t& least) : least_(least) {}
  void on(const model::L2Access& event) override {
    const auto sectors = static_cast<std::uint32_t>(lane_count(event.sectors));
    if (event.kind != model::RequestKind::store || sectors < least_) return;
    ++counts_[event.kernel].requests;
    ++by_slice[event.slice];
  }
  ProbeCounts counts(unsigned kernel) override { return {kGroup, counts_[kernel]}; }

  std::map<std::uint32_t, std::uint64_t> by_slice;  ///< since the last launch ended

 private:
  const std::uint32_t& least_;
  BySlot counts_;
};

class SmPart final : public UnitHears<model::BlockDispatched> {
 public:
  void on(const model::BlockDispatched& event) override { ++counts_[event.kernel].blocks; }
  ProbeCounts counts(unsigned kernel) override { return {kGroup, counts_[kernel]}; }

 private:
  BySlot counts_;
};

class PartitionCamping final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("on", on_, {.doc = "count the stores at each slice of the L2"});
    visit("least_sectors", least_,
          {.unit = "sectors", .minimum = 1, .maximum = 8, .doc = "of a store that counts"});
  }
  bool is_on() const override { return on_; }
  UnitProbe* on_sm(const SmFacts& /*sm*/) override { return &sms_.emplace_back(); }
  UnitProbe* on_partition(const PartitionFacts& /*partition*/) override {
    return &partitions_.emplace_back(least_);
  }
  ProbeCounts no_counts() const override { return {kGroup, CampingCounts()}; }

  Output output() const override { return {.file = "camping.csv"}; }
  std::string heading() const override { return "launch,slice,requests\n"; }
  std::string rows_of(const Launch& launch) override {
    std::string rows;
    for (PartitionPart& part : partitions_) {
      for (const auto& [slice, requests] : part.by_slice)
        rows += fmt::format("{},{},{}\n", launch.number, slice, requests);
      part.by_slice.clear();
    }
    return rows;
  }

 private:
  bool on_ = false;
  std::uint32_t least_ = 1;
  std::deque<SmPart> sms_;
  std::deque<PartitionPart> partitions_;
};

const policy::Register<Probe, PartitionCamping> registration(
    "partition_camping", "how a kernel's stores lie on the slices of the L2");

}  // namespace
}  // namespace heddle::probe
