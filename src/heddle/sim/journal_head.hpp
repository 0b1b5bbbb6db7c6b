// The first page of a journal: memory that the writing process and `heddle run` share.
#pragma once

#include "heddle/sim/journal.hpp"

namespace heddle::sim {

/// A range of a journal, in bytes from the end of its head.
struct JournalSpan {
  std::atomic<std::uint64_t> begin, end;
};

/// Records follow the head. A record is a 64-bit length and as many bytes.
struct JournalHead {
  std::uint64_t magic;
  std::uint64_t process;
  std::atomic<std::uint64_t> state;
  std::atomic<std::uint64_t> current;  ///< index of the valid span
  std::array<JournalSpan, 2> spans;    ///< ranges of complete records
  LiveCounters live;
  Requests requests;
  TerminalLine terminal_line;

  JournalSpan& span() { return spans[current.load(std::memory_order_acquire)]; }
  const JournalSpan& span() const { return spans[current.load(std::memory_order_acquire)]; }
};

inline constexpr std::uint64_t kJournalMagic = 0x374C4E4A4C444448;  // "HDDLJNL7"
inline constexpr std::size_t kJournalHeadBytes = 4096;
static_assert(sizeof(JournalHead) <= kJournalHeadBytes);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

/// The name of the journal's file. Numbers begin at 0.
std::filesystem::path journal_file(const std::filesystem::path& folder, unsigned number);

/// Null if the file is no journal.
JournalHead* map_head(const std::filesystem::path& file);
void unmap_head(JournalHead* head);

}  // namespace heddle::sim
