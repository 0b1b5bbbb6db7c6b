// GPUDuet (Lin's dissertation "Architectural Support for Efficient GPU Multiprogramming", NCSU,
// chapter 3; Lin, Mantor and Zhou, TACO 2018): an SM has more blocks than fit on the SM natively. A
// warp leaves its slot when it waits at a barrier or for data that the L1 does not have. The state
// of its slot moves to free memory of the SM. The live registers of the warp move too, if the
// register file limits the kernel. Another warp that is ready takes the slot. If shared memory
// limits the kernel, whole blocks leave and return.

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "heddle/policy/registry.hpp"
#include "heddle/policy/residency/gpuduet/controller.hpp"
#include "heddle/policy/residency/gpuduet/plan.hpp"
#include "heddle/policy/residency/gpuduet/sm_part.hpp"
#include "heddle/policy/residency/residency.hpp"

namespace heddle::policy {
namespace {

using gpuduet::Memory;
using gpuduet::Plan;
using gpuduet::Rules;
using gpuduet::TakeL1;

class GpuDuet final : public Residency {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("extra_blocks", rules_.extra_blocks,
          {.unit = "blocks",
           .maximum = 256,
           .doc = "of an SM beyond those that fit at most, as far as there is room for their "
                  "contexts"});
    visit.choice("mode", mode_, gpuduet::kModeNames,
                 {.doc = "whether as many come as what the kernel utilizes says (auto), or all for "
                         "which there is room"});
    visit("period", period_,
          {.unit = "cycles",
           .minimum = 1000,
           .maximum = 1e9,
           .doc = "of a window, after which the number may change, in mode auto"});
    visit("warm_up", control_.warm_up,
          {.unit = "windows", .maximum = 1000, .doc = "of a kernel that do not count"});
    visit.choice("classify", control_.classify, gpuduet::kClassifyNames,
                 {.doc = "the window that says a kernel's class: the first that counts, or each"});
    visit.choice("on_saturation", control_.on_saturation, gpuduet::kOnSaturationNames,
                 {.doc = "when something is saturated: one block fewer and no change after that, "
                         "or only the latter"});
    visit.choice("levels", rules_.levels, gpuduet::kLevelsNames,
                 {.doc = "what leaves: warps, or blocks where shared memory limits the kernel; or "
                         "always blocks"});
    rules_.slots.describe(visit, "max_warps");
    visit(
        "waiting_registers", rules_.waiting_registers,
        {.unit = "registers",
         .maximum = 255,
         .doc = "of a thread that move with a warp; 0: the most that are live where one may wait"});
    visit(
        "compress", rules_.compress,
        {.doc = "of these, registers that are the same in a warp's threads, or a base and a stride "
                "times their index, count as such: a word or two"});
    visit.choice("capacity", rules_.capacity, gpuduet::kCapacityNames,
                 {.doc = "how room for contexts is counted: in registers and shared memory apart; "
                         "likewise, but registers that leave do not lie in the register file "
                         "(elsewhere); or in both together"});
    visit.choice("take_l1", rules_.take_l1, gpuduet::kTakeL1Names,
                 {.doc = "when contexts take the L1, for a kernel that gets more blocks by it: in "
                         "mode auto once its port is idle, if registers and shared memory have "
                         "room for no extra block (no_room), or as soon as the extra blocks leave "
                         "no room there (full); from the kernel's start; or never"});
    visit("l1_idle", l1_idle_,
          {.minimum = 0, .maximum = 1, .doc = "its port is used less than this share of a window"});
    visit(
        "leaves_alone", rules_.leaves_alone,
        {.doc = "a warp or block leaves though none can take its place yet, while there is room"});
  }
  std::vector<UnreadParameters> unread_parameters() const override {
    std::vector<UnreadParameters> unread;
    if (!is_automatic()) {
      for (const char* name : {"period", "warm_up", "classify", "on_saturation", "l1_idle"})
        unread.push_back({.prefix = name, .cause = "mode"});
    }
    if (rules_.take_l1 == TakeL1::always || rules_.take_l1 == TakeL1::never)
      unread.push_back({.prefix = "l1_idle", .cause = "take_l1"});
    return unread;
  }
  bool needs_annotations() const override { return true; }

  /// Returns limits beyond the SM's resources, since the policy itself finds room for blocks.
  ContextLimits limits(const model::Resources& sm, std::uint64_t l1_bytes) override {
    rules_.slots.check(sm, "gpuduet", "max_warps");
    memory_ = {sm, l1_bytes};
    controller_ = gpuduet::Controller(control_);
    return limits_of(sm);
  }

  bool takes_l1() const override { return rules_.take_l1 != TakeL1::never; }

  /// Admits a block. If blocks of other kernels are on the SM, the block must fit without moving a
  /// context.
  std::uint32_t admit(std::uint32_t /*sm*/, const Room& room,
                      const model::BlockDemand& demand) const override {
    if (admit_whole(room, demand) == 0) return 0;
    if (fits_beside(room, demand)) return demand.warps;
    if (room.all_warps != room.kernel_warps) return 0;
    const Plan plan = memory_.plan(rules_, demand, has_l1(room.launch));
    std::uint64_t extra = plan.extra;
    if (is_automatic())
      extra = std::min<std::uint64_t>(extra, controller_.extra_blocks(room.launch));
    return room.all_blocks < plan.native + extra ? demand.warps : 0;
  }

