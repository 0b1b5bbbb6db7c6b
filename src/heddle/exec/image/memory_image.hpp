// Device memory: one lazily committed host mapping that stands for the addresses from
// isa::kGlobalBase on, with an allocator of its own, so that device addresses are the same in every
// run; and the parts of the host process's memory that kernels may reach (mapped, managed), kept as
// further ranges. A range is what one allocation covers: an access has to lie in one.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/exec/image/free_list.hpp"
#include "heddle/exec/image/host_mapping.hpp"
#include "heddle/exec/image/memory_check.hpp"
#include "heddle/isa/program.hpp"

namespace heddle::exec {

/// Consecutive device addresses and where they lie in the host process.
struct MemoryRange {
  Addr begin = 0, end = 0;
  std::uintptr_t offset = 0;  ///< host address - device address, modulo 2^64
  bool writable = true;       ///< by kernels
  bool host = false;          ///< memory of the host process, not device memory

  /// Of [low, high); false when it is empty, or wraps around the end of the address space.
  bool contains(Addr low, Addr high) const { return begin <= low && low < high && high <= end; }
  std::uint8_t* at(Addr address) const {
    return reinterpret_cast<std::uint8_t*>(static_cast<std::uintptr_t>(address) + offset);
  }
};

/// Which range an instruction's last access was in: a guess for the next one, of any value.
using RangeHint = std::atomic<std::uint32_t>;

/// Where memory of the host process lies in the device's addresses: allocated for both at the same
/// addresses in [host, registered), the program's own in [registered, end).
struct HostAddresses {
  Addr host = 0x2000'0000'0000;
  Addr registered = 0x3000'0000'0000;
  Addr end = 0x8000'0000'0000;
};

struct Allocation {
  Addr address = 0;
  std::uint64_t bytes = 0;
  std::string name;  ///< of a module's variable; empty: allocated at run time
  bool host = false;
  bool writable = true;  ///< by kernels
};

/// Who hears of allocations of device memory.
struct AllocationWatch {
  std::function<void(const Allocation&)> allocated;  ///< its bytes are not written yet
  std::function<void(Addr)> freed;                   ///< the bytes are still there
};

class MemoryImage {
 public:
  static constexpr std::uint64_t kAlignment = 256;         ///< of allocations, bytes
  static constexpr std::uint64_t kFreshBytes = 64 * 1024;  ///< freed parts this large read as zero
  static constexpr std::uint64_t kPageBytes = 2 << 20;     ///< what a GPU protects together
  /// At the beginning of the first page, in no allocation, where pages are checked: as on a GPU, on
  /// which data of the driver's come first.
  static constexpr std::uint64_t kLeadBytes = 64 * 1024;

  /// Device addresses [isa::kGlobalBase, isa::kGlobalBase + capacity), capacity in bytes. Where the
  /// host refuses to reserve that much, each allocation is mapped by itself, and pages cannot be
  /// checked (an Error). With addresses of 32 bits host memory shares what is left of 4 GiB.
  explicit MemoryImage(std::uint64_t capacity, MemoryCheck check = MemoryCheck::allocation,
                       unsigned address_bits = 64);

  std::uint64_t capacity() const { return capacity_; }
  const HostAddresses& host_addresses() const { return host_; }
  std::uint64_t free_bytes() const { return free_.bytes(); }

  /// Lowest free addresses that fit; 0: there are none. `name` is for messages.
  Addr allocate(std::uint64_t bytes, std::string name = {}, bool writable = true);
  /// At an address of the caller's choice, a multiple of kAlignment. False: it is taken, or beyond
  /// the capacity.
  bool allocate_at(Addr address, std::uint64_t bytes, std::string name, bool writable);
  /// False: no allocation begins at `address`.
  bool free(Addr address);
  /// All allocations, by address.
  std::vector<Allocation> allocations() const;
  void watch(AllocationWatch watch) { watch_ = std::move(watch); }

