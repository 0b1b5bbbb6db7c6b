// Shared memory for lanes that execute one instruction after the other. In a cycle each lane
// presents the addresses of a few threads. Conflicts therefore arise between lanes, and not within
// a warp. In each cycle a bank serves one word, for all threads that need this word. A thread that
// is not served tries again in the next cycle, and its lane waits. The lanes take turns in choosing
// first. Source: Lucas et al. 2015, section 3.5.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/exec/step/access.hpp"

namespace heddle::core {

class SharedPorts {
 public:
  /// An access whose addresses have all been served.
  struct Done {
    std::uint32_t id = 0;
    std::uint16_t group = 0;  ///< lane group of the access
    /// Cycles in which this access was the first to be served in shared memory.
    std::uint32_t cycles = 0;
    /// Cycles in which a thread waited because its bank served another word.
    std::uint32_t waits = 0;
  };

  /// `banks`: at most 64. There are `groups` lane groups of `lanes` lanes. In a cycle, a lane
  /// presents one word for each of `threads` aligned threads of a warp.
  /// `is_ideal`: banks serve any number of words at once.
  SharedPorts(unsigned banks, unsigned groups, unsigned lanes, unsigned threads,
              bool is_ideal = false);

  /// The threads of an access. Equal addresses are the same word only in accesses of one block.
  struct Threads {
    std::uint16_t group = 0;  ///< lane group
    std::uint16_t block_slot = 0;
    LaneMask lanes = 0;
  };
  /// Gives the access to a free lane of the group, which presents the first addresses in cycle
  /// `first`.
  void begin(std::uint32_t id, const Threads& threads, const exec::MemoryAccess& access,
             Cycle first);
  /// Works for one cycle. Puts finished accesses into done(), which the caller clears.
  void tick(Cycle now);
  std::vector<Done>& done() { return done_; }
  /// The next cycle in which a lane presents addresses.
  Cycle next(Cycle now) const;

 private:
  struct Port {
    bool busy = false;
    std::uint32_t id = 0;
    Cycle first = 0;
    std::uint32_t cycles = 0, waits = 0;  ///< counts so far, as in Done
    /// Index of the word that each thread presents, and number of words of each thread.
    std::uint32_t word = 0, words = 1;
    LaneMask left = 0;       ///< threads of later groups, which have not presented an address yet
    LaneMask presented = 0;  ///< threads of the group that presents addresses now
    LaneMask waiting = 0;    ///< presented threads that have not been served
    std::array<std::uint64_t, kWarpSize> word_of{};  ///< by thread: number of the first word
  };

  /// Presents the next word of the current group of threads, or the first word of the next group.
  /// Returns false if no group is left.
  bool present_next(Port& port) const;
  /// Serves the presented words whose banks are free in this cycle.
  void serve(Port& port);

  unsigned banks_, lanes_;
  bool is_ideal_;
  LaneMask group_mask_;  ///< lanes of the first aligned group of threads
  unsigned threads_;
  std::vector<Port> ports_;                  ///< by lane group and lane
  unsigned busy_ = 0;                        ///< number of busy ports
  std::uint64_t taken_ = 0;                  ///< banks taken in this cycle, as a bit mask
  std::array<std::uint64_t, 64> word_in_{};  ///< by taken bank: the word that it serves
  std::vector<Done> done_;
};

}  // namespace heddle::core
