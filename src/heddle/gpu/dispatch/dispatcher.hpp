// Decides which grid has a kernel slot, and which SM gets the next block. Grids queue for kernel
// slots. Blocks of all running grids go to SMs that the residency policy admits and the block
// dispatch policy chooses. Grids and blocks are served in order of priority, and in order of age
// within a priority. The dispatcher knows the SMs only from their reports, and keeps one ledger per
// SM. A decision reaches its SM after the control latency. To share the GPU among grids by another
// rule, change this class.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "heddle/gpu/accounts/accounts.hpp"
#include "heddle/gpu/chip/chip.hpp"
#include "heddle/gpu/chip/dispatch_boundary.hpp"
#include "heddle/gpu/chip/sm_report.hpp"
#include "heddle/gpu/dispatch/admissions.hpp"
#include "heddle/gpu/dispatch/grid_queue.hpp"
#include "heddle/gpu/dispatch/grid_run.hpp"
#include "heddle/gpu/dispatch/ledger.hpp"
#include "heddle/gpu/dispatch/preemptor.hpp"
#include "heddle/gpu/dispatch/residency_windows.hpp"
#include "heddle/gpu/dispatch/tenants.hpp"
#include "heddle/gpu/dispatch/waiting_parents.hpp"

namespace heddle::gpu {

class Dispatcher {
 public:
  /// Called when a grid has ended, with the grid's number and the cycle `when` after the grid's
  /// last cycle. The called function may start grids that begin in cycle `when`.
  using GridEnded = std::function<void(std::uint64_t grid, Cycle when)>;

  /// `subscribers` hear the dispatcher's decisions.
  Dispatcher(DispatchBoundary policies, Chip& chip, Accounts& accounts, Tenants& tenants,
             const GridEnded& grid_ended, const model::Subscribers& subscribers);

  // Grids.
  /// Queues a grid at `now` and returns its number. The grid begins at cycle `begins` at the
  /// earliest.
  std::uint64_t start(std::shared_ptr<const exec::Grid> grid, GridContext context, Cycle begins,
                      Cycle now);
  const GridStatus& status(std::uint64_t grid) const { return grids_.at(grid)->status; }
  GridCounters counters_so_far(std::uint64_t grid, Cycle now);
  void forget(std::uint64_t grid) { grids_.erase(grid); }
  bool idle() const { return unfinished_ == 0; }

  // Preemption (dispatcher_preemption.cpp). Gpu documents these functions.
  bool stop_block(std::uint32_t sm, std::uint16_t block_slot, Cycle away, Cycle now);
  std::optional<GridContext> suspend(std::uint64_t grid, Cycle now);
  /// The blocks that wait for grids which they have launched.
  WaitingParents& parents() { return parents_; }
  /// Whether any grid is suspended, has blocks that must stay off the GPU for now, or must not
  /// begin before a later cycle.
  bool any_held() const;
  /// The cycle in which the preemption trigger fires next.
  Cycle next_signal() const { return policies_.next_signal(); }

  // Bookkeeping after a quantum. Call begin_grids() first. Then, for each report in order of time,
  // call advance() up to the report's cycle, and apply(). Last, call advance() up to the end of the
  // quantum.
  /// Gives free kernel slots to waiting grids at `when`.
  void begin_grids(Cycle when);
  /// Handles the events that are due by `until`: windows and launch latencies end, grids of tenants
  /// begin, preemption signals are sent, and saved blocks become ready to return.
  void advance(Cycle until);
  /// Processes a report of an SM. Ignores requests for services. If the report ends a grid, returns
  /// the cycle after the grid's last cycle.
  std::optional<Cycle> apply(const StampedReport& report);
  /// Returns the next cycle in which the dispatcher has work even without a report, or kNever if
  /// there is none.
  Cycle next(Cycle now) const;

  // Residency windows (dispatcher_windows.cpp).
  Cycle window_end() const { return windows_.end(); }
  /// Sets how many thread instructions each SM had issued when the window ended.
  void set_issued(std::span<const std::uint64_t> thread_instructions);
  /// Ends the windows up to `now`. No SM did anything in this time.
  void skip_windows(Cycle now);

