// Device memory, and the parts of the host process's memory that kernels may reach (mapped and
// managed memory).
//
// Device memory is one lazily committed host mapping. Its device addresses begin at
// isa::kGlobalBase. The image has its own allocator, so device addresses are the same in every run.
// Host memory consists of further ranges. Each allocation is one range, and an access must lie in
// one range.
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

/// A range of device addresses, and the memory of the host process that contains its bytes.
struct MemoryRange {
  Addr begin = 0, end = 0;
  std::uintptr_t offset = 0;  ///< host address - device address, modulo 2^64
  bool writable = true;       ///< whether kernels may write it
  bool host = false;          ///< true: memory of the host process; false: device memory

  /// Whether the range contains [low, high). False if the interval is empty or wraps around the end
  /// of the address space.
  bool contains(Addr low, Addr high) const { return begin <= low && low < high && high <= end; }
  std::uint8_t* at(Addr address) const {
    return reinterpret_cast<std::uint8_t*>(static_cast<std::uintptr_t>(address) + offset);
  }
};

/// Index of the range that an instruction accessed last. The index is a guess for the next access
/// of the instruction, and may be wrong.
using RangeHint = std::atomic<std::uint32_t>;

/// The device addresses of host memory. [host, registered): memory that heddle allocates, at equal
/// host and device addresses. [registered, end): memory that the program has allocated itself.
struct HostAddresses {
  Addr host = 0x2000'0000'0000;
  Addr registered = 0x3000'0000'0000;
  Addr end = 0x8000'0000'0000;
};

struct Allocation {
  Addr address = 0;
  std::uint64_t bytes = 0;
  std::string name;  ///< name of a module's variable; empty: allocated at run time
  bool host = false;
  bool writable = true;  ///< whether kernels may write it
};

/// Functions that are called when device memory is allocated or freed.
struct AllocationWatch {
  std::function<void(const Allocation&)> allocated;  ///< called before the bytes are written
  std::function<void(Addr)> freed;                   ///< called while the bytes can still be read
};

class MemoryImage {
 public:
  static constexpr std::uint64_t kAlignment = 256;         ///< alignment of allocations in bytes
  static constexpr std::uint64_t kFreshBytes = 64 * 1024;  ///< freed pieces of at least this size
                                                           ///< read as zero
  static constexpr std::uint64_t kPageBytes = 2 << 20;  ///< page size of a GPU's memory protection
  /// Number of bytes at the beginning of the first page that no allocation gets if pages are
  /// checked. On a GPU the driver's data take these bytes.
  static constexpr std::uint64_t kLeadBytes = 64 * 1024;

  /// The device addresses are [isa::kGlobalBase, isa::kGlobalBase + capacity), with the capacity in
  /// bytes. If the host refuses to reserve this much, each allocation gets a mapping of its own,
  /// and MemoryCheck::page causes an Error. With 32-bit addresses, host memory takes the rest of
  /// the 4 GiB.
  explicit MemoryImage(std::uint64_t capacity, MemoryCheck check = MemoryCheck::allocation,
                       unsigned address_bits = 64);

  std::uint64_t capacity() const { return capacity_; }
  MemoryCheck check() const { return check_; }
  const HostAddresses& host_addresses() const { return host_; }
  std::uint64_t free_bytes() const { return free_.bytes(); }

  /// Allocates the lowest free range that is large enough. Returns 0 if there is none. `name`
  /// appears in messages.
  Addr allocate(std::uint64_t bytes, std::string name = {}, bool writable = true);
  /// Allocates at an address that the caller chooses, a multiple of kAlignment. Returns false if
  /// the range is not free or lies beyond the capacity.
  bool allocate_at(Addr address, std::uint64_t bytes, std::string name, bool writable);
  /// Returns false if no allocation begins at `address`.
  bool free(Addr address);
  /// All allocations, in order of address.
  std::vector<Allocation> allocations() const;
  void watch(AllocationWatch watch) { watch_ = std::move(watch); }