  /// Fresh host memory whose host and device addresses agree and are the same in every run; null:
  /// out of memory.
  void* allocate_host(std::uint64_t bytes, std::string name = {});
  bool free_host(void* memory);
  /// The lowest device address at which that much of the program's memory fits, a page from what
  /// is there already; 0: none.
  Addr place_for_region(std::uint64_t bytes) const;
  /// Lets kernels reach `bytes` of the host process at device address `device`. False: the
  /// addresses are taken, or beyond what a kernel's accesses can name.
  bool add_host_region(Addr device, void* host, std::uint64_t bytes, std::string name = {});
  bool remove_host_region(Addr device);

  /// The range that holds [low, high), or null; where pages are checked also all of device memory,
  /// if allocations lie in all pages of [low, high). Safe from several threads while nothing
  /// allocates.
  const MemoryRange* find(Addr low, Addr high, RangeHint& hint) const {
    const std::uint32_t guess = hint.load(std::memory_order_relaxed);
    if (guess < hinted_ && ranges_[guess].contains(low, high)) return &ranges_[guess];
    return search(low, high, hint);
  }
  /// From this call on, `host_access` tells which memory of the host kernels reach.
  void watch_host_accesses();
  /// An address of the host's memory that a kernel has reached since the last call; 0: none.
  Addr take_host_access() { return host_access_.exchange(0, std::memory_order_relaxed); }
  /// The host's place of `bytes` at `address`, or null if they are not all in one range.
  std::uint8_t* translate(Addr address, std::uint64_t bytes) const;
  /// Whether `address` is in an allocation that kernels must not write: constant memory.
  bool is_constant(Addr address) const;
  /// The same as `translate` for a kernel's access: where pages are checked, pages count.
  std::uint8_t* reach(Addr address, std::uint64_t bytes) const;
  /// The allocation that `address` is in.
  std::optional<Allocation> allocation_at(Addr address) const;
  /// Where `address` is relative to the nearest allocation, for messages.
  std::string describe(Addr address) const;
  /// Appended to the message of a refused access that a GPU would let pass; else empty.
  std::string page_hint(Addr address) const;

  // The host's side: each throws Error if a device address is not in one allocation.
  void read(Addr from, void* to, std::uint64_t bytes) const;
  void write(Addr to, const void* from, std::uint64_t bytes);
  void fill(Addr at, std::uint8_t value, std::uint64_t bytes);
  void copy(Addr to, Addr from, std::uint64_t bytes);

 private:
  Addr place_at(Addr address, std::uint64_t bytes, std::string name, bool writable);
  void count_hinted();
  const MemoryRange* search(Addr low, Addr high, RangeHint& hint) const;
  bool holds_allocation(Addr page) const;  ///< of device memory
  /// Pages are checked, and every page of [low, high) holds an allocation.
  bool pages_hold_allocations(Addr low, Addr high) const;
  std::size_t upper_index(Addr address) const;  ///< first range that begins after `address`
  bool insert(const MemoryRange& range, std::string name);
  bool erase(Addr begin, bool host);
  std::uint8_t* checked(Addr address, std::uint64_t bytes, const char* what) const;

  std::uint64_t capacity_;
  MemoryCheck check_;
  HostAddresses host_;
  HostMapping arena_;                     ///< empty: `separate_` holds one mapping an allocation
  std::map<Addr, HostMapping> separate_;  ///< also host memory, by address
  MemoryRange everything_;                ///< device memory, where pages are checked
  FreeList free_;
  std::vector<MemoryRange> ranges_;  ///< by address
  std::vector<std::string> names_;   ///< of ranges_
  std::size_t hinted_ = 0;           ///< ranges that a hint may name: all, or the device's
  bool watches_host_ = false;
  mutable std::atomic<Addr> host_access_{0};
  AllocationWatch watch_;
};

}  // namespace heddle::exec
