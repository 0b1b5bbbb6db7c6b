// What a process of the program leaves of its run while it runs: a file that survives whatever ends
// the process. Its head is shared memory with live counters; behind it stand records, one text
// each, that count once they are complete, and can be replaced by others that say the same in less
// space. The file is opened for each record anew, by absolute
// path, so the program may close descriptors and change its folder.
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

#include "heddle/sim/host_time.hpp"
#include "heddle/sim/live_text.hpp"
#include "heddle/sim/requests.hpp"
#include "heddle/sim/terminal_line.hpp"

namespace heddle::sim {

/// How a process stands; `running` is what a crash, a signal or _exit leaves behind.
enum class ProcessState : std::uint64_t {
  running,
  finished,  ///< its device was given up in order, all launches done
  stopped,   ///< by --stop-after or a signal
  failed,    ///< by a fault of a kernel
};

/// What a progress line shows; written by the process, read by whoever watches.
struct LiveCounters {
  std::atomic<std::uint64_t> launches{0};      ///< begun
  std::atomic<std::uint64_t> unfinished{0};    ///< of these, not ended
  std::atomic<std::uint64_t> blocks_done{0};   ///< of the grids that run
  std::atomic<std::uint64_t> blocks_total{0};  ///< of the grids that run
  std::atomic<std::uint64_t> cycles{0};        ///< of the device
  std::atomic<std::uint64_t> warp_instructions{0};
  std::atomic<bool> timed{false};  ///< a grid that runs takes cycles
  LiveText kernel;                 ///< symbol of the oldest grid that runs

  /// Adds to the host time so far, which only results show.
  void add(const HostTime& time);
  HostTime host_time() const;

 private:
  std::atomic<std::uint64_t> timed_nanoseconds_{0};
  std::array<std::atomic<std::uint64_t>, gpu::kPhases> sampled_nanoseconds_{};
  std::atomic<std::uint64_t> functional_nanoseconds_{0};
};

struct JournalHead;

class JournalWriter {
 public:
  /// Creates a journal in the folder, named after the first free number. Throws Error.
  explicit JournalWriter(std::filesystem::path folder);
  ~JournalWriter();
  JournalWriter(const JournalWriter&) = delete;
  JournalWriter& operator=(const JournalWriter&) = delete;

  /// Appends a record. Throws Error.
  void append(std::string_view record);
  /// Puts these records in the place of all that there are, at once. Throws Error.
  void replace(std::span<const std::string> records);
  std::uint64_t record_bytes() const;  ///< of all records
  void set_state(ProcessState state);
  LiveCounters& live();
  Requests& requests();
  TerminalLine& terminal_line();

 private:
  void create();
  void write(std::string_view bytes, std::uint64_t place);  ///< from the end of the head

  std::filesystem::path folder_, file_;
  JournalHead* head_ = nullptr;
};

/// A journal as it stands.
struct Journal {
  std::filesystem::path file;
  ProcessState state = ProcessState::running;
  pid_t process = 0;
  std::uint64_t record_begin = 0;  ///< place of the first record in the file
  std::uint64_t record_bytes = 0;  ///< of complete records
  HostTime host_time;
};

/// Journals of a run folder, in the order of their creation. Files that are no journals are
/// skipped.
std::vector<Journal> read_journals(const std::filesystem::path& folder);

/// Calls `visit` with each record in turn; one record is in memory at a time.
void visit_records(const Journal& journal, const std::function<void(std::string_view)>& visit);

}  // namespace heddle::sim
