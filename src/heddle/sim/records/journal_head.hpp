// The first page of a journal: memory that the writing process and `heddle run` share.
#pragma once

#include <optional>

#include "heddle/sim/records/journal.hpp"

namespace heddle::sim {

/// Seals a number of up to 40 bits: puts 24 check bits, computed from the number, above it. The
/// check bits reveal a damaged word.
std::uint64_t sealed(std::uint64_t number);
/// Returns the number in the word, or nothing if the word is damaged.
std::optional<std::uint64_t> unsealed(std::uint64_t word);

/// A range of bytes of a journal. `begin` and `end` count from the end of the head.
struct JournalRange {
  std::uint64_t begin = 0, end = 0;
};

/// A range as the head stores it, with a checksum.
struct JournalSpan {
  std::atomic<std::uint64_t> begin, end;
  std::atomic<std::uint64_t> check;  ///< hash of the range and the range's number
};

/// The head of a journal. Records follow the head. A RecordFrame precedes the bytes of each record.
/// The ranges of complete records are numbered, and range `number` is stored in spans[number % 2].
/// So the previous range stays intact if the process is killed while it writes a new range.
struct JournalHead {
  std::uint64_t magic;
  std::uint64_t process;             ///< process id, as sealed() returns it
  std::uint64_t file_number;         ///< number in the file's name, as sealed() returns it
  std::atomic<std::uint64_t> state;  ///< ProcessState, as sealed() returns it
  /// Number of the newest range, as sealed() returns it. Number 0: there is no range yet.
  std::atomic<std::uint64_t> current;
  std::array<JournalSpan, 2> spans;
  LiveCounters live;
  Requests requests;
  TerminalLine terminal_line;

  /// Returns the newest range, or nothing if the head is damaged. May be called while another
  /// process writes a range.
  std::optional<JournalRange> range() const;
  /// Sets the newest range. Only the writing process may call this.
  void set_range(const JournalRange& range);
};

/// The frame of a record. It precedes the bytes of the record.
struct RecordFrame {
  std::uint64_t length = 0;
  std::uint64_t check = 0;  ///< hash of the length and the bytes
};

inline constexpr std::uint64_t kJournalMagic = 0x394C4E4A4C444448;  // "HDDLJNL9"
inline constexpr std::size_t kJournalHeadBytes = 4096;
static_assert(sizeof(JournalHead) <= kJournalHeadBytes);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

/// Returns the name of the file of journal `number`. Numbers begin at 0.
std::filesystem::path journal_file(const std::filesystem::path& folder, unsigned number);

/// Maps the head of a journal into memory. Returns null if the file is no journal.
JournalHead* map_head(const std::filesystem::path& file);
void unmap_head(JournalHead* head);

}  // namespace heddle::sim