  /// What the dispatcher knows about the SM.
  const Ledger& ledger(std::uint32_t sm) const { return ledgers_.at(sm); }
  bool any_block() const;  ///< whether an SM has a block, or a block is on its way

 private:
  /// The SM that gets a block, and the number of the block's warps that start on arrival.
  struct Target {
    std::uint32_t sm = 0, warps = 0;
  };

  /// Gives the kernel slot to the grid at `when`.
  void begin(GridRun& run, std::uint8_t slot, Cycle when);
  /// Begins grids of tenants and ends windows of the sharing policy up to `until`, in order of
  /// time.
  void begin_due(Cycle until);
  /// Begins grids that have waited for a cycle up to `until`, in order of time.
  void begin_later(Cycle until);
  void end_launches(Cycle until);
  std::optional<Cycle> finish_block(const StampedReport& report);
  void finish_grid(GridRun& run, Cycle when);
  void drain_warp(const StampedReport& report);
  void start_warp(const StampedReport& report);

  void take_off(const StampedReport& report);

  // Placement (dispatcher_placement.cpp). `saved`: the saved block to place. If it is null, the
  // grid's next new block is placed.
  void dispatch_blocks(Cycle when);
  /// send_saved() and send_new() return true if they have sent a block of the grid, or all blocks
  /// of a cluster.
  bool send_saved(GridRun& run, Cycle when);
  bool send_new(GridRun& run, Cycle when);
  void send_block(GridRun& run, const BlockDemand& demand, const Target& target,
                  std::optional<std::size_t> saved, Cycle when);
  /// Chooses the SM for the block. Returns nothing if no SM can take the block now.
  std::optional<Target> choose_target(const GridRun& run, const BlockDemand& demand,
                                      const core::BlockContext* saved, Cycle when);
  /// Returns the room that the SM has for a block of the grid. `warps`: the block's warps, if the
  /// organisation assigns warps to lanes.
  policy::Room room_on(std::uint32_t sm, const GridRun& run, std::span<const std::uint32_t> warps,
                       Cycle when) const;
  /// Assigns lanes in the SM's ledger to the warps that start, which are the first ones of those
  /// that take resources. May be called only if the organisation assigns warps to lanes.
  model::BlockPlacement place_block(const Target& target, const GridRun& run,
                                    const core::BlockContext* saved, Cycle when);

  void discard_block(const StampedReport& report);
  void save_block(const StampedReport& report);
  void return_saved_blocks(Cycle until);

  void end_windows(Cycle until);

  const MachineSpec& machine_;
  const BlockFit& fit_;
  Sms& sms_;
  Accounts& accounts_;
  Tenants& tenants_;
  const GridEnded& grid_ended_;
  const model::Subscribers& subscribers_;
  DispatchBoundary policies_;
  ResidencyWindows windows_;
  std::vector<Ledger> ledgers_;  ///< by SM: what the dispatcher knows about the SM
  /// By SM: number of warps that the SM admits of the block that is being placed.
  std::vector<std::uint32_t> admitted_;
  Admissions admissions_;
  std::vector<bool> fits_;  ///< by SM: whether the block that is being placed may go to the SM
  DecodedPrograms decoded_programs_;
  std::uint64_t programs_decoded_ = 0;
  std::map<std::uint64_t, std::unique_ptr<GridRun>> grids_;  ///< indexed by grid number
  GridQueue queue_;                                          ///< grids that have not begun
  GridQueue::Running running_{};
  std::vector<GridRun*> order_;  ///< running grids, in the order in which they are served
  Preemptor preemptor_;
  WaitingParents parents_;
  unsigned& grids_on_one_thread_;
  std::uint64_t next_grid_ = 0;
  std::uint64_t unfinished_ = 0;  ///< number of grids that have not finished
};

}  // namespace heddle::gpu
