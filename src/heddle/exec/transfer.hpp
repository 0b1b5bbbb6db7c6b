// Moves values between rows and memory: consecutive elements as blocks, one place for all lanes as
// a broadcast, else lane by lane. An element of four bytes or more is one row a word; a narrower
// one is one row, extended to 32 bits as its type says.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/exec/lane_addresses.hpp"

namespace heddle::exec {

class StoreLog;

/// Rows that an access reads or writes, in the order of their bytes in memory.
template <typename Word>
struct TransferRows {
  std::array<Word*, 8> row{};
  unsigned count = 0;
  isa::Type type = isa::Type::none;  ///< of an element
  unsigned bytes = 0;                ///< a lane, all elements together
};
using LoadRows = TransferRows<std::uint32_t>;
using StoreRows = TransferRows<const std::uint32_t>;

/// The lanes of one access that lie in one range of memory.
struct TransferLanes {
  const LaneAddresses& address;
  LaneMask mask = 0;
  AddressSummary summary;
  MemoryRange range;
};

void load(const LoadRows& to, const TransferLanes& lanes);
/// As `load`, with the bytes that the log holds instead of memory's.
void load_logged(const LoadRows& to, const TransferLanes& lanes, const StoreLog& log);
void store(const StoreRows& from, const TransferLanes& lanes);
/// Stores to the log instead of to memory.
void store_logged(const StoreRows& from, const TransferLanes& lanes, StoreLog& log);

/// `local` is a warp's local memory (Warp::local); addresses are offsets in a thread's.
void load_local(const LoadRows& to, const TransferLanes& lanes, const std::uint8_t* local);
void store_local(const StoreRows& from, const TransferLanes& lanes, std::uint8_t* local);

}  // namespace heddle::exec
