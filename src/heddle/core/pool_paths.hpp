// The path unit of dynamic warp formation: each thread has a place of its own and the callers that
// it returns to, and the threads of an SM that are to execute wait in a pool (exec/warp_pool.hpp),
// whose entries issue. After an instruction the threads return to the pool, each where it goes on.
#pragma once

#include <array>
#include <vector>

#include "heddle/core/formed_warps.hpp"
#include "heddle/core/path_unit.hpp"
#include "heddle/core/thread_meetings.hpp"
#include "heddle/exec/thread_barriers.hpp"
#include "heddle/exec/warp_pool.hpp"

namespace heddle::core {

class PoolPaths final : public PathUnit {
 public:
  explicit PoolPaths(const Surroundings& around);

  void start(std::span<const std::uint16_t> launched, Cycle now) override;
  void executed(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now) override;
  void settle(Cycle now) override;

 private:
  struct Thread {
    std::vector<exec::StackEntry> callers;  ///< where it returns to, the innermost last
    std::uint32_t passed = 0;               ///< points at which diverged paths meet
  };
  /// Threads of one warp that wait at a barrier.
  struct Waiting {
    exec::GroupMember member;
    exec::PoolPlace behind;     ///< where they go on
    std::uint32_t barrier = 0;  ///< its number
  };
  struct Block {
    exec::ThreadBarriers barriers;
    std::vector<Waiting> waiting;
  };

  std::uint16_t entity_of(std::uint16_t number) const {
    return static_cast<std::uint16_t>(contexts_.homes() + number);
  }
  /// The threads of the entity, of which nothing is in flight, go on each where its outcome says.
  void disperse(std::uint16_t entity, Cycle now);
  void follow(const exec::PoolPlace& at, const exec::GroupMember& member,
              const FormedWarp::Result& result);
  void follow_calls(const exec::PoolPlace& at, const exec::GroupMember& member,
                    const exec::PathOutcome& outcome);
  void follow_returns(const exec::PoolPlace& at, const exec::GroupMember& member);
  void come_to_barrier(const exec::PoolPlace& at, const exec::GroupMember& member,
                       const FormedWarp::Result& result);
  void open_barriers(std::uint16_t block_slot, Cycle now);
  /// The threads are at the place from now on.
  void put(const exec::PoolPlace& at, Pc pc, const exec::GroupMember& member);
  void put(const exec::PoolPlace& place, const exec::GroupMember& member);
  void count_passed(const exec::PoolPlace& place, const exec::GroupMember& member);
  /// Threads have ended, for which others may have waited.
  void end_threads(const exec::WarpGroup& group, Cycle now);
  /// Entries of the pool that are new or have got threads become, or stay, entities.
  void take_entries(Cycle now, std::uint32_t delay);
  void show_waits(std::uint16_t block_slot);
  std::uint32_t passed_of(const exec::WarpGroup& group) const;
  const std::vector<bool>& meeting_points(unsigned kernel);

  Contexts& contexts_;
  Surroundings around_;
  FormedWarps warps_;
  exec::WarpPool pool_;
  ThreadMeetings meetings_;
  std::vector<std::array<Thread, kWarpSize>> threads_;  ///< by context
  std::vector<Block> blocks_;                           ///< by block slot
  std::vector<std::uint16_t> changed_;                  ///< numbers of entries
  std::vector<std::uint16_t> leaving_;
  /// By kernel slot: its grid's program, and by pc whether diverged paths meet there.
  std::array<std::pair<const isa::Program*, std::vector<bool>>, kKernelSlots> points_;
};

}  // namespace heddle::core
