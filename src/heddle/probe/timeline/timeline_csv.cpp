// The timeline as a table for programs. timeline.hpp describes the rows.

#include <fmt/core.h>

#include "heddle/base/text/csv_field.hpp"
#include "heddle/probe/timeline/timeline.hpp"

namespace heddle::probe {
namespace {

using model::Stall;

constexpr const char* kHeading =
    "sm,track,number,begin,end,state,warp,pc,lanes,launch,block,kernel\n";

/// The rows of one SM.
class SmRows {
 public:
  SmRows(const Timeline& timeline, const TracedSm& sm, const WriteText& write)
      : timeline_(timeline), sm_(sm.sm), own_(*sm.timeline), write_(write), end_(timeline.end()) {}

  void write_all() {
    write_blocks();
    for (std::uint32_t slot = 0; slot < own_.slots(); ++slot) {
      for (const Segment& segment :
           own_.slot_segments(static_cast<std::uint8_t>(slot), timeline_.from, end_)) {
        const std::string_view state = model::kStallNames[static_cast<std::size_t>(segment.state)];
        write_segment("slot", slot, segment, state, "");
      }
    }
    for (std::uint32_t entity = 0; entity < own_.entities(); ++entity) {
      const auto number = static_cast<std::uint16_t>(entity);
      for (const Segment& segment : own_.entity_segments(number, timeline_.from, end_)) {
        if (segment.state == Stall::empty && segment.issue == nullptr) continue;
        write_segment("warp", entity, segment, state_of(segment), launch_of(number, segment.begin));
      }
    }
  }

 private:
  void write_blocks() {
    for (const BlockSpan& span : own_.blocks()) {
      const Cycle begin = std::max(span.block.cycle, timeline_.from);
      const Cycle end = std::min(span.end, end_);
      if (begin >= end) continue;
      const auto launch = timeline_.launches.find(span.block.grid);
      write_(
          fmt::format("{},block,{},{},{},resident,,,,{},{},{}\n", sm_, span.block.block_slot, begin,
                      end, span.block.grid, span.block.block,
                      launch == timeline_.launches.end() ? "" : csv_field(launch->second.kernel)));
    }
  }

  /// Returns the name of a warp's state. `ready`: the warp could have issued, but another warp was
  /// chosen.
  static std::string_view state_of(const Segment& segment) {
    if (segment.state == Stall::issued && segment.issue == nullptr) return "ready";
    return model::kStallNames[static_cast<std::size_t>(segment.state)];
  }

  std::string launch_of(std::uint16_t entity, Cycle cycle) const {
    const std::uint64_t grid = own_.grid_of(entity, cycle);
    return grid == kNever ? "" : fmt::format("{}", grid);
  }

  void write_segment(std::string_view track, std::uint32_t number, const Segment& segment,
                     std::string_view state, const std::string& launch) {
    std::string issue = ",,";
    if (segment.issue != nullptr)
      issue = fmt::format("{},{},{}", segment.issue->entity, segment.issue->pc,
                          lane_count(segment.issue->lanes));
    write_(fmt::format("{},{},{},{},{},{},{},{},,\n", sm_, track, number, segment.begin,
                       segment.end, state, issue, launch));
  }

  const Timeline& timeline_;
  std::uint32_t sm_;
  const SmTimeline& own_;
  const WriteText& write_;
  Cycle end_;
};

}  // namespace

void write_timeline_csv(const Timeline& timeline, const WriteText& write) {
  write(kHeading);
  for (const TracedSm& sm : timeline.sms) SmRows(timeline, sm, write).write_all();
}

}  // namespace heddle::probe
