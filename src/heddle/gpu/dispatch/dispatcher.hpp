// Decides which grid has a kernel slot, and which SM gets the next block. Grids queue for kernel
// slots; blocks of all running grids go to SMs that residency admits them to and block dispatch
// chooses. Both go by priority, and by age among grids of one priority. The dispatcher places
// blocks by what the SMs have reported, which it keeps in a ledger of each SM; a decision reaches
// the SM after the control latency. Whoever lets several grids share the GPU by another rule
// changes this class.
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
#include "heddle/gpu/dispatch/grid_queue.hpp"
#include "heddle/gpu/dispatch/grid_run.hpp"
#include "heddle/gpu/dispatch/ledger.hpp"
#include "heddle/gpu/dispatch/preemptor.hpp"
#include "heddle/gpu/dispatch/residency_windows.hpp"
#include "heddle/gpu/dispatch/tenants.hpp"

namespace heddle::gpu {

class Dispatcher {
 public:
  /// Called when a grid has ended, with its number and the cycle after its last. Grids that begin
  /// at that cycle may be started.
  using GridEnded = std::function<void(std::uint64_t grid, Cycle when)>;

  /// `subscribers` hear what it decides.
  Dispatcher(DispatchBoundary policies, Chip& chip, Accounts& accounts, Tenants& tenants,
             const GridEnded& grid_ended, const model::Subscribers& subscribers);

  // Grids.
  /// Queues a grid at `now`, one of a tenant for a cycle not before `begins`; returns its number.
  std::uint64_t start(std::shared_ptr<const exec::Grid> grid, GridContext context, Cycle begins,
                      Cycle now);
  const GridStatus& status(std::uint64_t grid) const { return grids_.at(grid)->status; }
  GridCounters counters_so_far(std::uint64_t grid, Cycle now);
  void forget(std::uint64_t grid) { grids_.erase(grid); }
  bool idle() const { return unfinished_ == 0; }

  // Preemption (dispatcher_preemption.cpp), with the meanings that Gpu gives.
  bool stop_block(std::uint32_t sm, std::uint16_t block_slot, Cycle away, Cycle now);
  std::optional<GridContext> suspend(std::uint64_t grid, Cycle now);
  /// A grid is suspended, has blocks that are to be away, or is to begin at its cycle.
  bool any_held() const;
  /// When the trigger of preemption fires next.
  Cycle next_signal() const { return policies_.next_signal(); }

  // Bookkeeping after a quantum: begin_grids, then for each report by time advance and apply, at
  // last advance to the end of the quantum.
  /// Grids that wait get the free kernel slots at `when`.
  void begin_grids(Cycle when);
  /// Handles what is due by `until`: windows and launches that end, grids of tenants that begin,
  /// saved blocks that may go back.
  void advance(Cycle until);
  /// Replays a report of an SM, a request for a service excepted. Returns the cycle in which a grid
  /// has ended, if one has.
  std::optional<Cycle> apply(const StampedReport& report);
  /// When there is something to do without any report; kNever: never.
  Cycle next(Cycle now) const;

  // Residency windows (dispatcher_windows.cpp).
  Cycle window_end() const { return windows_.end(); }
  /// Thread instructions that each SM had issued when the window ended.
  void set_issued(std::span<const std::uint64_t> thread_instructions);
  /// Ends the windows up to `now` in which no SM did anything.
  void skip_windows(Cycle now);

  /// What the dispatcher knows of the SM.
  const Ledger& ledger(std::uint32_t sm) const { return ledgers_.at(sm); }
  bool any_block() const;  ///< an SM has a block, or one is on its way

 private:
  /// An SM, and how many warps of the block start there at once.
  struct Target {
    std::uint32_t sm = 0, warps = 0;
  };

  /// The grid gets the kernel slot at `when`.
  void begin(GridRun& run, std::uint8_t slot, Cycle when);
  /// Grids of tenants begin, and windows of the sharing policy end, each at its time.
  void begin_due(Cycle until);
  void end_launches(Cycle until);
  std::optional<Cycle> finish_block(const StampedReport& report);
  void finish_grid(GridRun& run, Cycle when);
  void drain_warp(const StampedReport& report);
  void start_warp(const StampedReport& report);

  void take_off(const StampedReport& report);

  // Placement (dispatcher_placement.cpp). `saved`: the saved block that is to be placed; null: the
  // grid's next new one is.
  void dispatch_blocks(Cycle when);
  /// True: a block of the grid was sent.
  bool send_saved(GridRun& run, Cycle when);
  bool send_new(GridRun& run, Cycle when);
  void send_block(GridRun& run, const BlockDemand& demand, const Target& target,
                  std::optional<std::size_t> saved, Cycle when);
  /// Where the block goes; nothing: nowhere as things stand.
  std::optional<Target> choose_target(const GridRun& run, const BlockDemand& demand,
                                      const core::BlockContext* saved, Cycle when);
  /// What a block of the grid finds on the SM; `warps`: where the shape places warps, its warps.
  policy::Room room_on(std::uint32_t sm, const GridRun& run, std::span<const std::uint32_t> warps,
                       Cycle when) const;
  // Where the shape places warps.
  /// The warps of the block, by index, that take resources.
  std::vector<std::uint32_t> warps_of(const GridRun& run, const core::BlockContext* saved) const;
  /// Gives the first of these warps, as many as start, lanes of the SM in its ledger.
  model::BlockPlacement place_block(const Target& target, const GridRun& run,
                                    const core::BlockContext* saved, Cycle when);
  /// What the saved block takes that it has not kept.
  BlockDemand demand_of(const GridRun& run, const core::BlockContext& saved) const;

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
  std::vector<Ledger> ledgers_;          ///< by SM
  std::vector<std::uint32_t> admitted_;  ///< by SM: warps of the block to be placed
  std::vector<bool> fits_;               ///< by SM: the block to be placed may go there
  DecodedPrograms decoded_programs_;
  std::uint64_t programs_decoded_ = 0;
  std::map<std::uint64_t, std::unique_ptr<GridRun>> grids_;  ///< by number
  GridQueue queue_;                                          ///< that have not begun
  GridQueue::Running running_{};
  std::vector<GridRun*> order_;  ///< running grids, first served first
  Preemptor preemptor_;
  std::uint64_t next_grid_ = 0;
  std::uint64_t unfinished_ = 0;  ///< grids
};

}  // namespace heddle::gpu
