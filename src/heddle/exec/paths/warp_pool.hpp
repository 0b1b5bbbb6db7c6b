// The pool in which dynamic warp formation gathers the threads of an SM that are to execute: each
// entry is a warp that forms, of threads at one place with disjoint home lanes. A table maps each
// place to the entry that fills; threads whose home lanes are taken open another entry, which takes
// the old one's place in the table. An entry leaves the pool when it issues.
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

/// Where threads are that may execute together: one instruction of one frame of a kernel.
struct PoolPlace {
  std::uint32_t kernel = 0;  ///< kernel slot
  StackEntry frame;          ///< `lanes` and `reconvergence` say nothing
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
    LaneMask lanes = 0;        ///< of the group
    std::uint64_t serial = 0;  ///< counts entries in the order in which they were opened, from 1
    std::uint16_t number = kNoNumber;  ///< kNoNumber: it waits for one
  };

  /// So many entries at most have a number, from 0 on, and can issue. What is beyond waits, in
  /// order, for the number of one that is released.
  explicit WarpPool(unsigned entries);

  /// Threads have come to the place. Adds to `changed` the numbers of entries that are new or have
  /// got threads, each once.
  void put(const PoolPlace& place, GroupMember member, std::vector<std::uint16_t>& changed);
  /// The same for threads that execute the instruction together and without others.
  void put_alone(const PoolPlace& place, GroupMember member, std::vector<std::uint16_t>& changed);
  /// Valid for numbers from `changed` until they are released.
  const Entry& operator[](unsigned number) const { return entries_[number]; }
  /// The entry issues: no thread joins it any more. It keeps its number until it is released.
  void issue(unsigned number);
  /// The threads of an issued entry leave it. Adds the number to `changed` if an entry that has
  /// waited for one has it now.
  void release(unsigned number, std::vector<std::uint16_t>& changed);

  /// Entries that wait for a number.
  std::size_t waiting() const { return waiting_.size(); }

 private:
  /// The entry that fills.
  struct Filling {
    std::uint16_t number = kNoNumber;  ///< kNoNumber: it waits for one
    std::uint64_t serial = 0;          ///< 0: there is none
  };
  using Table = std::map<PoolPlace, Filling>;

  Filling open(const PoolPlace& place);
  Entry* find(const Filling& filling);
  /// The line of the table that the entry fills; the table's end if it fills none.
  Table::iterator line_of(const Entry& entry);
  static void join(Entry& entry, GroupMember member, std::vector<std::uint16_t>& changed);

  std::vector<Entry> entries_;       ///< by number
  std::vector<std::uint16_t> free_;  ///< numbers
  std::deque<Entry> waiting_;
  Table filling_;                  ///< by place
  std::uint64_t next_serial_ = 1;  ///< of the entry that is opened next
};

}  // namespace heddle::exec
