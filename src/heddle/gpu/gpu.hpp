// The whole GPU: SMs, memory partitions and the dispatcher, and the loop that moves them through
// time. Each quantum the SMs run alone, then their stores become everybody's and the memory side
// runs, then what the SMs reported is replayed and decided on. SMs and partitions are shared out
// over host threads, each always to the same one; results do not depend on how many there are.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "heddle/base/request_check.hpp"
#include "heddle/core/sm.hpp"
#include "heddle/exec/memory_image.hpp"
#include "heddle/exec/system_call.hpp"
#include "heddle/gpu/accounts.hpp"
#include "heddle/gpu/block_demand.hpp"
#include "heddle/gpu/chip.hpp"
#include "heddle/gpu/counters.hpp"
#include "heddle/gpu/decoded_programs.hpp"
#include "heddle/gpu/l1_observers.hpp"
#include "heddle/gpu/ledger.hpp"
#include "heddle/gpu/phase_times.hpp"
#include "heddle/gpu/policy_choice.hpp"
#include "heddle/gpu/residency_windows.hpp"
#include "heddle/gpu/sampling.hpp"
#include "heddle/gpu/saved_blocks.hpp"
#include "heddle/gpu/thread_team.hpp"
#include "heddle/gpu/watchdog.hpp"

namespace heddle::gpu {

/// A grid's progress and, once it has ended, what it cost.
struct GridStatus {
  std::uint64_t blocks = 0, blocks_done = 0;
  std::uint64_t blocks_saved = 0;  ///< how often one was
  bool finished = false;
  GridCounters counters;  ///< complete when finished
};

/// A grid off the GPU: how far it has come, and its blocks that have begun and not ended.
struct GridContext {
  std::uint64_t next_block = 0, blocks_done = 0;
  std::vector<core::BlockContext> blocks;
};

class Gpu final {
 public:
  Gpu(const MachineSpec& machine, const PolicyChoice& policies, exec::MemoryImage& image,
      exec::SystemServices& services, unsigned host_threads = 1);

  Cycle now() const { return now_; }
  /// Queues a grid of blocks that fit on an empty SM (`occupancy`); it begins as soon as a kernel
  /// slot and room for its blocks are free. Returns its number.
  std::uint64_t start(std::shared_ptr<const exec::Grid> grid) { return start(std::move(grid), {}); }
  /// The same of a grid that was suspended, here or on another GPU whose organisation cuts warps
  /// into as many parts: it goes on where it was, if memory holds what it held.
  std::uint64_t start(std::shared_ptr<const exec::Grid> grid, GridContext context);
  const GridStatus& status(std::uint64_t grid) const { return grids_.at(grid)->status; }
  /// Forgets a grid that has finished.
  void forget(std::uint64_t grid) { grids_.erase(grid); }
  bool idle() const { return unfinished_ == 0; }

  /// Lets time pass until a grid ends, to `limit` at most. With no grid running, time jumps to
  /// `limit`. Throws exec::ExecutionFault for what a program did wrong, also with the wait chain
  /// when nothing can go on; not for warps that poll memory unless the grids are `alone`: nothing
  /// else, such as a copy, will change it.
  void advance(Cycle limit, bool alone = true);
  /// From here on `advance` looks at the word before each quantum; what the answer throws leaves
  /// the GPU as it is between two quanta.
  void heed(RequestCheck requests) { requests_ = std::move(requests); }

  // Preemption (preemption.cpp). Commands take effect after the control latency.
  std::optional<std::uint64_t> resident_block(std::uint32_t sm, std::uint16_t block_slot) const;
  /// Stops the block in the slot; it is saved once nothing of it is in flight, and `away` cycles
  /// later goes on wherever there is room, before blocks of its grid that have not begun; kNever:
  /// not before its grid is suspended and started again. False: the slot is free.
  bool stop_block(std::uint32_t sm, std::uint16_t block_slot, Cycle away = 0);
  /// Takes the grid off the GPU: no block of it begins any more, and those that run are stopped.
  /// Returns what is needed to start it again once all are saved, and the grid has finished here;
  /// nothing before: ask again later, unless it has come to its end meanwhile.
  std::optional<GridContext> suspend(std::uint64_t grid);

