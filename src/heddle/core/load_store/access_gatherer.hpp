// Turns memory instructions into accesses: finds the lines and banks that the lanes touch. On
// machines whose warps issue in parts, the instructions that the lane groups issue in one cycle
// become one access, if they have the same form. An access stays open until the cycle ends.
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
  /// A memory instruction that issues. `access`: the addresses that its step computed. `kernel`:
  /// its kernel slot. `ready`: when the addresses are known. `local_base`: first address of the
  /// warp's local memory.
  struct Issued {
    const exec::MemoryAccess& access;
    std::uint8_t kernel = 0;
    Cycle ready = 0;
    Addr local_base = 0;
    Pc pc = 0;
    std::uint32_t row_base = 0;    ///< row base of the instruction's frame
    std::uint16_t block_slot = 0;  ///< slot of the block; each block has a shared memory of its own
    /// The addresses in shared memory to which it copies; null: it is no asynchronous copy.
    const exec::MemoryAccess* copied_to = nullptr;
  };
  /// The facts about a memory instruction that are known before it issues.
  struct Joining {
    AccessForm form;
    std::uint8_t kernel = 0;  ///< kernel slot
    Pc pc = 0;
    std::uint32_t row_base = 0;  ///< row base of the instruction's frame
    LaneMask lanes = 0;          ///< lanes that may execute the instruction
  };

  /// `by_parts`: warps issue in parts, whose instructions can join one access. `by_ports`: an
  /// access that uses only shared memory does not occupy the banks, since it goes through
  /// shared_ports.hpp.
  AccessGatherer(const SmConfiguration& configuration, bool by_parts, bool by_ports,
                 AccessTable& table);

  /// Sets the base address of the kernel slot's grid. From now on the slot's addresses in global
  /// and constant memory lie above `base`.
  void bind(unsigned kernel, Addr base) { bases_[kernel] = base; }
  bool is_open() const { return !open_.empty(); }
  /// Whether the instruction can join an open access.
  bool can_join(const Joining& joining) const { return find(joining) != kNone; }
  /// The access of an instruction: an open access that the instruction has joined, or a new one,
  /// which the caller must queue.
  struct Gathered {
    std::uint32_t id = 0;
    bool is_new = false;
  };
  Gathered gather(const AccessMember& member, const Issued& issued, KernelCounters* counters);
  /// Whether the instruction occupies the banks of shared memory and nothing else, alone.
  bool needs_only_banks(const exec::MemoryAccess& access) const {
    const bool loads_or_stores =
        access.kind == exec::AccessKind::load || access.kind == exec::AccessKind::store;
    return !by_parts_ && !by_ports_ && loads_or_stores && access.shared != 0 &&
           (access.global | access.local | access.constant) == 0;
  }
  /// Returns for how many cycles such an instruction occupies the banks, and counts the access.
  std::uint32_t count_bank_cycles(Pc pc, const exec::MemoryAccess& access,
                                  KernelCounters& counters);
  /// Closes the open accesses. Finds the transactions of each, and the time for which it occupies
  /// the banks.
  void close(KernelCounters* counters);

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  /// An access of this cycle. Other instructions may still join it.
  struct Open {
    std::uint32_t id = 0;
    AccessForm form;
    Pc pc = 0;
    std::uint32_t row_base = 0;
    exec::MemoryAccess addresses;  ///< addresses of all members
    exec::MemoryAccess copied_to;  ///< only for copies: those in shared memory
  };

  /// Index of the open access that the instruction can join; kNone: there is none.
  std::size_t find(const Joining& joining) const;
  std::uint32_t begin(const AccessMember& member, const Issued& issued);
  /// Moves the instruction's shared-memory addresses to a range of its block and its local-memory
  /// addresses to a range of its warp, since each block and each warp has such a memory of its own.
  static void place(exec::MemoryAccess& access, const Issued& issued);
  static void add(exec::MemoryAccess& to, const exec::MemoryAccess& joining, LaneMask lanes);
  /// Completes the access: finds its transactions and bank cycles. `from`: the addresses of all
  /// members. `copied_to`: null if the access is no asynchronous copy.
  void complete(std::uint32_t id, const exec::MemoryAccess& from,
                const exec::MemoryAccess* copied_to, Addr local_base, KernelCounters* counters);
  /// Occupies the banks with the words that a copy writes.
  [[gnu::noinline]] void gather_copied(Access& access, const exec::MemoryAccess& to,
                                       KernelCounters& counters);
  void gather_shared(Access& access, const exec::MemoryAccess& from, KernelCounters& counters);
  void gather_lines(Access& access, const exec::MemoryAccess& from, Addr local_base,
                    KernelCounters& counters);
  /// Finds the global transactions of a load that the L1 serves in the same cycle as the ones
  /// before them.
  void join_lines(Access& access, const exec::MemoryAccess& from) const;
  void gather_constants(Access& access, const exec::MemoryAccess& from) const;
  /// Adds the base address of the kernel to the transactions from `first` on.
  void add_base(Access& access, unsigned first) const;
  unsigned line_bytes(model::FirstLevel cache) const {
    return line_bytes_[static_cast<std::size_t>(cache)];
  }

  AccessTable& table_;
  bool by_parts_, by_ports_;
  bool cache_global_loads_, has_constant_cache_, has_texture_cache_;
  std::uint32_t shared_latency_, constant_latency_;
  std::uint32_t lines_per_cycle_, shared_atomic_cycles_;
  std::array<std::uint32_t, 3> line_bytes_;  ///< by FirstLevel: line size in bytes
  std::array<Addr, kKernelSlots> bases_{};   ///< base address by kernel slot
  BankConflicts shared_banks_;
  bool ideal_coalescing_, ideal_constants_;
  std::vector<Open> open_;  ///< open accesses in the order of their opening
};

}  // namespace heddle::core
