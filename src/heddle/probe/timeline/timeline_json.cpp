// A timeline as Chrome trace events. Each SM is a process of the trace. The process has a track for
// each block slot, warp context and issue slot, and counters for the queues. A microsecond of the
// trace stands for one cycle.

#include <algorithm>
#include <array>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "heddle/model/unit_kind.hpp"
#include "heddle/probe/timeline/timeline.hpp"

namespace heddle::probe {
namespace {

using model::Stall;

/// Number of the first track of each kind. Viewers show tracks in the order of their numbers.
constexpr unsigned kSlotTrack = 0, kBlockTrack = 100, kWarpTrack = 1000;

/// By stall reason: the name of its colour. Viewers know these names.
constexpr auto kColours = std::to_array<std::string_view>(
    {"thread_state_runnable",  // the warp could have issued, but was not chosen
     "yellow", "olive", "thread_state_iowait", "bad", "terrible", "black", "rail_animation",
     "rail_load", "grey", "startup", "startup", "white"});
static_assert(kColours.size() == model::kStalls);

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

class TraceWriter {
 public:
  TraceWriter(const Timeline& timeline, const WriteText& write)
      : timeline_(timeline), write_(write), end_(timeline.end()) {}

  void write_all() {
    write_("{\"displayTimeUnit\":\"ns\",\"otherData\":{\"time\":\"1 us is 1 core cycle\"");
    if (timeline_.is_cut()) write_(fmt::format(",\"cut_at_cycle\":{}", end_));
    write_("},\n\"traceEvents\":[");
    for (const TracedSm& sm : timeline_.sms) write_sm(sm);
    write_("\n]}\n");
  }

 private:
  void event(const std::string& text) {
    write_((first_ ? "\n" : ",\n") + text);
    first_ = false;
  }
  void name(std::uint32_t sm, unsigned track, const std::string& text) {
    event(
        fmt::format(R"({{"ph":"M","pid":{},"tid":{},"name":"thread_name","args":{{"name":"{}"}}}})",
                    sm, track, text));
    event(fmt::format(
        R"({{"ph":"M","pid":{},"tid":{},"name":"thread_sort_index","args":{{"sort_index":{}}}}})",
        sm, track, track));
  }
  /// Writes a slice of a track. `name` and `arguments` are JSON.
  void slice(std::uint32_t sm, unsigned track, Cycle begin, Cycle end, const std::string& name,
             std::string_view colour, const std::string& arguments) {
    begin = std::max(begin, timeline_.from);
    end = std::min(end, end_);
    if (begin >= end) return;
    event(fmt::format(
        R"({{"ph":"X","pid":{},"tid":{},"ts":{},"dur":{},"name":{},"cname":"{}","args":{{{}}}}})",
        sm, track, begin, end - begin, name, colour, arguments));
  }

  void write_sm(const TracedSm& sm) {
    const SmTimeline& timeline = *sm.timeline;
    if (timeline.blocks().empty()) return;
    event(fmt::format(R"({{"ph":"M","pid":{},"name":"process_name","args":{{"name":"SM {}"}}}})",
                      sm.sm, sm.sm));
    write_blocks(sm);
    for (std::uint32_t slot = 0; slot < timeline.slots(); ++slot) {
      name(sm.sm, kSlotTrack + slot, fmt::format("scheduler {}", slot));
      for (const Segment& segment :
           timeline.slot_segments(static_cast<std::uint8_t>(slot), timeline_.from, end_)) {
        write_segment(sm, kSlotTrack + slot, segment,
                      model::kStallNames[static_cast<std::size_t>(segment.state)]);
      }
    }
    for (std::uint32_t entity = 0; entity < timeline.entities(); ++entity) {
      name(sm.sm, kWarpTrack + entity, fmt::format("warp {}", entity));
      for (const Segment& segment :
           timeline.entity_segments(static_cast<std::uint16_t>(entity), timeline_.from, end_)) {
        const bool waits = segment.state == Stall::issued;
        write_segment(
            sm, kWarpTrack + entity, segment,
            waits ? "not chosen" : model::kStallNames[static_cast<std::size_t>(segment.state)]);
      }
    }
    write_depths(sm);
  }

  void write_blocks(const TracedSm& sm) {
    std::uint32_t slots = 0;
    for (const auto& span : sm.timeline->blocks())
      slots = std::max(slots, span.block.block_slot + 1u);
    for (std::uint32_t slot = 0; slot < slots; ++slot)
      name(sm.sm, kBlockTrack + slot, fmt::format("block slot {}", slot));
    for (const auto& span : sm.timeline->blocks()) {
      const auto launch = timeline_.launches.find(span.block.grid);
      const std::string kernel = launch == timeline_.launches.end() ? "?" : launch->second.kernel;
      slice(sm.sm, kBlockTrack + span.block.block_slot, span.block.cycle, span.end,
            quoted(fmt::format("block {} of {}", span.block.block, kernel)), "good",
            fmt::format(R"("launch":{})", span.block.grid));
    }
  }

  void write_segment(const TracedSm& sm, unsigned track, const Segment& segment,
                     std::string_view reason) {
    if (segment.issue == nullptr) {
      if (segment.state == Stall::empty) return;
      return slice(sm.sm, track, segment.begin, segment.end, quoted(std::string(reason)),
                   kColours[static_cast<std::size_t>(segment.state)], "");
    }
    const model::InstructionIssued& issue = *segment.issue;
    const auto launch = timeline_.launches.find(sm.timeline->grid_of(issue.entity, issue.cycle));
    const bool known = launch != timeline_.launches.end() && issue.pc < launch->second.code.size();
    slice(sm.sm, track, segment.begin, segment.end,
          quoted(known ? launch->second.code[issue.pc] : fmt::format("pc {}", issue.pc)), "good",
          fmt::format(R"("warp":{},"pc":{},"lanes":{},"unit":"{}")", issue.entity, issue.pc,
                      lane_count(issue.lanes), model::kUnitNames[issue.unit]));
  }

  void write_depths(const TracedSm& sm) {
    for (const model::QueueDepths& depths : sm.timeline->depths()) {
      if (depths.cycle >= end_) return;
      event(fmt::format(
          R"({{"ph":"C","pid":{},"ts":{},"name":"queues","args":{{"load-store queue":{},"in flight":{},"L1 lines outstanding":{}}}}})",
          sm.sm, depths.cycle, depths.load_store, depths.in_flight, depths.outstanding));
    }
  }

  const Timeline& timeline_;
  const WriteText& write_;
  Cycle end_;
  bool first_ = true;
};

}  // namespace

void write_timeline_json(const Timeline& timeline, const WriteText& write) {
  TraceWriter(timeline, write).write_all();
}

}  // namespace heddle::probe