  /// The counts so far of a grid that is running.
  GridCounters counters_so_far(std::uint64_t grid);
  std::uint64_t warp_instructions() const {
    return accounts_.warp_instructions();
  }  ///< of everything so far
  /// What the SM has left, in truth and as the dispatcher knows it.
  const model::Resources& free_resources(std::uint32_t sm) const {
    return chip_.sms.at(sm)->resources().free();
  }
  const model::Resources& known_free(std::uint32_t sm) const { return ledgers_.at(sm).free(); }
  /// Whoever wants to know what an SM does, cycle by cycle; null: nobody. Called by the host thread
  /// that runs the SM.
  void listen(std::uint32_t sm, model::SmListener* listener) { chip_.sms.at(sm)->listen(listener); }
  void listen(std::uint32_t sm, model::BlockListener* listener) {
    chip_.sms.at(sm)->listen(listener);
  }
  void listen(std::uint32_t sm, model::WarpListener* listener) {
    chip_.sms.at(sm)->listen(listener);
  }
  /// The SM's policies note what they decide.
  void note_to(std::uint32_t sm, model::NoteListener* listener) {
    chip_.sms.at(sm)->note_to(listener);
  }
  /// The same of the data cache; there may be several.
  void listen(std::uint32_t sm, model::L1Listener* listener) { observers_.listen(sm, listener); }
  /// Injects a fault: the SM's reply of this number, counted from now on from 1, never comes.
  void lose_reply(std::uint32_t sm, std::uint64_t number) { chip_.sms.at(sm)->lose_reply(number); }
  /// From now on a sample every so many cycles while a grid runs; the caller takes them.
  void sample_every(Cycle interval) {
    sampling_.start(interval, chip_.sms.size() + chip_.partitions.size());
  }
  std::vector<observe::Sample>& samples() { return sampling_.samples(); }
  const energy::Model& energy_model() const { return accounts_.energy_model(); }
  /// From the next grid on counters tell SMs apart.
  void count_each_sm() { accounts_.count_each_sm(); }
  /// From the next grid on counters tell whose data the L1s' hits are; it listens to the L1s.
  void classify_hits() { observers_.classify_hits(); }
  /// From the next grid on counters tell what other caches than the L1s would have missed, of the
  /// same accesses without time; it listens to the L1s.
  void replay_l1() { observers_.replay(); }
  /// From now on the accesses of the L1s are kept; the caller takes them.
  void record_l1() { observers_.record(); }
  replay::CacheShape l1_shape() const {
    return observers_.cache_shape();
  }  ///< what a replay of them needs
  std::vector<replay::Record>& l1_records(std::uint32_t sm) { return observers_.records(sm); }
  /// From the next grid on what each load does in the L1s is counted. Programs must carry
  /// annotations.
  void profile_loads() { observers_.profile_loads(); }
  const std::vector<observe::KernelLoads>& loads(std::uint32_t sm) const {
    return observers_.loads(sm);
  }
  /// Before the first grid. Counters tell how much locality warps lose; victim tags as given.
  void count_lost_locality(const policy::VictimTagSpec& tags) {
    observers_.count_lost_locality(tags);
  }
  /// Host time spent in `advance` since the last call.
  PhaseTimes take_phase_times() { return phase_clock_.take(); }

 private:
  struct GridRun {
    std::uint64_t number = 0;
    std::shared_ptr<const exec::Grid> grid;
    DecodedPrograms::Decoded decoded;
    BlockDemand demand;
    BlockFacts facts;
    std::uint64_t most_on_an_sm = 0;  ///< blocks at a time
    std::uint8_t slot = 0;
    std::uint64_t next_block = 0;
    bool started = false;   ///< it has a kernel slot
    Cycle launch_end = 0;   ///< when its first blocks may be dispatched
    bool launched = false;  ///< that time has come
    bool suspended = false;
    SavedBlocks saved;
    GridStatus status;
  };
  struct StampedReport {
    core::SmReport report;
    std::uint16_t sm = 0;
  };
  /// What stopped an SM in this quantum, and when; null: nothing.
  struct SmFault {
    std::exception_ptr thrown;
    Cycle cycle = kNever;
  };

  // The quantum, in order (gpu.cpp).
  bool run_quantum(Cycle until);
  void run_sms(unsigned member, Cycle until);
  /// Throws the first fault of the quantum, by cycle and SM, if there is one.
  void raise_fault();
  void run_memory(unsigned member, Cycle until);
  void run_interconnect(unsigned member, Cycle until);
  void run_requests(Cycle until);
  void run_replies(Cycle until);
  bool bookkeeping(Cycle until);
  void run_sm(std::size_t index, Cycle until);
  void run_partition(std::size_t index, Cycle until);
  observe::SampleState look(Cycle at) const;
  Cycle next_work() const;

  // Decisions (dispatch.cpp).
  void begin_grids(Cycle when);
  void end_launches(Cycle until);
  void dispatch_blocks(Cycle when);
  /// The SM that the grid's next block goes to, and with how many warps; none: nothing.
  struct Place {
    std::uint32_t sm = 0, warps = 0;
  };
  std::optional<Place> find_place(const GridRun& run, const BlockDemand& demand, Cycle when);
  BlockDemand demand_of_restored(const GridRun& run) const;
  /// What warps of the block hold: all that the block takes, unless warps return theirs.
  model::Resources share_of(const BlockDemand& demand, std::uint32_t warps) const;
  void end_windows(Cycle until);
  void skip_windows();
  void drain_warp(const StampedReport& report);
  void start_warps(const StampedReport& report);
  bool finish_block(const StampedReport& report);
  void finish_grid(GridRun& run, Cycle when);
  void serve(const StampedReport& report);
  void save_block(const StampedReport& report);
  /// Lets saved blocks go back whose time has come by `until`.
  void wake_saved(Cycle until);
  Cycle next_return() const;
  bool any_held() const;  ///< a grid waits for nothing but to be let go on

  void check_progress(bool alone);

  exec::MemoryImage& image_;
  exec::SystemServices& services_;
  DispatchBoundary policies_;
  Chip chip_;
  L1Observers observers_;
  Accounts accounts_;
  std::vector<StampedReport> reports_;
  std::vector<SmFault> faults_;  ///< by SM
  Watchdog watchdog_;
  ThreadTeam team_;
  RequestCheck requests_;
  Sampling sampling_;
  PhaseClock phase_clock_;

  ResidencyWindows windows_;
  std::vector<Ledger> ledgers_;          ///< by SM
  std::vector<std::uint32_t> admitted_;  ///< by SM: warps of the block to be placed
  std::vector<bool> fits_;
  DecodedPrograms decoded_programs_;
  std::uint64_t programs_decoded_ = 0;
  std::map<std::uint64_t, std::unique_ptr<GridRun>> grids_;
  std::deque<GridRun*> waiting_;  ///< for a kernel slot
  std::array<GridRun*, core::kKernelSlots> running_{};
  std::vector<GridRun*> order_;  ///< running grids, oldest first

  Cycle now_ = 0;
  std::uint64_t next_grid_ = 0;
  std::uint64_t unfinished_ = 0;
};

}  // namespace heddle::gpu
