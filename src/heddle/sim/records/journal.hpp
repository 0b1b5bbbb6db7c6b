// The journal of a process: the file in which a process of the program records its launches. The
// journal survives any end of the process. Its head is shared memory with live counters. Records
// follow the head. A record is valid only when it has been written completely. Each record has a
// checksum, and the head has a checksum of the range of records, so a damaged journal is detected
// and refused. All records can be replaced by fewer records that are their sums. Records are copied
// into memory that is shared with the file (record_window.hpp). While the process runs, the file is
// longer than its records.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "heddle/sim/output/host_time.hpp"
#include "heddle/sim/output/live_text.hpp"
#include "heddle/sim/output/requests.hpp"
#include "heddle/sim/output/terminal_line.hpp"
#include "heddle/sim/records/record_window.hpp"

namespace heddle::sim {

/// The state of a process. After a crash, a deadly signal or _exit, the state is still `running`.
enum class ProcessState : std::uint64_t {
  running,
  finished,  ///< the device was closed normally, after all launches
  stopped,   ///< stopped by --stop-after or a signal
  failed,    ///< ended by a fault of a kernel
};

/// The counters of the progress line. The process writes them; `heddle run` reads them.
struct LiveCounters {
  std::atomic<std::uint64_t> launches{0};           ///< number of launches begun
  std::atomic<std::uint64_t> reported_launches{0};  ///< number of launches begun at the last report
  std::atomic<std::uint64_t> unfinished{0};         ///< number of launches begun and not ended
  /// Number of blocks that have ended. Counts only the grids that are still running.
  std::atomic<std::uint64_t> blocks_done{0};
  std::atomic<std::uint64_t> blocks_total{0};  ///< number of all blocks of the running grids
  std::atomic<std::uint64_t> cycles{0};        ///< cycles in which a timed grid ran
  std::atomic<std::uint64_t> warp_instructions{0};
  std::atomic<std::uint64_t> timed_warp_instructions{0};  ///< warp instructions of timed grids
  std::atomic<bool> timed{false};                         ///< true while a timed grid runs
  LiveText kernel;  ///< name of the kernel of the oldest running grid

  /// Adds `time` to the host time. Results show the host time; the progress line does not.
  void add(const HostTime& time);
  HostTime host_time() const;

 private:
  std::atomic<std::uint64_t> timed_nanoseconds_{0};
  std::array<std::atomic<std::uint64_t>, gpu::kPhases> sampled_nanoseconds_{};
  std::atomic<std::uint64_t> functional_nanoseconds_{0};
  std::atomic<std::uint64_t> balance_nanoseconds_{0};
  std::array<std::atomic<std::uint64_t>, gpu::ThreadBalance::kThreads.size()>
      longest_nanoseconds_{};
};

struct JournalHead;
struct JournalRange;

class JournalWriter {
 public:
  /// Creates a journal in the folder, with the first free number, which its head has too. The file
  /// gets its name when the head is written. Throws Error if the file cannot be created.
  explicit JournalWriter(std::filesystem::path folder);
  ~JournalWriter();
  JournalWriter(const JournalWriter&) = delete;
  JournalWriter& operator=(const JournalWriter&) = delete;

  /// Appends a record. Throws Error if the record cannot be written.
  void append(std::string_view record);
  /// Replaces all records by `records` atomically. Throws Error if the new records cannot be
  /// written.
  void replace(std::span<const std::string> records);
  std::uint64_t record_bytes() const;  ///< bytes of all records
  /// Sets the state, and cuts the file behind the last record.
  void set_state(ProcessState state);
  LiveCounters& live();
  Requests& requests();
  TerminalLine& terminal_line();

 private:
  void create();
  void name_file(const std::filesystem::path& beginning);
  void set_range(const JournalRange& range);
  void write(std::string_view bytes,
             std::uint64_t place);  ///< `place`: offset in bytes from the end of the head

  std::filesystem::path folder_, file_;
  JournalHead* head_ = nullptr;
  RecordWindow window_;
  std::uint64_t range_begin_ = 0, range_end_ = 0;  ///< begin and end of the records, in bytes from
                                                   ///< the end of the head
};

/// The content of a journal.
struct Journal {
  std::filesystem::path file;
  ProcessState state = ProcessState::running;
  pid_t process = 0;
  std::uint64_t record_begin = 0;  ///< offset of the first record in the file, in bytes
  std::uint64_t record_bytes = 0;  ///< bytes of complete records
  HostTime host_time;
};

/// Reads the journals of a run folder in the order of their creation. A file gets the name of a
/// journal when its head is whole. A process that was killed before leaves a file of another name:
/// its state is `running`, and it has no records. Throws Error for a damaged, cut or empty journal,
/// for a missing one, for a copy under another number, and for a journal that is not a regular
/// file.
std::vector<Journal> read_journals(const std::filesystem::path& folder);

/// Calls `visit` with each record in order. Only one record at a time is in memory. Throws Error if
/// records are missing or damaged.
void visit_records(const Journal& journal, const std::function<void(std::string_view)>& visit);

}  // namespace heddle::sim
