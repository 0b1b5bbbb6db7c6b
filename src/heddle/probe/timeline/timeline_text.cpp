// The text form of a timeline. Each cycle has a line, but consecutive equal cycles share one line.

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include <fmt/core.h>

#include "heddle/model/unit_kind.hpp"
#include "heddle/probe/timeline/timeline.hpp"

namespace heddle::probe {
namespace {

constexpr auto kWarpStates =
    std::to_array<std::string_view>({"ready",  // the warp was ready, but another warp was chosen
                                     "gated", "unit", "memory", "result", "order", "host",
                                     "barrier", "fetch", "drain", "stopped", "away", "-"});
static_assert(kWarpStates.size() == model::kStalls);
constexpr std::array<std::string_view, 7> kOutcomes = {"hit",   "miss",    "merge", "bypass",
                                                       "write", "blocked", "banks"};

constexpr const char* kLegend =
    "# A line is a cycle, or the cycles from..to in which the same holds.\n"
    "# slot: the warp that this scheduler issues, or why it issues none.\n"
    "# w: what the warp in this context does. PC>UNIT it issues the instruction at PC to a unit\n"
    "#    (/N: with N of 32 lanes); ready: another warp was chosen, or takes the unit in this\n"
    "#    cycle; gated: the throttle holds it; unit: the unit is busy; memory, result: an operand\n"
    "#    is to come from memory, from a pipeline; order: a fence or an atomic on the same bytes;\n"
    "#    barrier, fetch, host, drain; stopped: its block leaves the SM; away: it has no slot;\n"
    "#    -: no warp. <PC: what the instruction at PC began is done, and this cycle may use it.\n"
    "# load-store unit: the line accesses tried, as WARP@PC and how they went; banks N: shared\n"
    "#    memory or the constant cache, held for N cycles.\n";

/// The rows of one SM.
class SmTable {
 public:
  SmTable(const SmTimeline& timeline, Cycle begin, Cycle end)
      : timeline_(timeline), begin_(begin), end_(end) {
    for (std::uint32_t slot = 0; slot < timeline.slots(); ++slot)
      slots_.push_back(timeline.slot_segments(static_cast<std::uint8_t>(slot), begin, end));
    for (std::uint32_t entity = 0; entity < timeline.entities(); ++entity) {
      entities_.push_back(timeline.entity_segments(static_cast<std::uint16_t>(entity), begin, end));
    }
  }

