// Variable warp sizing: warps of a few threads run side by side on the lanes, each with an issue
// slot and a reconvergence stack of its own. While several of these small warps are at the same
// instruction, they fetch and issue together as a gang of up to 32 threads (Rogers, "Locality and
// Scheduling in the Massively Multithreaded Era", 2015, chapter 6).

#include <bit>

#include "heddle/base/error.hpp"
#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class VariableWarp final : public Organisation {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("base_width", base_width_,
          {.unit = "threads",
           .minimum = 4,
           .maximum = 16,
           .doc = "of a part of a warp, which issues alone or in a gang: 4, 8 or 16"});
    visit("form_gangs", form_gangs_,
          {.doc = "the parts of a warp begin as one gang; false: all issue alone"});
    visit("gangs_per_cycle", gangs_per_cycle_,
          {.minimum = 1, .maximum = 4, .doc = "gangs that issue, and that fetch, in a cycle"});
    visit.choice("split_memory", split_memory_, kMemorySplits,
                 {.doc = "what a gang does when some of its parts have the data of a load and "
                         "others have not: none: all wait; group: those that have theirs in one "
                         "cycle go on as a gang; impatient: each part goes on alone"});
    visit("reform_entities", reform_entities_,
          {.maximum = 8,
           .doc = "gangs and parts of one warp at the same place that are merged in a cycle; 0: "
                  "what has split stays apart"});
    visit.choice("reform_at", reform_at_, kReforms,
                 {.doc = "which of those at the same place are merged, where reform_entities is "
                         "not 0: arrival: those that have come there in the same cycle; visit: "
                         "all, whatever they wait for, when the warp has its turn, one warp a "
                         "cycle"});
    visit("reform_visits_all", reform_visits_all_,
          {.doc = "with reform_at = visit a warp context a cycle has its turn, whether or not its "
                  "gang has split; false: only those that have"});
    visit("sync_wait", sync_wait_,
          {.unit = "cycles",
           .maximum = 10000,
           .doc = "that a part waits where paths meet for the others of its warp, where "
                  "reform_entities is not 0"});
  }

  Shape shape(std::uint32_t schedulers) const override {
    if (!std::has_single_bit(base_width_))
      fail("organisation.variable_warp.base_width ({}) must be 4, 8 or 16", base_width_);
    if (reform_entities_ == 1)
      fail(
          "organisation.variable_warp.reform_entities (1) must be 0 or 2 to 8: one alone is not "
          "merged");
    if (sync_wait_ != 0 && reform_entities_ == 0)
      fail(
          "organisation.variable_warp.sync_wait ({}): nothing is merged behind the wait; set "
          "organisation.variable_warp.reform_entities=2",
          sync_wait_);
    check_visits();
    check_parts_alone();
    const std::uint32_t parts = kWarpSize / base_width_;
    return {.parts = parts,
            .slots = schedulers * parts,
            .lane_groups = parts,
            .gangs = {.per_cycle = gangs_per_cycle_,
                      .form = form_gangs_,
                      .split_memory = split_memory_,
                      .reform_entities = reform_entities_,
                      .reform = reform_at_,
                      .visits_all = reform_visits_all_,
                      .sync_wait = sync_wait_}};
  }

  void attach(const model::SmView&, const Shape&) override {}

  // Returns the structures of Rogers 2015, Table 6.2. A slice in that table corresponds to a part
  // of a warp.
  std::vector<StorageItem> storage(const FrontEndSizes& front_end) const override {
    constexpr std::uint64_t kInstructionBits = 64, kScoreboardBits = 1800, kWays = 4, kWayBits = 64;
    constexpr double kSecondPort = 0.108, kControl = 0.16;  // areas in mm2 at 40 nm
    const std::uint64_t parts = kWarpSize / base_width_;
    std::vector<StorageItem> items;
    if (front_end.own_cache_bytes != 0)
      items.push_back(
          {"L0 instruction caches", parts, 8 * front_end.own_cache_bytes, Cells::latches});
    if (front_end.buffer_entries != 0)
      items.push_back({"instruction buffers", parts * front_end.warps * front_end.buffer_entries,
                       kInstructionBits, Cells::latches});
    if (form_gangs_)
      items.push_back({"gang table", front_end.warps * kWays, kWayBits, Cells::latches});
    items.push_back({"scoreboards", parts, kScoreboardBits, Cells::flip_flops});
    items.push_back({.name = "second port of the L1I", .mm2 = kSecondPort});
    items.push_back({.name = "control", .entries = parts, .mm2 = kControl});
    return items;
  }
  PublishedStorage published_storage() const override {
    if (base_width_ == 16) return {};
    const bool narrow = base_width_ == 4;
    const std::uint64_t slices = narrow ? 8 : 4;
    return {.items = {{"L0 instruction caches", slices, 2048},
                      {"instruction buffers", slices * 64, 64},
                      {"gang table", 128, 64},
                      {"scoreboards", slices, 1800}},
            .source = "Rogers 2015, Table 6.2: with L0 caches of 256 bytes",
            .area_mm2 = narrow ? 1.7 : 0.93,
            .chip_percent = narrow ? 5 : 2.5};
  }

 private:
  /// Refuses parameters of merging by visits that have no effect with the other parameters.
  void check_visits() const {
    const bool visits = reform_at_ == Reform::visit;
    if (reform_visits_all_ && !visits)
      fail(
          "organisation.variable_warp.reform_visits_all is of visits, and reform_at = arrival "
          "makes none; set organisation.variable_warp.reform_at=visit");
    if (visits && reform_entities_ == 0)
      fail(
          "organisation.variable_warp.reform_at = visit has no effect, since nothing is merged; "
          "set organisation.variable_warp.reform_entities=2");
  }
  /// Refuses parameters about gangs if all parts issue alone.
  void check_parts_alone() const {
    if (form_gangs_ || (reform_entities_ == 0 && split_memory_ == MemorySplit::none)) return;
    fail(
        "organisation.variable_warp.{} is of gangs, and form_gangs = false forms none; set "
        "organisation.variable_warp.form_gangs=true",
        reform_entities_ != 0 ? "reform_entities" : "split_memory");
  }

  std::uint32_t base_width_ = 4, gangs_per_cycle_ = 2, reform_entities_ = 0, sync_wait_ = 0;
  bool form_gangs_ = true, reform_visits_all_ = false;
  MemorySplit split_memory_ = MemorySplit::none;
  Reform reform_at_ = Reform::arrival;
};

const Register<Organisation, VariableWarp> registration(
    "variable_warp", "warps of few threads that issue in gangs while they are at the same place",
    "Variable warp sizing. Warps of 4, 8 or 16 threads lie side by side on the lanes. The parts of "
    "32 consecutive threads begin as a gang, which fetches and issues like one warp. A gang splits "
    "where its parts go different ways; on request also where the data of a load come apart. Parts "
    "and gangs at the same place can be merged again.",
    "Rogers, \"Locality and Scheduling in the Massively Multithreaded Era\", "
    "dissertation, University of British Columbia, 2015, chapter 6");

}  // namespace
}  // namespace heddle::policy
