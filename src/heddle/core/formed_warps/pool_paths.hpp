// The path unit of dynamic warp formation. Each thread has its own place and its own stack of
// callers. The ready threads of an SM wait in a pool (exec/paths/warp_pool.hpp), whose entries
// issue. After an instruction each thread returns to the pool, at the place where it continues.
#pragma once

#include <array>
#include <vector>

#include "heddle/core/formed_warps/formed_warps.hpp"
#include "heddle/core/formed_warps/path_unit.hpp"
#include "heddle/core/formed_warps/pool_barriers.hpp"
#include "heddle/core/formed_warps/thread_meetings.hpp"
#include "heddle/exec/paths/warp_pool.hpp"

namespace heddle::core {

class PoolPaths final : public PathUnit {
 public:
  explicit PoolPaths(const Surroundings& around);

  void start(std::span<const std::uint16_t> launched, Cycle now) override;
  void issued(std::uint16_t entity) override;
  void executed(std::uint16_t entity, const DecodedInstruction& decoded, Cycle now) override;
  void settle(Cycle now) override;

 private:
  struct Thread {
    /// The callers to which the thread returns, the innermost one last.
    std::vector<exec::StackEntry> callers;
    /// Number of reconvergence points that the thread has passed.
    std::uint32_t passed = 0;
  };

  /// The instruction buffer of a warp that has dispersed. The first new entry of the same kernel at
  /// `pc` gets the buffer.
  struct KeptBuffer {
    std::uint32_t kernel = 0;  ///< kernel slot of the warp
    Pc pc = 0;
    FrontEnd::Buffer buffer;
  };

  /// These functions translate the number of a pool entry to its entity, and back.
  std::uint16_t entity_of(std::uint16_t number) const {
    return static_cast<std::uint16_t>(contexts_.homes + number);
  }
  std::uint16_t number_of(std::uint16_t entity) const {
    return static_cast<std::uint16_t>(entity - contexts_.homes);
  }
  /// Lets each thread of the entity continue where its result says. The entity must have no
  /// instruction in flight.
  void disperse(std::uint16_t entity, Cycle now);
  /// Returns the place at which all threads of the formed warp continue after its instruction.
  /// Returns kNoPc if they continue at several places, or if some wait at a barrier or end.
  Pc common_way(const FormedWarp& formed) const;
  Pc common_way(const exec::GroupMember& member, const exec::PathOutcome& outcome, Pc next) const;
  Pc common_return(const exec::GroupMember& member) const;
  /// Keeps the buffer of a formed warp for the warp in which its threads continue. If its threads
  /// wait at a barrier, the buffer is kept until the barrier opens.
  void keep_buffer(std::uint16_t entity);
  void follow(const exec::PlacedThreads& threads, const FormedWarp::Result& result,
              exec::StepKind kind, Cycle now);
  void follow_path(const exec::PlacedThreads& threads, const exec::PathOutcome& outcome);
  void enter_functions(const exec::PlacedThreads& threads, const exec::PathOutcome& outcome);
  void return_to_callers(const exec::GroupMember& member);
  void come_to_barrier(const exec::PlacedThreads& threads, const exec::BarrierArrival& arrival,
                       Cycle now);
  void open_barriers(std::uint16_t block_slot, Cycle now);
  void end_threads(const exec::GroupMember& member, Cycle now);
  /// Puts the given lanes of the threads into the pool, to continue at `pc`. Does nothing if the
  /// threads have none of these lanes. The overload without `lanes` puts all threads, at the
  /// instruction of their frame.
  void put(const exec::PlacedThreads& threads, LaneMask lanes, Pc pc);
  void put(const exec::PlacedThreads& threads);
  /// Puts threads that have met at a warp-wide instruction into the pool. They execute this
  /// instruction together.
  void put_met(unsigned context);
  void count_passed(const exec::PlacedThreads& threads);
  /// Makes entities of the pool's new entries. Gives entries that have grown their new threads.
  void take_entries(Cycle now, std::uint32_t delay);
  void take_new(std::uint16_t entity, const exec::WarpPool::Entry& entry, Cycle now,
                std::uint32_t delay);
  /// Shows observers what the block's warps, as launched, wait for. A warp's condition becomes
  /// `barrier` if a thread of it waits at a barrier, else `meeting` if a thread waits for others at
  /// a warp-wide instruction, else `pooled`. Warps that are draining or absent keep their
  /// condition.
  void show_waits(std::uint16_t block_slot);
  /// Returns the fewest reconvergence points that any thread of the group has passed.
  std::uint32_t passed_of(const exec::WarpGroup& group) const;

  Contexts& contexts_;
  Surroundings around_;
  FormedWarps warps_;
  exec::WarpPool pool_;
  ThreadMeetings meetings_;
  PoolBarriers barriers_;
  std::vector<std::array<Thread, kWarpSize>> threads_;  ///< by context
  std::vector<std::uint16_t> changed_;                  ///< numbers of entries that have changed
  std::vector<std::uint16_t> returning_;                ///< entities that have stopped
  PoolBarriers::Opening opening_;
  std::vector<KeptBuffer> kept_buffers_;  ///< buffers of the warp that disperses
  std::vector<std::vector<KeptBuffer>>
      buffers_at_barriers_;  ///< by block slot, until the barrier opens
};

}  // namespace heddle::core
