// How a memory instruction becomes an access: the lines and banks that its lanes touch. On machines
// whose warps issue in parts, what the lane groups issue in one cycle becomes one access, as far as
// it is of one form. Accesses stay open until the cycle ends.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/core/load_store/access_table.hpp"
#include "heddle/core/load_store/bank_conflicts.hpp"
#include "heddle/core/terms/access_form.hpp"
#include "heddle/core/terms/specs.hpp"
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
    std::uint32_t row_base = 0;    ///< of the frame
    std::uint16_t block_slot = 0;  ///< of the block, whose shared memory is its own
  };
  /// What is known of a memory instruction before it issues.
  struct Joining {
    AccessForm form;
    std::uint8_t kernel = 0;  ///< slot
    Pc pc = 0;
    std::uint32_t row_base = 0;  ///< of the frame
    LaneMask lanes = 0;          ///< that may execute it
  };

  /// `by_parts`: warps issue in parts that may make one access together. `by_ports`: banks of
  /// shared memory are not held by accesses that name nothing else of an SM's memories
  /// (shared_ports.hpp).
  AccessGatherer(const SmConfiguration& configuration, bool by_parts, bool by_ports,
                 AccessTable& table);

  /// The kernel slot's addresses in global and constant memory lie above `base` from now on.
  void bind(unsigned kernel, Addr base) { bases_[kernel] = base; }
  bool is_open() const { return !open_.empty(); }
  /// Whether the instruction becomes a part of an access that is open.
  bool can_join(const Joining& joining) const { return find(joining) != kNone; }
  /// The id of the instruction's access: of an open one, of which the instruction becomes a part,
  /// or of a new one, which the caller has to queue.
  struct Gathered {
    std::uint32_t id = 0;
    bool is_new = false;
  };
  Gathered gather(const AccessMember& member, const Issued& issued, KernelCounters* counters);
  /// The open accesses are complete: finds their transactions and how long they hold the banks.
  void close(KernelCounters* counters);

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  /// An access of this cycle that others may join.
  struct Open {
    std::uint32_t id = 0;
    AccessForm form;
    Pc pc = 0;
    std::uint32_t row_base = 0;
    exec::MemoryAccess addresses;  ///< of all members
  };

  /// The open access that the instruction can join.
  std::size_t find(const Joining& joining) const;
  std::uint32_t begin(const AccessMember& member, const Issued& issued);
  /// Shared memory of different blocks, and local memory of different warps, is apart: adds where
  /// that of the instruction lies to its addresses.
  static void place(exec::MemoryAccess& access, const Issued& issued);
  static void add(exec::MemoryAccess& to, const exec::MemoryAccess& joining, LaneMask lanes);
  /// `from`: the addresses of all members.
  void complete(std::uint32_t id, const exec::MemoryAccess& from, Addr local_base,
                KernelCounters* counters);
  void gather_shared(Access& access, const exec::MemoryAccess& from, KernelCounters& counters);
  void gather_lines(Access& access, const exec::MemoryAccess& from, Addr local_base,
                    KernelCounters& counters);
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
  std::vector<Open> open_;  ///< in the order of their opening
};

}  // namespace heddle::core
