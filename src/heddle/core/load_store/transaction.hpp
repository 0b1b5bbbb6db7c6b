// Coalescing: finds the lines and sectors that one memory instruction touches.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/exec/step/access.hpp"

namespace heddle::core {

/// One access to a cache line, for some lanes of an instruction. It has no initial values, since a
/// new list is large and needs none.
struct Transaction {
  Addr line;
  LaneMask lanes;
  std::uint8_t sectors;
};

/// The most transactions of one instruction: each lane accesses four words of local memory, each in
/// a line of its own.
using TransactionList = std::array<Transaction, 4 * kWarpSize>;

/// Merges the accesses of `lanes` into one transaction for each line, in order of the first lane.
/// Appends the transactions after the first `count` entries of the list. Returns the new number of
/// entries.
unsigned coalesce(const exec::MemoryAccess& access, LaneMask lanes, unsigned line_bytes,
                  TransactionList& transactions, unsigned count = 0);

/// Leaves out transactions until as many lines and sectors are left as if the lanes accessed
/// consecutive elements, if there are more. Which lines and sectors are left depends on the place
/// of the first lane's element in its line: if later accesses touch the other elements of the same
/// lines, all accesses together touch each sector about once.
unsigned reduce_to_consecutive(const exec::MemoryAccess& access, LaneMask lanes,
                               unsigned line_bytes, TransactionList& transactions, unsigned count);

/// Like coalesce(), for local memory. Its 4-byte words are interleaved by lane from `base` on, so
/// that the lanes' words at one offset share a line. `offsets`: each lane's offset in its thread's
/// local memory.
unsigned coalesce_local(const std::array<Addr, kWarpSize>& offsets, LaneMask lanes, unsigned bytes,
                        Addr base, unsigned line_bytes, TransactionList& transactions,
                        unsigned count = 0);

/// Returns the number of distinct addresses. A cache that serves one word at a time is read this
/// many times.
unsigned distinct_addresses(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes);

}  // namespace heddle::core
