// Records what the device of one process does, in that process's journal. Without a run folder
// nothing is recorded. A forked child, whose device is a copy, gets a journal of its own once it
// has something to say.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "heddle/sim/journal.hpp"
#include "heddle/sim/launch_record.hpp"
#include "heddle/sim/launch_sums.hpp"
#include "heddle/sim/record_text.hpp"
#include "heddle/sim/run_options.hpp"

namespace heddle::sim {

class Recorder {
 public:
  static constexpr std::uint64_t kJournalBytes = 1 << 20;  ///< records, before they are added up

  /// `folder` may be empty. With a level above `launch` the journal stays small however many
  /// launches there are: it adds them up from time to time.
  explicit Recorder(std::filesystem::path folder, StatsLevel level = StatsLevel::launch);

  /// `heard` gets the launches as well, with or without a run folder.
  void also_tell(std::function<void(const LaunchRecord&)> heard) { heard_ = std::move(heard); }
  void launch(const LaunchRecord& record);
  void fault(const std::string& message);
  void warning(const std::string& text);
  void stop(const std::string& reason);
  /// The device is given up in order.
  void finish();
  LiveCounters& live();
  Requests* requests();           ///< null: nobody can ask for anything
  TerminalLine* terminal_line();  ///< null: nobody draws one

 private:
  struct Own {
    explicit Own(const std::filesystem::path& folder);
    void add(const LaunchRecord& record);
    void condense();

    JournalWriter journal;
    RecordEncoder encoder;
    LaunchSums sums;                           ///< of all launches, if they are to be added up
    std::uint64_t most_bytes = kJournalBytes;  ///< of records, before they are condensed
    pid_t process;
    bool ended = false;  ///< by a fault or a stop
  };
  Own* own();  ///< null: nothing is recorded

  std::filesystem::path folder_;
  StatsLevel level_;
  std::unique_ptr<Own> own_;
  std::function<void(const LaunchRecord&)> heard_;  ///< may be empty
  LiveCounters unwatched_;
};

}  // namespace heddle::sim
