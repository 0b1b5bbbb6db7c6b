// The first page of a journal, shared between the process that writes it and whoever watches.
#pragma once

#include "heddle/sim/journal.hpp"

namespace heddle::sim {

/// A part of a journal, in bytes from the end of its head.
struct JournalSpan {
  std::atomic<std::uint64_t> begin, end;
};

/// Records follow it: a 64-bit length, then that many bytes.
struct JournalHead {
  std::uint64_t magic;
  std::uint64_t process;
  std::atomic<std::uint64_t> state;
  std::atomic<std::uint64_t> current;  ///< index of the span that holds the records
  std::array<JournalSpan, 2> spans;    ///< complete records
  LiveCounters live;
  Requests requests;
  TerminalLine terminal_line;

  JournalSpan& span() { return spans[current.load(std::memory_order_acquire)]; }
  const JournalSpan& span() const { return spans[current.load(std::memory_order_acquire)]; }
};

inline constexpr std::uint64_t kJournalMagic = 0x334C4E4A4C444448;  // "HDDLJNL3"
inline constexpr std::size_t kJournalHeadBytes = 4096;
static_assert(sizeof(JournalHead) <= kJournalHeadBytes);
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

/// The file of the journal with that number, from 0.
std::filesystem::path journal_file(const std::filesystem::path& folder, unsigned number);

/// Null: there is no journal.
JournalHead* map_head(const std::filesystem::path& file);
void unmap_head(JournalHead* head);

}  // namespace heddle::sim
