// How a memory instruction becomes an access: the lines and banks that its lanes touch. On machines
// whose warps issue in parts, what the lane groups issue in one cycle becomes one access, which
// stays open until the cycle ends.
#pragma once

#include <array>
#include <cstdint>

#include "heddle/core/access_table.hpp"
#include "heddle/core/bank_conflicts.hpp"
#include "heddle/core/specs.hpp"
#include "heddle/model/sm_events.hpp"

namespace heddle::core {

class AccessGatherer {
 public:
  /// A memory instruction that issues: what its step did, and the kernel slot that it is of. Its
  /// addresses are there at `ready`; the warp's local memory begins at `local_base`.
  struct Issued {
    const exec::MemoryAccess& access;
    std::uint8_t kernel = 0;
    Cycle ready = 0;
    Addr local_base = 0;
    Pc pc = 0;
    std::uint32_t row_base = 0;  ///< of the frame
  };

  /// `by_parts`: warps issue in parts that may make one access together. `by_ports`: banks of
  /// shared memory are not held by accesses that name nothing else of an SM's memories
  /// (shared_ports.hpp).
  AccessGatherer(const SmConfiguration& configuration, bool by_parts, bool by_ports,
                 AccessTable& table);

  /// The kernel slot's addresses in global and constant memory lie above `base` from now on.
  void bind(unsigned kernel, Addr base) { bases_[kernel] = base; }
  bool is_open() const { return open_ != kNone; }
  /// Whether the instruction can be part of the access that is open; one is.
  bool can_join(const Issued& issued) const;
  /// The id of the open access, of which the instruction becomes a part.
  std::uint32_t join(const AccessMember& member, const Issued& issued);
  /// The id of a new access. No other is open.
  std::uint32_t open(const AccessMember& member, const Issued& issued, KernelCounters* counters);
  /// The open access is complete: finds its transactions and how long it holds the banks.
  void close(KernelCounters* counters) { gather(addresses_, counters); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// `from`: the addresses of all members.
  void gather(const exec::MemoryAccess& from, KernelCounters* counters);
  void gather_shared(Access& access, const exec::MemoryAccess& from, KernelCounters& counters);
  void gather_lines(Access& access, const exec::MemoryAccess& from, KernelCounters& counters);
  void gather_constants(Access& access, const exec::MemoryAccess& from) const;
  /// The transactions from `first` on are where the kernel's addresses lie.
  void add_base(Access& access, unsigned first) const;
  unsigned line_bytes(model::FirstLevel cache) const {
    return line_bytes_[static_cast<std::size_t>(cache)];
  }

  AccessTable& table_;
  bool by_parts_, by_ports_;
  bool cache_global_loads_, has_constant_cache_, has_texture_cache_;
  std::uint32_t shared_latency_, constant_latency_;
  std::array<std::uint32_t, 3> line_bytes_;  ///< by FirstLevel
  std::array<Addr, kKernelSlots> bases_{};   ///< by kernel slot
  BankConflicts shared_banks_;
  std::uint32_t open_ = kNone;    ///< access of this cycle that others may join
  exec::MemoryAccess addresses_;  ///< of the open access, all members'
  Addr local_base_ = 0;           ///< of the open access, as are the frame and the instruction:
  std::uint32_t row_base_ = 0;
  Pc pc_ = 0;
};

}  // namespace heddle::core
