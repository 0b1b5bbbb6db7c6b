// A memory instruction on its way through the load-store unit. On machines whose warps issue in
// parts, an access may contain several instructions: all that the lane groups issue in one cycle
// reach memory as one access.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/core/load_store/transaction.hpp"
#include "heddle/core/terms/counters.hpp"

namespace heddle::core {

/// One instruction of an access.
struct AccessMember {
  std::uint16_t owner = 0;  ///< number of the entity that issued the instruction
  Pc pc = 0;
  LaneMask lanes = 0;
  Level level = Level::shared;    ///< the farthest level that has answered so far
  std::uint32_t outstanding = 0;  ///< number of transactions without an answer, plus one for the
                                  ///< banks
  Cycle issued_at = 0;
};

struct Access {
  /// Maximum number of members. In one cycle all parts of a warp may issue.
  static constexpr unsigned kMembers = 8;

  exec::AccessKind kind = exec::AccessKind::none;
  bool bypass = false;  ///< the L1 must not serve the access
  std::uint8_t kernel = 0;
  std::uint8_t members = 0;
  /// Number of users of the access: members not released, the queue, and shared ports.
  std::uint8_t holders = 0;
  /// Number of units (latch and port) for which the access still occupies its lane. Only for
  /// sequential lanes.
  std::uint8_t lane_holds = 0;
  LaneMask bank_lanes = 0;  ///< lanes that read or write the banks
  Cycle ready = 0;          ///< when all addresses are known
  /// Cycles for which the access will occupy the banks of shared memory or of the constant cache.
  std::uint32_t bank_cycles = 0;
  std::uint32_t bank_latency = 0;     ///< cycles from the end of `bank_cycles` until the answer
  std::uint32_t next = 0, count = 0;  ///< next transaction, and number of transactions
  std::uint32_t local_begin = 0;  ///< index of the first transaction to local memory; earlier ones
                                  ///< are global
  std::uint32_t constant_begin = 0;  ///< index of the first transaction to constants
  /// One bit for each of the first transactions: the L1 looks its line up in the same cycle as that
  /// of the transaction before it.
  std::uint64_t joined = 0;
  std::array<AccessMember, kMembers> member{};
  TransactionList transactions;

  /// Returns whether all transactions of the access have been sent and the access no longer needs
  /// the banks.
  bool is_worked_off() const { return bank_cycles == 0 && next == count; }
  bool next_is_joined() const { return next < 64 && next < count && (joined >> next & 1) != 0; }
  LaneMask lanes() const {
    LaneMask all = 0;
    for (unsigned i = 0; i < members; ++i) all |= member[i].lanes;
    return all;
  }
  void add(const AccessMember& joining) {
    member[members++] = joining;
    ++holders;
  }
  /// Calls visit(member) for each member with at least one of these lanes.
  template <typename Visit>
  void for_each_member(LaneMask of, Visit&& visit) {
    for (unsigned i = 0; i < members; ++i)
      if ((member[i].lanes & of) != 0) visit(member[i]);
  }
};

}  // namespace heddle::core
