// How a run is carried out: what is timed, when it ends, on how many host threads. None of it
// changes what the machine is.
#pragma once

#include <cstdint>
#include <string>

#include "heddle/base/parameter.hpp"

namespace heddle::sim {

enum class Timing : std::uint8_t { full, none };

/// How much stats.json tells apart: every launch, every kernel, or nothing.
enum class StatsLevel : std::uint8_t { launch, kernel, total };

/// Which timeline is written, if any.
enum class TimelineForm : std::uint8_t { none, json, text, csv };

inline constexpr const char* kTimelineSms = "run.timeline_sms";

struct RunOptions {
  Timing timing = Timing::full;
  std::string kernels{};       ///< regular expression of the kernels to time, "" for all
  std::uint64_t skip = 0;      ///< of the launches that match: this many run functionally first
  std::uint64_t launches = 0;  ///< of the launches that match: time this many, 0 for all
  std::uint64_t stop_after_cycles = 0;        ///< in which a kernel runs; 0: never
  std::uint64_t stop_after_instructions = 0;  ///< warp instructions, 0: never
  std::uint32_t threads = 1;                  ///< of the host; results do not depend on it

  bool check_scalars = false;  ///< run under the eyes of the compiler's annotations

  StatsLevel stats = StatsLevel::launch;
  bool stats_sms = false;                 ///< stats.json tells SMs apart too
  bool hit_classes = false;               ///< hits in the L1s are told apart by whose data they are
  bool blocks = false;                    ///< blocks.csv is written
  bool warps = false;                     ///< warps.csv is
  bool policy_notes = false;              ///< policy_notes.csv is
  bool lost_locality = false;             ///< misses on lines that the warp lost are counted
  std::uint32_t lost_locality_tags = 16;  ///< victim tags of a warp
  std::uint32_t lost_locality_ways = 8;   ///< of a set of these
  bool l1_replay = false;                 ///< other caches see the accesses of the L1s too
  bool l1_stream = false;                 ///< the accesses of the L1s go to a file
  bool loads = false;                     ///< what each load does in the L1s is counted
  std::uint64_t sample = 0;               ///< cycles between two lines of samples.csv; 0: none

  TimelineForm timeline = TimelineForm::none;
  std::uint64_t timeline_from = 0, timeline_to = 0;  ///< cycles; to 0: the end
  std::uint64_t timeline_cycles = 0;                 ///< from its first on; 0: as many as there are
  std::string timeline_sms{};                        ///< "0,2-4"; "" for all
  std::uint64_t timeline_events = 1'000'000;         ///< of all SMs together

  void describe(ParameterVisitor& visit);
};

}  // namespace heddle::sim
