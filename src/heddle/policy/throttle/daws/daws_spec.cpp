#include "heddle/policy/throttle/daws/daws_spec.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace heddle::policy {

void DawsSpec::describe(ParameterVisitor& visit) {
  visit(
      "associativity_factor", associativity_factor,
      {.minimum = 0.01, .maximum = 4, .doc = "share of the L1's lines that predictions may fill"});
  visit("skip_blocked", skip_blocked,
        {.doc = "what a warp that may not load would want takes nothing from younger ones"});
  visit("in_loop_first", in_loop_first,
        {.doc = "warps in loops come before those outside, whatever their age"});
  static constexpr std::array<std::string_view, 2> kOutside = {"at_load", "from_load"};
  visit.choice("outside", outside, kOutside,
               {.doc = "how long a warp outside of loops is predicted to want the next loop's "
                       "lines: while its next instruction is a load, or from its first load on"});
  static constexpr std::array<std::string_view, 2> kFirstLoads = {"trip", "before"};
  visit.choice("first_load", first_load, kFirstLoads,
               {.doc = "what holds a load that is a loop's first instruction: the lines of the "
                       "trip that it begins, or what the warp wanted before"});
  visit("profile", profile_file,
        {.doc = "loads.csv of an earlier run (run.loads) that says what loads do (Profiled-DAWS); "
                "empty: it is learnt as the kernel runs (Detected-DAWS)"});
  visit("control_flow_aware", control_flow_aware,
        {.doc = "predict by the lanes that are there; else by all that a warp has"});
  detection.describe(visit);
  static constexpr std::array<std::string_view, 2> kLimits = {"room", "l1"};
  visit.choice(
      "oversize", oversize, kLimits,
      {.doc = "a loop in which one warp wants more lines than this holds no warp: the whole "
              "L1, as in the dissertation (then the oldest that wants any is not held), "
              "or what predictions may fill"});
  static constexpr std::array<std::string_view, 2> kClosest = {"next", "predicted"};
  visit.choice("closest_loop", closest, kClosest,
               {.doc = "by which loop the loads of a warp outside of loops are held: the next in "
                       "program order, as in the dissertation, or the next that wants lines"});
  static constexpr std::array<std::string_view, 2> kNestings = {"analysis", "pc"};
  visit.choice("loop_nesting", nesting, kNestings,
               {.doc = "whether a loop is around another: by the compiler's analysis, or if it "
                       "begins before it, as in the dissertation"});
  tags.describe(visit);
}

void DawsSpec::check() const {
  tags.check("throttle.daws.vta_entries", "throttle.daws.vta_ways");
  detection.check();
}

std::vector<StorageItem> DawsSpec::storage(const model::SmView& sm) const {
  const std::uint64_t warps = sm.entities / sm.names.parts();
  const StorageItem predictions = {"footprint predictions", warps, 8 + 32 + 1};
  if (!profile_file.empty())
    return {predictions, {"classified loads", detection.classified_loads, 32 + 1 + 5}};
  std::vector<StorageItem> items = tags.storage(sm);
  items.push_back(predictions);
  for (StorageItem& item : detection.storage()) items.push_back(std::move(item));
  return items;
}

PublishedStorage DawsSpec::published_storage() {
  return {
      {{"victim tags", 512, 40},
       {"owners of L1 lines", 256, 5},
       {"footprint predictions", 32, 0},
       {"classified loads", 32, 0},
       {"sampling warps", 5, 0},
       {"divergence counters", 64, 0},
       {"repetition detector", 64, 0}},
      "dissertation, chapter 4: 32 warps, victim tags as those of CCWS; of the other tables it "
      "gives the entries alone (of sampling warps the fewest that do); area as of CCWS (section "
      "4.4.3)",
      0.026,
      0.17};
}

Admission::Rules DawsSpec::rules(unsigned l1_lines) const {
  const double room = associativity_factor * l1_lines;
  return {.room = room,
          .most = oversize == Oversize::l1 ? l1_lines : room,
          .skip_blocked = skip_blocked,
          .converged_lines = detection.converged_lines};
}

bool DawsSpec::encloses(const isa::Annotations& program, std::uint32_t outer,
                        std::uint32_t inner) const {
  if (nesting == Nesting::pc) return program.loops[outer].begin < program.loops[inner].begin;
  for (; inner != isa::kNoLoop; inner = program.loops[inner].parent)
    if (inner == outer) return true;
  return false;
}

}  // namespace heddle::policy
