// A memory instruction on its way through the load-store unit. On machines whose warps issue in
// parts it may be of several: what the lane groups issue in one cycle reaches memory as one access.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/core/load_store/transaction.hpp"
#include "heddle/core/terms/counters.hpp"

namespace heddle::core {

/// Origin of the access's requests, by which answers are told apart: the access's id and the number
/// of the transaction, or kBanks for the banks.
inline constexpr std::uint32_t kBanks = 0xFF;
inline std::uint32_t origin_of(std::uint32_t id, std::uint32_t transaction) {
  return id << 8 | transaction;
}
inline std::uint32_t access_of(std::uint32_t origin) { return origin >> 8; }
inline std::uint32_t transaction_of(std::uint32_t origin) { return origin & kBanks; }

/// Whose instruction it is.
struct AccessMember {
  std::uint16_t owner = 0;  ///< entity
  Pc pc = 0;
  LaneMask lanes = 0;
  Level level = Level::shared;    ///< what has answered it so far
  std::uint32_t outstanding = 0;  ///< transactions that have not come back, and one for the banks
  Cycle issued_at = 0;
};

struct Access {
  /// Most that one cycle makes: a warp's parts.
  static constexpr unsigned kMembers = 8;

  exec::AccessKind kind = exec::AccessKind::none;
  bool bypass = false;  ///< may not be served by the L1
  std::uint8_t kernel = 0;
  std::uint8_t members = 0;
  std::uint8_t holders = 0;           ///< members not released, the queue, and shared ports
  std::uint8_t lane_holds = 0;        ///< latch and port that keep the lane, where lanes have them
  LaneMask bank_lanes = 0;            ///< that read or write the banks
  Cycle ready = 0;                    ///< when all addresses are there
  std::uint32_t bank_cycles = 0;      ///< that shared memory or the constant cache is to be held
  std::uint32_t bank_latency = 0;     ///< from then on
  std::uint32_t next = 0, count = 0;  ///< of transactions
  std::uint32_t local_begin = 0;      ///< first of local memory; those before are global
  std::uint32_t constant_begin = 0;   ///< first of constants
  std::array<AccessMember, kMembers> member{};
  TransactionList transactions;

  /// Nothing is left to be sent or to be done by the banks.
  bool is_worked_off() const { return bank_cycles == 0 && next == count; }
  LaneMask lanes() const {
    LaneMask all = 0;
    for (unsigned i = 0; i < members; ++i) all |= member[i].lanes;
    return all;
  }
  void add(const AccessMember& joining) {
    member[members++] = joining;
    ++holders;
  }
  /// Calls visit(member) for those with one of the lanes.
  template <typename Visit>
  void for_each_member(LaneMask of, Visit&& visit) {
    for (unsigned i = 0; i < members; ++i)
      if ((member[i].lanes & of) != 0) visit(member[i]);
  }
};

}  // namespace heddle::core
