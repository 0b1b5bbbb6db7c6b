// Moves values between rows and memory: consecutive elements as blocks, one place for all lanes as
// a broadcast, else lane by lane. An element of four bytes or more is one row a word; a narrower
// one is one row, extended to 32 bits as its type says.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/step/lane_addresses.hpp"

namespace heddle::exec {

class StoreLog;

/// Rows that an access reads or writes, in the order of their bytes in memory.
template <typename Word>
using TransferRows = std::array<Word*, 8>;
using LoadRows = TransferRows<std::uint32_t>;
using StoreRows = TransferRows<const std::uint32_t>;

/// The lanes of one access that lie in one range of memory.
struct TransferLanes {
  const LaneAddresses& address;
  LaneMask mask = 0;
  AddressSummary summary;
  MemoryRange range;
};

/// The functions that move one kind of access: `load_logged` sees the bytes that the log holds
/// instead of memory's, `store_logged` stores there; in local memory, which is a warp's
/// (Warp::local), addresses are offsets in a thread's.
struct Transfers {
  void (*load)(const LoadRows& to, const TransferLanes& lanes);
  void (*load_logged)(const LoadRows& to, const TransferLanes& lanes, const StoreLog& log);
  void (*load_local)(const LoadRows& to, const TransferLanes& lanes, const std::uint8_t* local);
  void (*store)(const StoreRows& from, const TransferLanes& lanes);
  void (*store_logged)(const StoreRows& from, const TransferLanes& lanes, StoreLog& log);
  void (*store_local)(const StoreRows& from, const TransferLanes& lanes, std::uint8_t* local);
  unsigned bytes;  ///< a lane
};

/// Of `elements` elements of a type. Throws Error if no access has them.
const Transfers& find_transfers(isa::Type type, unsigned elements);

}  // namespace heddle::exec
