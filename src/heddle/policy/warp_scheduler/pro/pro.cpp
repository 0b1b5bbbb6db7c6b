// PRO: progress-aware scheduling (Anantpur and Govindarajan, IPDPS 2015). An SM has one order of
// blocks, and a block has one order of warps; with a parameter, each issue slot has orders of its
// own. Each slot issues its first ready warp in these orders. Blocks with an ended warp or a warp
// at a barrier come first. The other blocks are sorted by progress at each multiple of the
// threshold.

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/warp_scheduler/pro/progress_order.hpp"
#include "heddle/policy/warp_scheduler/warp_scheduler.hpp"

namespace heddle::policy {
namespace {

using pro::ProgressOrder;

/// Whether all issue slots of an SM share one order of blocks, or each slot has its own order.
enum class Scope : std::uint8_t { sm, slot };
constexpr std::array<std::string_view, 2> kScopeNames = {"sm", "slot"};

class Pro final : public WarpScheduler {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("threshold", threshold_,
          {.unit = "cycles", .minimum = 1, .maximum = 1e9, .doc = "from sort to sort"});
    visit("sort_latency", sort_latency_,
          {.unit = "cycles", .maximum = 1e6, .doc = "until a new order takes effect"});
    visit("barriers", features_.barriers, {.doc = "serve blocks with warps at a barrier early"});
    visit("finishes", features_.finishes, {.doc = "serve blocks with ended warps first"});
    visit("slow_phase", features_.slow_phase,
          {.doc = "least progress first once the grid is dispatched"});
    visit("warp_sort", features_.warp_sort, {.doc = "order the warps of a block by progress"});
    visit("sort_on_release", features_.sort_on_release,
          {.doc = "sort a block's warps when a barrier lets them go, not at the next sort"});
    visit.choice("order", scope_, kScopeNames,
                 {.doc = "one order for all issue slots, or one a slot by the progress of its own "
                         "warps"});
  }

  void attach(const model::SmView& view) override {
    WarpScheduler::attach(view);
    orders_.assign(scope_ == Scope::sm ? 1 : view.slots, {});
    for (unsigned slot = 0; slot < orders_.size(); ++slot)
      orders_[slot].attach(view, features_, scope_ == Scope::sm ? ProgressOrder::kAllSlots : slot);
    ranked_.assign(view.slots, {});
    live_parts_.assign(view.entities / view.names.parts(), 0);
  }

  unsigned pick(unsigned slot, const model::EntityMask& candidates) override {
    sort_if_due();
    if (sm().now >= valid_from_) rank();
    for (const unsigned entity : ranked_[slot])
      if (candidates.test(entity)) return entity;
    return oldest(candidates);  // the candidates were launched after the current order was made
  }

  void kernel_started(unsigned kernel, const isa::Program&) override {
    for (ProgressOrder& order : orders_) order.kernel_started(kernel);
    restart_ = true;
  }
  bool hears_last_block() const override { return true; }
  void last_block_dispatched(unsigned kernel) override {
    changes();
    for (ProgressOrder& order : orders_) order.last_block_dispatched(kernel);
    if (notes() && features_.slow_phase) note(sm().now, kernel, "slow phase");
  }
  void block_dispatched(unsigned block_slot, unsigned kernel, unsigned warps) override {
    if (restart_ && !orders_[0].any()) last_sort_ = sm().now;
    restart_ = false;
    changes();
    for (ProgressOrder& order : orders_) order.block_dispatched(block_slot, kernel, warps);
  }
  void warp_launched(unsigned entity) override {
    const unsigned warp = sm().names.warp_of(entity);
    if (live_parts_[warp]++ != 0) return;
    changes();
    for (ProgressOrder& order : orders_) order.warp_launched(warp);
  }
  void warp_exited(unsigned entity) override {
    const unsigned warp = sm().names.warp_of(entity);
    if (--live_parts_[warp] != 0) return;
    changes();
    for (ProgressOrder& order : orders_) order.warp_ended(warp);
  }
  /// If each issue slot has its own order, warps must keep their issue slots.
  bool serves_away() const override { return scope_ == Scope::sm; }
  void warp_present(unsigned /*entity*/) override { changes(); }
  void barrier_reached(unsigned block_slot) override {
    changes();
    for (ProgressOrder& order : orders_) order.barrier_reached(block_slot);
  }
  void barrier_released(unsigned block_slot, unsigned warps) override {
    changes();
    for (ProgressOrder& order : orders_) order.barrier_released(block_slot, warps);
  }

