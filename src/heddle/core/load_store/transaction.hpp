// Coalescing: the lines and sectors that one memory instruction touches.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/base/types.hpp"
#include "heddle/exec/step/access.hpp"

namespace heddle::core {

/// One access to a cache line on behalf of some lanes of an instruction.
struct Transaction {
  Addr line = 0;
  LaneMask lanes = 0;
  std::uint8_t sectors = 0;
};

/// Most that one instruction makes: four words of each lane's local memory, each in a line of its
/// own.
using TransactionList = std::array<Transaction, 4 * kWarpSize>;

/// Merges the accesses of `lanes` by line, in order of first lane, behind the `count` that are
/// there already; returns how many there are.
unsigned coalesce(const exec::MemoryAccess& access, LaneMask lanes, unsigned line_bytes,
                  TransactionList& transactions, unsigned count = 0);

/// The same for local memory, whose 4-byte words are interleaved by lane from `base` on: the lanes'
/// words at one offset share a line. `offsets` are those in each thread's local memory.
unsigned coalesce_local(const std::array<Addr, kWarpSize>& offsets, LaneMask lanes, unsigned bytes,
                        Addr base, unsigned line_bytes, TransactionList& transactions,
                        unsigned count = 0);

/// Distinct addresses: how often a cache that serves one word at a time is read.
unsigned distinct_addresses(const std::array<Addr, kWarpSize>& addresses, LaneMask lanes);

}  // namespace heddle::core
