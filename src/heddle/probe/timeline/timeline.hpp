// Writes the timeline of a run in one of three forms: a trace for viewers (Chrome's trace event
// format, which Perfetto opens), a text for people, or a table for programs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/isa/program.hpp"
#include "heddle/probe/output.hpp"
#include "heddle/probe/timeline/sm_timeline.hpp"

namespace heddle::probe {

struct TracedLaunch {
  std::string kernel;
  Dim3 grid, block;
  Cycle started = 0, ended = kNever;  ///< cycles `started` to `ended` - 1
  std::vector<std::string> code;      ///< text of each instruction, by pc
};

struct TracedSm {
  std::uint32_t sm = 0;
  const SmTimeline* timeline = nullptr;
};

struct Timeline {
  Cycle from = 0;
  std::vector<TracedSm> sms;
  std::map<std::uint64_t, TracedLaunch> launches;  ///< indexed by launch number

  void add(const Launch& launch, const isa::Program& program);
  void ended(const Launch& launch);
  /// Returns the first cycle that is not recorded for all SMs. The timeline ends before this cycle.
  Cycle end() const;
  /// Whether any SM exceeded its limit of events. end() is then earlier than the end of the
  /// requested window.
  bool is_cut() const;
  /// Returns why the timeline is empty, and which cycles have kernels, or "" if the timeline is not
  /// empty.
  std::string why_empty() const;
};

// These functions pass the text of the timeline to `write`, part by part.
void write_timeline_json(const Timeline& timeline, const WriteText& write);
void write_timeline_text(const Timeline& timeline, const WriteText& write);
/// Writes the table. The first line names the columns. Each SM has a row for each stay of a block
/// ("block" and the block slot). Each SM also has a row for each span of cycles in which a
/// scheduler ("slot") or an occupied warp context ("warp") does the same thing. The span is cycles
/// begin to end - 1.
void write_timeline_csv(const Timeline& timeline, const WriteText& write);

}  // namespace heddle::probe