  Cycle window() const override { return is_automatic() ? period_ : 0; }
  bool meters_kernels() const override { return is_automatic(); }
  bool kernels_metered(std::span<const KernelWindow> kernels) override {
    if (kernels.size() != 1) return false;
    const KernelWindow& alone = kernels.front();
    const std::uint32_t most = extra_of(alone, has_l1(alone.launch));
    const bool changes = controller_.window(alone.launch, alone.meters, most);
    if (!may_take_l1(alone, most)) return changes;
    l1_launch_ = alone.launch;
    is_decided_ = true;
    return controller_.room_grew(extra_of(alone, true)) || changes;
  }
  /// Returns the directive that tells the parts to take the L1 for the kernel that runs alone, or
  /// nothing if nothing changes.
  std::optional<Directive> window_elapsed(std::span<const SmWindow> /*sms*/) override {
    if (!std::exchange(is_decided_, false)) return std::nullopt;
    return Directive{l1_launch_};
  }

  std::unique_ptr<SmResidency> part(std::uint32_t /*sm*/) const override {
    return std::make_unique<gpuduet::SmPart>(rules_, memory_);
  }

 private:
  static constexpr std::uint64_t kNoLaunch = ~std::uint64_t{0};
  static constexpr std::uint64_t kMostRegistersOfAWarp = 256 * kWarpSize;

  ContextLimits limits_of(const model::Resources& sm) const {
    ContextLimits limits = rules_.slots.limits();
    limits.registers = sm.registers + std::uint64_t{rules_.slots.warps} * kMostRegistersOfAWarp;
    limits.shared_bytes = sm.shared_bytes * (rules_.slots.blocks + 1);
    return limits;
  }

  bool fits_beside(const Room& room, const model::BlockDemand& demand) const {
    const ContextLimits limits = limits_of(memory_.sm);
    const std::uint64_t registers = limits.registers - room.free.registers + demand.registers;
    const std::uint64_t shared = limits.shared_bytes - room.free.shared_bytes + demand.shared_bytes;
    return registers <= memory_.sm.registers && shared <= memory_.sm.shared_bytes &&
           room.all_warps + demand.warps <= memory_.sm.warps && room.all_blocks < memory_.sm.blocks;
  }

  bool has_l1(std::uint64_t launch) const {
    return rules_.take_l1 == TakeL1::always || launch == l1_launch_;
  }
  std::uint32_t extra_of(const KernelWindow& kernel, bool with_l1) const {
    return memory_.plan(rules_, kernel.demand, with_l1).extra;
  }
  /// Returns whether the kernel should get the L1 for contexts. The kernel must saturate no
  /// resource, hardly use the L1, have no room for contexts in other memories, and get more blocks
  /// with the L1. `most`: number of extra blocks that fit without the L1.
  bool may_take_l1(const KernelWindow& kernel, std::uint32_t most) const {
    if (rules_.take_l1 == TakeL1::always || rules_.take_l1 == TakeL1::never) return false;
    if (has_l1(kernel.launch) || !controller_.lacks_room(kernel.launch)) return false;
    if (gpuduet::load_class(kernel.meters) == gpuduet::LoadClass::saturated) return false;
    const std::uint32_t filled =
        rules_.take_l1 == TakeL1::full ? controller_.extra_blocks(kernel.launch) : 0;
    return most <= filled && kernel.meters.l1 < l1_idle_ && extra_of(kernel, true) > most;
  }

  bool is_automatic() const { return mode_ == gpuduet::Mode::automatic; }

  Rules rules_;
  gpuduet::Mode mode_ = gpuduet::Mode::automatic;
  gpuduet::ControllerRules control_;
  std::uint64_t period_ = 10'000;
  gpuduet::Controller controller_{control_};
  double l1_idle_ = 0.03;
  Memory memory_;
  std::uint64_t l1_launch_ = kNoLaunch;  ///< launch for which the L1 was taken last
  /// True if `l1_launch_` has changed and the directive for the parts has not been sent yet.
  bool is_decided_ = false;
};

const Register<Residency, GpuDuet> registration(
    "gpuduet", "more blocks than fit: warps or blocks that wait leave, and others take their place",
    "An SM holds more blocks than fit it. A warp that waits for what the L1 has not, "
    "or at a barrier, leaves: the state of its slot, and where registers limit the "
    "kernel its live registers, move to memory of the SM that is free. Another that "
    "can go on takes its place. Where shared memory limits the kernel, whole blocks "
    "leave and come.",
    "Lin, Mantor and Zhou, \"GPU Performance vs. Thread-Level Parallelism: "
    "Scalability Analysis and a Novel Way to Improve TLP\", TACO 2018");

}  // namespace
}  // namespace heddle::policy
