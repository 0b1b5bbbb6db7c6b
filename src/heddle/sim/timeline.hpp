// The timeline of a run as files: a trace for viewers (Chrome's trace event format, which Perfetto
// opens too), a text to be read line by line, or a table for programs.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/isa/program.hpp"
#include "heddle/observe/sm_timeline.hpp"
#include "heddle/sim/launch_record.hpp"

namespace heddle::sim {

struct TracedLaunch {
  std::string kernel;
  Dim3 grid, block;
  Cycle started = 0, ended = kNever;  ///< cycles started to ended - 1
  std::vector<std::string> code;      ///< text by pc
};

struct TracedSm {
  std::uint32_t sm = 0;
  std::unique_ptr<observe::SmTimeline> timeline;
};

struct Timeline {
  Cycle from = 0;
  std::vector<TracedSm> sms;
  std::map<std::uint64_t, TracedLaunch> launches;  ///< by number

  void add(const LaunchRecord& record, const isa::Program& program);
  void ended(const LaunchRecord& record);
  /// The cycles that all SMs have kept: of those that were to be kept, the first so many.
  Cycle end() const;
  /// Whether an SM's events did not fit, so that `end` is earlier than was asked for.
  bool is_cut() const;
  /// Why nothing was kept, and which cycles have kernels; "" where something was.
  std::string why_empty() const;
};

/// A part of a timeline's text at a time goes to `write`.
using WriteText = std::function<void(std::string_view)>;
void write_timeline_json(const Timeline& timeline, const WriteText& write);
void write_timeline_text(const Timeline& timeline, const WriteText& write);
/// The first line names the columns. Of each SM there is a row for every stay of a block ("block",
/// its slot), and for all cycles in which a scheduler ("slot") or a warp context that holds a warp
/// ("warp") does the same thing: cycles begin to end - 1.
void write_timeline_csv(const Timeline& timeline, const WriteText& write);

}  // namespace heddle::sim
