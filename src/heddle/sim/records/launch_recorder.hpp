// Records the launches of a process's device in the process's journal. Without a run folder nothing
// is recorded. A forked child, whose device is a copy, gets its own journal with its first record.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "heddle/sim/launches/launch_record.hpp"
#include "heddle/sim/launches/launch_sums.hpp"
#include "heddle/sim/records/journal.hpp"
#include "heddle/sim/records/record_text.hpp"
#include "heddle/sim/settings/run_options.hpp"

namespace heddle::sim {

class LaunchRecorder {
 public:
  static constexpr std::uint64_t kJournalBytes =
      1 << 20;  ///< maximum size of a journal's records, in bytes, before launches are summed up

  /// If `folder` is empty, nothing is recorded. If `level` is not `launch`, the recorder sums
  /// launches up from time to time, so that the journal stays small for any number of launches.
  explicit LaunchRecorder(std::filesystem::path folder, StatsLevel level = StatsLevel::launch);

  /// From now on, passes each launch to `heard` as well, with or without a run folder.
  void also_tell(std::function<void(const LaunchRecord&)> heard) { heard_ = std::move(heard); }
  void launch(const LaunchRecord& record);
  void fault(const std::string& message);
  void warning(const std::string& text);
  void stop(const std::string& reason);
  /// Records that the device was closed normally.
  void finish();
  LiveCounters& live();
  Requests* requests();           ///< null: no journal
  TerminalLine* terminal_line();  ///< null: no journal

 private:
  struct Own {
    explicit Own(const std::filesystem::path& folder);
    void add(const LaunchRecord& record);
    void condense();

    JournalWriter journal;
    RecordEncoder encoder;
    LaunchSums sums;  ///< sums of all launches, if the level is not `launch`
    std::uint64_t most_bytes = kJournalBytes;  ///< maximum size of the journal's records, in bytes,
                                               ///< before launches are summed up
    pid_t process;
    bool ended = false;  ///< a fault or a stop has ended the run
  };
  Own* own();  ///< the journal of this process; null: there is no run folder

  std::filesystem::path folder_;
  StatsLevel level_;
  std::unique_ptr<Own> own_;
  std::function<void(const LaunchRecord&)> heard_;  ///< called with each launch; may be empty
  LiveCounters unwatched_;
};

}  // namespace heddle::sim
