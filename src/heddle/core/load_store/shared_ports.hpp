// Shared memory where lanes execute one instruction after the other: each lane presents the
// addresses of a few threads a cycle, so that conflicts arise between lanes and not within a warp
// (Lucas et al. 2015, section 3.5). In a cycle a bank serves one word, to all that name it. Who is
// not served tries again in the next cycle, and its lane waits. Lanes have the first choice in
// turn.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "heddle/base/types.hpp"
#include "heddle/exec/step/access.hpp"

namespace heddle::core {

class SharedPorts {
 public:
  /// An access all of whose addresses have been served.
  struct Done {
    std::uint32_t id = 0;
    std::uint16_t group = 0;   ///< lane group that it came from
    std::uint32_t cycles = 0;  ///< in which it was the first that the banks served
    std::uint32_t waits = 0;   ///< cycles in which a bank had another word to serve
  };

  /// `banks`: at most 64. `lanes` of each of `groups` lane groups; a lane presents `threads`
  /// aligned threads of a warp in a cycle, a word of each.
  SharedPorts(unsigned banks, unsigned groups, unsigned lanes, unsigned threads);

  /// Who presents addresses. Accesses of one block name the same words.
  struct Threads {
    std::uint16_t group = 0;  ///< lane group
    std::uint16_t block_slot = 0;
    LaneMask lanes = 0;
  };
  /// A free lane of the group presents the first addresses of the access in cycle `first`.
  void begin(std::uint32_t id, const Threads& threads, const exec::MemoryAccess& access,
             Cycle first);
  /// One cycle. What is done is in `done`, which the caller clears.
  void tick(Cycle now);
  std::vector<Done>& done() { return done_; }
  /// The next cycle in which a lane has something to present.
  Cycle next(Cycle now) const;

 private:
  struct Port {
    bool busy = false;
    std::uint32_t id = 0;
    Cycle first = 0;
    std::uint32_t cycles = 0, waits = 0;  ///< as in Done
    std::uint32_t word = 0, words = 1;    ///< of a thread: that is presented, and their number
    LaneMask left = 0;                    ///< threads after those that are presented
    LaneMask presented = 0;               ///< threads of this group
    LaneMask waiting = 0;                 ///< of these, those that were not served
    std::array<std::uint64_t, kWarpSize> word_of{};  ///< by thread: number of the first word
  };

  /// The next threads, or the next word of these. False: there are none.
  bool present_next(Port& port) const;
  /// Serves what the banks can in this cycle.
  void serve(Port& port);

  unsigned banks_, lanes_;
  LaneMask group_mask_;  ///< the first aligned group of threads
  unsigned threads_;
  std::vector<Port> ports_;                  ///< by lane group and lane
  unsigned busy_ = 0;                        ///< ports
  std::uint64_t taken_ = 0;                  ///< in this cycle: a bit a bank
  std::array<std::uint64_t, 64> word_in_{};  ///< by bank that is taken: the word
  std::vector<Done> done_;
};

}  // namespace heddle::core
