// WarpMan: warp-level resource management (Xiang, Yang and Zhou, HPCA 2014). Registers and warp
// slots belong to warps, and are free as soon as a warp has drained. If no whole block fits on an
// SM any more, the SM gets one partial block, of which only as many warps start as fit. The SM's
// workload buffer notes the other warps, which start in order as warps end. While warps wait, no
// other block comes: whole blocks run to their end, and the partial block gets their resources.
// Shared memory and block slots stay with blocks.

#include <algorithm>
#include <memory>

#include "heddle/base/error.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/policy/residency/warpman/quota.hpp"

namespace heddle::policy {
namespace {

using warpman::Mode;
using warpman::Rules;

/// The two directives: SMs that follow the duel do not use fragments, or use fragments.
constexpr Directive kNoFragments = 0, kFragments = 1;

class WarpManPart final : public SmResidency {
 public:
  /// `duel_window`: length of a window of the duel in cycles; 0: the mode is not `dueling`.
  WarpManPart(const Rules& rules, bool follows, bool fragments, Cycle duel_window)
      : rules_(rules), follows_(follows), fragments_(fragments), duel_window_(duel_window) {}

  std::uint64_t may_start(const Room& room, const model::BlockDemand& demand) const override {
    return allowed_apart(rules_, fragments_, room, demand);
  }

  void directive_arrived(Directive directive, std::optional<unsigned> kernel) override {
    if (!follows_) return;
    fragments_ = directive == kFragments;
    if (notes() && kernel)
      note(sm().now, *kernel, fragments_ ? "fragments used" : "fragments left unused");
  }

  std::vector<StorageItem> storage() const override {
    auto items = workload_buffer(sm().blocks, std::min(kMostBlockWarps, contexts()));
    if (duel_window_ != 0) {
      const std::uint64_t most = duel_window_ * sm().slots * kWarpSize;
      items.push_back({"fragments used", 1, 1});
      items.push_back({"a leader's instructions", 1, bits_of_number(most + 1)});
    }
    return items;
  }
  PublishedStorage published_storage() const override {
    return {workload_buffer(8, kMostBlockWarps), "section 4.2: one entry of 40 bits"};
  }

 private:
  static constexpr std::uint32_t kMostBlockWarps = 32;   ///< CUDA's limit of 1024 threads
  static constexpr std::uint64_t kBlockNumberBits = 26;  ///< a grid of 1024 x 1024 x 64 blocks

  std::uint32_t contexts() const { return sm().entities / sm().names.parts(); }
  static std::vector<StorageItem> workload_buffer(std::uint32_t slots, std::uint32_t warps) {
    return {{"block slot", 1, bits_of_number(slots)},
            {"block number", 1, kBlockNumberBits},
            {"first and last waiting warp", 2, bits_of_number(warps)},
            {"valid", 1, 1}};
  }

  Rules rules_;
  bool follows_, fragments_;
  Cycle duel_window_;
};

class WarpMan final : public Residency {
 public:
  void describe(ParameterVisitor& visit) override {
    visit.choice("mode", rules_.mode, warpman::kModeNames,
                 {.doc = "whether fragments too small for a block are used: never (temp), always, "
                         "as a duel of two SMs decides, below a threshold"});
    visit("threshold", rules_.threshold,
          {.unit = "warps", .minimum = 1, .maximum = 128, .doc = "of an SM, for mode threshold"});
    visit.choice("threshold_scope", rules_.scope, warpman::kScopeNames,
                 {.doc = "what it holds back: warps in fragments, or all of partial blocks"});
    visit("duel_window", window_,
          {.unit = "cycles", .minimum = 1000, .maximum = 1e9, .doc = "from decision to decision"});
    visit("duel_leader_spatial", leader_spatial_, {.doc = "the SM that always uses fragments"});
    visit("duel_leader_temp", leader_temp_, {.doc = "the SM that never does"});
  }

  void attach(std::uint32_t sm_count) override {
    if (!duels()) return;
    if (leader_spatial_ == leader_temp_ || std::max(leader_spatial_, leader_temp_) >= sm_count)
      fail(
          "residency.warpman: a duel needs two SMs, and {} and {} are not two of {} (set "
          "duel_leader_spatial and duel_leader_temp, or another mode)",
          leader_spatial_, leader_temp_, sm_count);
  }

  bool releases_warps() const override { return true; }

  std::uint32_t admit(std::uint32_t sm, const Room& room,
                      const model::BlockDemand& demand) const override {
    if (room.partial) return 0;
    const bool fragments = has_fragments(sm);
    if (admit_whole(room, demand) != 0 && allowed(rules_, fragments, room, demand) >= demand.warps)
      return demand.warps;
    if (!room.free.holds(model::place_of(demand))) return 0;
    const std::uint64_t warps = std::min(model::room_for_warps(room.free, demand),
                                         allowed_apart(rules_, fragments, room, demand));
    // A waiting warp can replace only an ended warp of its own kernel. So if other kernels run on
    // the SM, the SM must have at least as many warps of this kernel as the block would have
    // waiting warps.
    const bool fed =
        room.all_warps == room.kernel_warps || room.kernel_warps + warps >= demand.warps;
    return fed ? static_cast<std::uint32_t>(std::min<std::uint64_t>(warps, demand.warps)) : 0;
  }

  std::unique_ptr<SmResidency> part(std::uint32_t sm) const override {
    return std::make_unique<WarpManPart>(rules_, follows(sm), has_fragments(sm), window());
  }

  Cycle window() const override { return duels() ? window_ : 0; }

  /// Two leader SMs compete in the duel. Returns the directive by which all other SMs follow the
  /// leader that issued more thread instructions. Returns nothing after a tie, if a leader has no
  /// block, or if the directive does not change.
  std::optional<Directive> window_elapsed(std::span<const SmWindow> sms) override {
    const SmWindow& spatial = sms[leader_spatial_];
    const SmWindow& temp = sms[leader_temp_];
    if (!spatial.resident || !temp.resident) return std::nullopt;
    if (spatial.thread_instructions == temp.thread_instructions) return std::nullopt;
    const bool better = spatial.thread_instructions > temp.thread_instructions;
    if (better == spatial_wins_) return std::nullopt;
    spatial_wins_ = better;
    return better ? kFragments : kNoFragments;
  }

 private:
  bool duels() const { return rules_.mode == Mode::dueling; }
  bool follows(std::uint32_t sm) const {
    return duels() && sm != leader_spatial_ && sm != leader_temp_;
  }
  bool has_fragments(std::uint32_t sm) const {
    return follows(sm) ? spatial_wins_ : sm == leader_spatial_;
  }

  Rules rules_;
  std::uint64_t window_ = 10'000;
  std::uint32_t leader_spatial_ = 0, leader_temp_ = 1;
  bool spatial_wins_ = true;
};

const Register<Residency, WarpMan> registration(
    "warpman", "ended warps return registers and slots, and one block an SM may come in part",
    "Registers and warp slots belong to warps: they are free as soon as a warp has "
    "drained. If a whole block does not fit, one block an SM comes with the warps "
    "that there is room for. The others wait in the SM's workload buffer and start, "
    "in order, as warps end. While some wait no other block comes. Shared memory "
    "and block slots stay with blocks.",
    "Xiang, Yang and Zhou, \"Warp-Level Divergence in GPUs: Characterization, "
    "Impact, and Mitigation\", HPCA 2014");

}  // namespace
}  // namespace heddle::policy
