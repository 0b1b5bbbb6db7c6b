// Moves values between register rows and memory. Accesses to consecutive elements move as blocks.
// If all lanes access one address, a load is a broadcast. Other accesses move lane by lane. An
// element of four or more bytes takes one row for each word. A narrower element takes one row and
// is extended to 32 bits as its type says.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/step/lane_addresses.hpp"

namespace heddle::exec {

class StoreLog;

/// The rows that an access reads or writes, in the order of their bytes in memory.
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

/// The functions that move one kind of access. `load_logged` reads the bytes that the store log
/// holds from the log, and other bytes from memory; `store_logged` stores to the log. The local
/// functions get the warp's local memory (Warp::local); their addresses are offsets in a thread's
/// local memory.
struct Transfers {
  void (*load)(const LoadRows& to, const TransferLanes& lanes);
  void (*load_logged)(const LoadRows& to, const TransferLanes& lanes, const StoreLog& log);
  void (*load_local)(const LoadRows& to, const TransferLanes& lanes, const std::uint8_t* local);
  void (*store)(const StoreRows& from, const TransferLanes& lanes);
  void (*store_logged)(const StoreRows& from, const TransferLanes& lanes, StoreLog& log);
  void (*store_local)(const StoreRows& from, const TransferLanes& lanes, std::uint8_t* local);
  unsigned bytes;  ///< size of a lane's access
};

/// Returns the functions for `elements` elements of a type. Throws Error if no instruction has such
/// an access.
const Transfers& find_transfers(isa::Type type, unsigned elements);

}  // namespace heddle::exec
