// The pool in which dynamic warp formation gathers the threads of an SM that are ready to execute.
// Each entry is a warp that is being formed: threads at one place, with disjoint home lanes. A
// table maps each place to the entry that is being filled. If a home lane of new threads is taken
// in that entry, the threads get a new entry, and the table then names the new entry. After an
// entry has issued, it gets no more threads, and then leaves the pool.
//
// Source: Fung, Sham, Yuan, Aamodt, "Dynamic Warp Formation and Scheduling for Efficient GPU
// Control Flow", MICRO 2007.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <vector>

#include "heddle/exec/paths/simt_stack.hpp"
#include "heddle/exec/paths/warp_group.hpp"

namespace heddle::exec {

/// The place of threads that may execute together: one instruction in one frame of a kernel.
struct PoolPlace {
  std::uint32_t kernel = 0;  ///< kernel slot
  StackEntry frame;          ///< its `lanes` and `reconvergence` are not used
  auto key() const {
    return std::tuple(kernel, frame.pc, frame.row_base, frame.predicate_base, frame.local_base);
  }
  bool operator<(const PoolPlace& other) const { return key() < other.key(); }
  bool operator==(const PoolPlace& other) const { return key() == other.key(); }
};

/// Threads of one warp that are at one place.
struct PlacedThreads {
  PoolPlace place;
  GroupMember member;
};

class WarpPool {
 public:
  static constexpr std::uint16_t kNoNumber = 0xFFFF;

  struct Entry {
    PoolPlace place;
    WarpGroup group;
    LaneMask lanes = 0;                ///< lanes of the group
    std::uint64_t serial = 0;          ///< number of the entry in the order of opening, from 1
    std::uint16_t number = kNoNumber;  ///< kNoNumber: the entry waits for a number
  };

  /// `entries`: the number of entries that can issue. Each of them has a number, from 0 on. Further
  /// entries wait in order until a number is released.
  explicit WarpPool(unsigned entries);

  /// Puts threads that have come to the place into an entry. Adds the numbers of new entries and of
  /// entries that got threads to `changed`, each once.
  void put(const PoolPlace& place, GroupMember member, std::vector<std::uint16_t>& changed);
  /// Like `put`, for threads that must execute the instruction together and without other threads.
  void put_alone(const PoolPlace& place, GroupMember member, std::vector<std::uint16_t>& changed);
  /// Returns the entry with this number. A number is valid from its appearance in `changed` until
  /// its release.
  const Entry& operator[](unsigned number) const { return entries_[number]; }
  /// Closes an entry that issues, so that no more threads join it. The entry keeps its number until
  /// it is released.
  void issue(unsigned number);
  /// Removes an issued entry, whose threads leave the pool. If a waiting entry gets the number,
  /// adds the number to `changed`.
  void release(unsigned number, std::vector<std::uint16_t>& changed);

  /// The number of entries that wait for a number.
  std::size_t waiting() const { return waiting_.size(); }

 private:
  /// The entry that is being filled at a place.
  struct Filling {
    std::uint16_t number = kNoNumber;  ///< kNoNumber: the entry waits for a number
    std::uint64_t serial = 0;          ///< serial of the entry; 0: there is no entry
  };
  using Table = std::map<PoolPlace, Filling>;

  Filling open(const PoolPlace& place);
  Entry* find(const Filling& filling);
  /// Returns the table's element for the place at which the entry is being filled; the table's end
  /// if no threads can join the entry.
  Table::iterator line_of(const Entry& entry);
  static void join(Entry& entry, GroupMember member, std::vector<std::uint16_t>& changed);

  std::vector<Entry> entries_;       ///< indexed by number
  std::vector<std::uint16_t> free_;  ///< numbers that no entry has
  std::deque<Entry> waiting_;
  Table filling_;                  ///< indexed by place
  std::uint64_t next_serial_ = 1;  ///< serial of the next entry
};

}  // namespace heddle::exec