  void write(const WriteText& write) {
    std::vector<std::vector<std::string>> rows{heading()};
    const std::set<Cycle> starts = row_starts();
    for (auto at = starts.begin(); at != starts.end(); ++at) {
      const auto next = std::next(at);
      rows.push_back(row(*at, next == starts.end() ? end_ : *next));
    }
    std::vector<std::size_t> widths(rows[0].size());
    for (const auto& row : rows) {
      for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    for (const auto& row : rows) {
      std::string line = fmt::format("{:>{}}", row[0], widths[0]);
      for (std::size_t i = 1; i < row.size(); ++i)
        line += fmt::format("  {:<{}}", row[i], widths[i]);
      line.erase(line.find_last_not_of(' ') + 1);
      write(line + "\n");
    }
  }

 private:
  std::vector<std::string> heading() const {
    std::vector<std::string> cells{"cycle"};
    for (std::size_t i = 0; i < slots_.size(); ++i) cells.push_back(fmt::format("slot {}", i));
    for (std::size_t i = 0; i < entities_.size(); ++i) cells.push_back(fmt::format("w{}", i));
    cells.emplace_back("load-store unit");
    return cells;
  }

  std::set<Cycle> row_starts() const {
    std::set<Cycle> starts{begin_};
    for (const auto* lists : {&slots_, &entities_}) {
      for (const auto& segments : *lists) {
        for (const Segment& segment : segments) starts.insert(segment.begin);
      }
    }
    for (const auto& event : timeline_.write_backs()) starts.insert({event.cycle, event.cycle + 1});
    for (const auto& event : timeline_.accesses()) starts.insert({event.cycle, event.cycle + 1});
    starts.erase(starts.begin(), starts.lower_bound(begin_));
    starts.erase(starts.lower_bound(end_), starts.end());
    return starts;
  }

  std::vector<std::string> row(Cycle from, Cycle to) {
    std::vector<std::string> cells{to == from + 1 ? fmt::format("{}", from)
                                                  : fmt::format("{}..{}", from, to - 1)};
    for (const auto& segments : slots_) cells.push_back(slot_cell(at(segments, from)));
    for (std::size_t i = 0; i < entities_.size(); ++i) {
      std::string cell = entity_cell(entities_[i], from);
      for (const model::WriteBack& event : write_backs(from)) {
        if (event.entity == i) cell += fmt::format(" <{}", event.pc);
      }
      cells.push_back(std::move(cell));
    }
    cells.push_back(accesses(from));
    return cells;
  }

  static const Segment* at(const std::vector<Segment>& segments, Cycle cycle) {
    const auto after =
        std::upper_bound(segments.begin(), segments.end(), cycle,
                         [](Cycle when, const Segment& segment) { return when < segment.begin; });
    if (after == segments.begin() || std::prev(after)->end <= cycle) return nullptr;
    return &*std::prev(after);
  }

  static std::string slot_cell(const Segment* segment) {
    if (segment == nullptr) return "";
    if (segment->issue != nullptr) return fmt::format("w{}", segment->issue->entity);
    return std::string(model::kStallNames[static_cast<std::size_t>(segment->state)]);
  }

  static std::string entity_cell(const std::vector<Segment>& segments, Cycle cycle) {
    const Segment* const segment = at(segments, cycle);
    if (segment == nullptr) return "-";
    if (segment->issue == nullptr)
      return std::string(kWarpStates[static_cast<std::size_t>(segment->state)]);
    const Segment* const before = segment == segments.data() ? nullptr : segment - 1;
    // True if two instructions issue in the same cycle.
    const bool two = before != nullptr && before->begin == segment->begin;
    return (two ? issue_text(*before->issue) + ", " : "") + issue_text(*segment->issue);
  }

  static std::string issue_text(const model::InstructionIssued& issue) {
    const unsigned lanes = lane_count(issue.lanes);
    return fmt::format("{}>{}{}", issue.pc, model::kUnitNames[issue.unit],
                       lanes == kWarpSize ? "" : fmt::format("/{}", lanes));
  }

  std::span<const model::WriteBack> write_backs(Cycle cycle) const {
    const auto& all = timeline_.write_backs();
    const auto [first, last] = std::equal_range(
        all.begin(), all.end(), model::WriteBack{.cycle = cycle},
        [](const auto& left, const auto& right) { return left.cycle < right.cycle; });
    return {first, last};
  }

  std::string accesses(Cycle cycle) {
    std::string text;
    for (; access_ < timeline_.accesses().size() && timeline_.accesses()[access_].cycle <= cycle;
         ++access_) {
      const model::L1Access& event = timeline_.accesses()[access_];
      if (event.cycle != cycle) continue;
      text += fmt::format("{}w{}@{} {}", text.empty() ? "" : ", ", event.entity, event.pc,
                          kOutcomes[static_cast<std::size_t>(event.outcome)]);
      if (event.outcome == model::L1Outcome::banks) text += fmt::format(" {}", event.cycles);
    }
    return text;
  }

  const SmTimeline& timeline_;
  Cycle begin_, end_;
  std::vector<std::vector<Segment>> slots_, entities_;
  std::size_t access_ = 0;  ///< index of the first access that has not been shown
};

std::string launch_text(std::uint64_t number, const TracedLaunch& launch) {
  std::string text = fmt::format("launch {}: {}, grid {},{},{}, block {},{},{}\n", number,
                                 launch.kernel, launch.grid.x, launch.grid.y, launch.grid.z,
                                 launch.block.x, launch.block.y, launch.block.z);
  for (std::size_t pc = 0; pc < launch.code.size(); ++pc)
    text += fmt::format("{:>5}  {}\n", pc, launch.code[pc]);
  return text;
}

}  // namespace

void write_timeline_text(const Timeline& timeline, const WriteText& write) {
  write(kLegend);
  const Cycle end = timeline.end();
  for (const auto& [number, launch] : timeline.launches) {
    const bool is_there = launch.started < end && launch.ended > timeline.from;
    if (is_there) write("\n" + launch_text(number, launch));
  }
  for (const TracedSm& sm : timeline.sms) {
    const auto& blocks = sm.timeline->blocks();
    if (blocks.empty()) continue;
    write(fmt::format("\nsm {}\n", sm.sm));
    SmTable(*sm.timeline, std::max(timeline.from, blocks.front().block.cycle), end).write(write);
  }
  if (timeline.is_cut()) write(fmt::format("\ncut at cycle {}: no room for more events\n", end));
}

}  // namespace heddle::probe
