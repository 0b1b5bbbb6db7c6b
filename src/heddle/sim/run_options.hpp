// The options of a run: the timed launches, the end, the host threads, the observers. No option
// changes the machine.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/parameter.hpp"

namespace heddle::sim {

enum class Timing : std::uint8_t { full, none };

/// The detail of stats.json: every launch, every kernel, or the total alone.
enum class StatsLevel : std::uint8_t { launch, kernel, total };

/// The form of the timeline.
enum class TimelineForm : std::uint8_t { none, json, text, csv };

inline constexpr const char* kTimelineSms = "run.timeline_sms";

struct RunOptions {
  Timing timing = Timing::full;
  std::string kernels{};       ///< pattern of the kernels to time (base/pattern.hpp); "": all
  std::uint64_t skip = 0;      ///< first matching launches that are only computed
  std::uint64_t launches = 0;  ///< matching launches to time after these; 0: all
  std::uint64_t stop_after_cycles = 0;        ///< cycles in which a kernel runs; 0: no bound
  std::uint64_t stop_after_instructions = 0;  ///< warp instructions; 0: no bound
  std::uint32_t threads = 1;                  ///< host threads; results do not depend on them

  bool check_scalars = false;  ///< check the compiler's scalar annotations at run time

  StatsLevel stats = StatsLevel::launch;
  bool stats_sms = false;                 ///< stats.json also has the statistics of each SM
  bool hit_classes = false;               ///< classify L1 hits by the warp that brought the line
  bool blocks = false;                    ///< write blocks.csv
  bool warps = false;                     ///< write warps.csv
  bool policy_notes = false;              ///< write policy_notes.csv
  bool lost_locality = false;             ///< count misses on lines that the warp lost before
  std::uint32_t lost_locality_tags = 16;  ///< victim tags per warp
  std::uint32_t lost_locality_ways = 8;   ///< ways per set of the victim tags
  bool l1_replay = false;                 ///< replay the L1 accesses in other caches
  bool l1_stream = false;                 ///< write the L1 accesses to a file
  bool loads = false;                     ///< count the behaviour of each load in the L1s
  std::uint64_t sample = 0;               ///< cycles per line of samples.csv; 0: no file

  bool balance = false;  ///< measure how evenly host threads could share the SMs

  TimelineForm timeline = TimelineForm::none;
  std::uint64_t timeline_from = 0, timeline_to = 0;  ///< in cycles; timeline_to 0: the end
  std::uint64_t timeline_cycles = 0;                 ///< cycles from the first one; 0: no bound
  std::string timeline_sms{};                        ///< "0,2-4"; "" for all
  std::uint64_t timeline_events = 1'000'000;         ///< bound on events over all SMs

  void describe(ParameterVisitor& visit);
};

}  // namespace heddle::sim
