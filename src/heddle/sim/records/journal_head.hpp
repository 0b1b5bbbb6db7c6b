// The first page of a journal: memory that the writing process and `heddle run` share.
#pragma once

#include <optional>

#include "heddle/sim/records/journal.hpp"

namespace heddle::sim {

/// Seals a number of up to 40 bits: puts 24 check bits, computed from the number, above it. The
/// check bits reveal a damaged word.
std::uint64_t sealed(std::uint64_t number);
/// Returns the number in the word; nothing: the word is damaged.
std::optional<std::uint64_t> unsealed(std::uint64_t word);

/// A range of a journal, in bytes from the end of its head.
struct JournalRange {
  std::uint64_t begin = 0, end = 0;
};

/// A range as the head stores it, with a check.
struct JournalSpan {
  std::atomic<std::uint64_t> begin, end;
  std::atomic<std::uint64_t> check;  ///< hash of the range and the range's number
};

/// Records follow the head; a RecordFrame precedes the bytes of each. The ranges of complete
/// records are numbered, and the newest range is in spans[number % 2]. So a process that is killed
/// while it writes a range leaves the range before intact.
struct JournalHead {
  std::uint64_t magic;
  std::uint64_t process;               ///< number of the process, sealed
  std::atomic<std::uint64_t> state;    ///< ProcessState, sealed
  std::atomic<std::uint64_t> current;  ///< number of the newest range, sealed; 0: none
  std::array<JournalSpan, 2> spans;
  LiveCounters live;
  Requests requests;
  TerminalLine terminal_line;

  /// Returns the newest range; nothing: the head is damaged. Another process may write a range at
  /// the same time.
  std::optional<JournalRange> range() const;
  /// Sets the newest range. Only the writing process may call this.
  void set_range(const JournalRange& range);
};

/// The frame of a record, which precedes its bytes.
struct RecordFrame {
  std::uint64_t length = 0;
  std::uint64_t check = 0;  ///< hash of the length and the bytes
};

inline constexpr std::uint64_t kJournalMagic = 0x374C4E4A4C444448;  // "HDDLJNL7"
inline constexpr std::size_t kJournalHeadBytes = 4096;
static_assert(sizeof(JournalHead) <= kJournalHeadBytes);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

/// The name of the journal's file. Numbers begin at 0.
std::filesystem::path journal_file(const std::filesystem::path& folder, unsigned number);

/// Maps the head of a journal; null: the file is no journal.
JournalHead* map_head(const std::filesystem::path& file);
void unmap_head(JournalHead* head);

}  // namespace heddle::sim