  /// Allocates host memory of zeros. Host and device addresses are equal, and the same in every
  /// run. Returns null if the host has no memory left.
  void* allocate_host(std::uint64_t bytes, std::string name = {});
  bool free_host(void* memory);
  /// Returns the lowest device address for `bytes` of the program's own memory, at least one page
  /// away from existing ranges. Returns 0 if there is none.
  Addr place_for_region(std::uint64_t bytes) const;
  /// Gives kernels access to `bytes` of the host process at device address `device`. Returns false
  /// if `bytes` is 0, if the addresses are taken, or if host memory cannot have these addresses.
  bool add_host_region(Addr device, void* host, std::uint64_t bytes, std::string name = {});
  bool remove_host_region(Addr device);

  /// Returns the range that contains [low, high), or null. If pages are checked and every page of
  /// [low, high) holds an allocation, the result may also be the range of all device memory.
  /// Several threads may call this at once while nothing allocates.
  const MemoryRange* find(Addr low, Addr high, RangeHint& hint) const {
    const std::uint32_t guess = hint.load(std::memory_order_relaxed);
    if (guess < hinted_ && ranges_[guess].contains(low, high)) return &ranges_[guess];
    return search(low, high, hint);
  }
  /// Starts to watch host memory: take_host_access() reports which host memory kernels reach.
  void watch_host_accesses();
  /// Returns an address of host memory that a kernel has reached since the last call, or 0 if there
  /// is none.
  Addr take_host_access() { return host_access_.exchange(0, std::memory_order_relaxed); }
  /// Returns the host address of the `bytes` at `address`, or null if they are not all in one
  /// range.
  std::uint8_t* translate(Addr address, std::uint64_t bytes) const;
  /// Whether `address` is in constant memory: an allocation that kernels must not write.
  bool is_constant(Addr address) const;
  /// Like `translate`, but for an access by a kernel. If pages are checked, the bytes need not be
  /// in one range: it is enough that each of their pages holds an allocation.
  std::uint8_t* reach(Addr address, std::uint64_t bytes) const;
  /// Returns the allocation that contains `address`.
  std::optional<Allocation> allocation_at(Addr address) const;
  /// Describes `address` relative to the nearest allocation, for messages.
  std::string describe(Addr address) const;
  /// Returns the text that a message adds about a refused access which a GPU would allow; empty for
  /// other accesses.
  std::string page_hint(Addr address) const;

  // Accesses by the host. Each throws Error if a device address is not in one allocation.
  void read(Addr from, void* to, std::uint64_t bytes) const;
  void write(Addr to, const void* from, std::uint64_t bytes);
  void fill(Addr at, std::uint8_t value, std::uint64_t bytes);
  void copy(Addr to, Addr from, std::uint64_t bytes);

 private:
  Addr place_at(Addr address, std::uint64_t bytes, std::string name, bool writable);
  void count_hinted();
  const MemoryRange* search(Addr low, Addr high, RangeHint& hint) const;
  bool holds_allocation(Addr page) const;  ///< whether the device page holds an allocation
  /// True if pages are checked and every page of [low, high) holds an allocation.
  bool pages_hold_allocations(Addr low, Addr high) const;
  /// Returns the index of the first range that begins after `address`.
  std::size_t upper_index(Addr address) const;
  bool insert(const MemoryRange& range, std::string name);
  bool erase(Addr begin, bool host);
  std::uint8_t* checked(Addr address, std::uint64_t bytes, const char* what) const;

  std::uint64_t capacity_;
  MemoryCheck check_;
  HostAddresses host_;
  HostMapping arena_;                     ///< empty: each allocation is in `separate_`
  std::map<Addr, HostMapping> separate_;  ///< mappings by address, for host memory too
  MemoryRange everything_;                ///< all device memory, for checks of pages
  FreeList free_;
  std::vector<MemoryRange> ranges_;  ///< sorted by address
  std::vector<std::string> names_;   ///< names of ranges_, by index
  std::size_t hinted_ = 0;  ///< number of ranges to which a RangeHint may point: all ranges, or
                            ///< only those of device memory
  bool watches_host_ = false;
  mutable std::atomic<Addr> host_access_{0};
  AllocationWatch watch_;
};

}  // namespace heddle::exec