  std::vector<StorageItem> storage() const override {
    return structures(sm().entities / sm().names.parts(), sm().blocks, orders_.size());
  }
  PublishedStorage published_storage() const override {
    return {structures(48, 8, 1), "section III.E: 240 B for 48 warps and 8 blocks"};
  }

 private:
  /// Returns the structures of section III.E of the paper. The paper has one counter for each
  /// block, which counts warps at the barrier or ended warps.
  static std::vector<StorageItem> structures(std::uint64_t warps, std::uint64_t blocks,
                                             std::uint64_t orders) {
    return {{"progress of warps", warps, 32},
            {"progress of blocks", blocks * orders, 32},
            {"waiting or ended warps of blocks", blocks, 8},
            {"order of blocks", blocks * orders, 8}};
  }

  /// Notes that the order of warps changes in this cycle.
  void changes() {
    sort_if_due();
    valid_from_ = std::min(valid_from_, sm().now + sort_latency_);
  }

  /// Performs the periodic sort if it has become due since the last event. No warp has issued since
  /// the sort became due.
  void sort_if_due() {
    const Cycle passed = sm().now - last_sort_;
    if (passed < threshold_) return;
    const Cycle before = last_sort_;
    last_sort_ += passed - passed % threshold_;
    for (ProgressOrder& order : orders_) order.sort();
    if (notes())
      for (unsigned slot = 0; slot < orders_.size(); ++slot) note_sorts(slot, before);
    valid_from_ = std::min(valid_from_, last_sort_ + sort_latency_);
  }

  /// Sends a note with the order at each sort after cycle `before`. For each kernel, the note lists
  /// the resident blocks by their place among the kernel's blocks on this SM (Table IV of the
  /// paper).
  void note_sorts(unsigned slot, Cycle before) const {
    const ProgressOrder& sorted = orders_[slot];
    std::map<unsigned, std::string> orders;  // by kernel
    for (const unsigned block : sorted.blocks()) {
      std::string& order = orders[sorted.kernel(block)];
      if (order.empty() && scope_ == Scope::slot) order = "slot " + std::to_string(slot) + ":";
      if (!order.empty()) order += ' ';
      order += std::to_string(sorted.place(block));
    }
    if (orders.empty()) return;
    for (Cycle cycle = before + threshold_; cycle <= last_sort_; cycle += threshold_)
      for (const auto& [kernel, order] : orders) note(cycle, kernel, order);
  }

  /// Writes the current order of entities into the lists of all slots.
  void rank() {
    valid_from_ = kNever;
    for (auto& entities : ranked_) entities.clear();
    for (unsigned slot = 0; slot < orders_.size(); ++slot)
      rank(orders_[slot], scope_ == Scope::sm ? ProgressOrder::kAllSlots : slot);
  }
  /// Appends the entities of slot `slot`, or of all slots (kAllSlots), to the lists of their slots.
  void rank(const ProgressOrder& order, unsigned slot) {
    for (const unsigned block : order.blocks()) {
      for (const unsigned warp : order.warps(block)) {
        for (unsigned part = 0; part < sm().names.parts(); ++part) {
          const unsigned entity = sm().names.entity(warp, part);
          const unsigned of = sm().slot_of(entity);
          if (slot == ProgressOrder::kAllSlots || slot == of) ranked_[of].push_back(entity);
        }
      }
    }
  }

  pro::Features features_;
  Scope scope_ = Scope::sm;
  std::vector<ProgressOrder> orders_;  ///< one order for the SM, or one for each slot
  std::uint32_t threshold_ = 1000, sort_latency_ = 0;
  /// By slot: entities in the order in which they are served.
  std::vector<std::vector<unsigned>> ranked_;
  std::vector<unsigned> live_parts_;  ///< by context: parts of the warp that have not ended
  /// Cycle in which a newer order takes effect; kNever: there is no newer order.
  Cycle valid_from_ = 0;
  Cycle last_sort_ = 0;
  bool restart_ = false;  ///< a kernel has started; if the SM was empty, the sort period starts
                          ///< with this kernel
};

const Register<WarpScheduler, Pro> registration(
    "pro", "progress-aware: by phase, barriers, ended warps and progress of blocks and warps",
    "An SM orders its blocks, and a block orders its warps; a slot issues the first "
    "of its warps that is ready. Blocks with ended warps and blocks whose warps "
    "wait at a barrier come first. While blocks are left to dispatch, the other "
    "blocks are ordered by most progress first, then by least progress first. The "
    "order of progress is renewed at each multiple of a threshold.",
    "Anantpur and Govindarajan, \"PRO: Progress Aware GPU Warp Scheduling "
    "Algorithm\", IPDPS 2015");

}  // namespace
}  // namespace heddle::policy
