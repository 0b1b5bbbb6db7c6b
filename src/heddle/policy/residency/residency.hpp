// Decides when blocks and their warps get resources of an SM, and when they return these resources.
// One object for each GPU, called in the bookkeeping between quanta, and perhaps a part in each SM,
// which runs with the SM. A block is partial if some of its warps do not start at once. These
// warps wait on the SM until ended warps of their kernel return resources. An answer that the
// comments do not allow, and any exception, ends the run with a PolicyError (policy_error.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "heddle/base/parameter.hpp"
#include "heddle/model/resources.hpp"
#include "heddle/policy/residency/exchange.hpp"
#include "heddle/policy/residency/kernel_window.hpp"
#include "heddle/policy/sm_policy.hpp"

namespace heddle::policy {

/// The situation of a kernel on an SM.
struct Room {
  model::Resources free;
  std::uint64_t kernel_warps = 0;  ///< number of warps of the kernel that have started and not
                                   ///< drained
  std::uint64_t all_warps = 0;     ///< number of warps of all kernels that have started and not
                                   ///< drained
  std::uint64_t all_blocks = 0;    ///< number of blocks of all kernels
  std::uint64_t launch = 0;        ///< number of the launch whose block is to be sent
  bool partial = false;            ///< a partial block is on the SM or on its way
  bool alone = false;              ///< no other block is on the SM
};

/// The policy's decision for all SMs, sent to the parts.
using Directive = std::uint64_t;

class SmResidency : public SmPolicy {
 public:
  /// Returns how many waiting warps of the kernel the policy allows to start now, without regard to
  /// room: the answer may exceed the number of warps that wait or fit. Called while warps wait.
  virtual std::uint64_t may_start(const Room& /*room*/,
                                  const model::BlockDemand& /*demand*/) const {
    return 0;
  }
  /// Gives the part a directive, which the policy decided a control latency ago. `kernel`: slot of
  /// a kernel with a block here, for a note.
  virtual void directive_arrived(Directive /*directive*/, std::optional<unsigned> /*kernel*/) {}

  // The functions from here on serve SMs that have more warps than slots (Residency::limits()). A
  // part that serves them must hear waits.
  /// Notes that blocks of the kernel slot need `demand` from now on. Called before
  /// kernel_started().
  virtual void kernel_bound(unsigned /*kernel*/, const model::BlockDemand& /*demand*/) {}
  /// Called when a block with `warps` warps has arrived. Returns how many of its first warps take
  /// slots at once, at most `free`. The other warps are away until an exchange gives them slots.
  virtual std::uint32_t begin(unsigned /*block_slot*/, std::uint32_t warps, std::uint32_t free) {
    return std::min(warps, free);
  }
  /// Notes that all warps of the block have drained.
  virtual void block_left(unsigned /*block_slot*/) {}
  /// Notes that the entity waits for memory, and that the L1 does not have the data. Called after
  /// waits() as soon as the miss is known, and again for each further missing result.
  virtual void misses(unsigned /*entity*/) {}
  /// Returns the warps that leave their slots, and the warps that take slots now. The SM calls this
  /// at the end of a cycle after request_exchange(), and not during another exchange. Leaving warps
  /// must have slots and be in a long wait (waits()). Arriving warps must be away. They must not
  /// outnumber the leaving warps plus `free`, the slots without a warp.
  virtual Exchange exchange(unsigned /*free*/) { return {}; }
  /// Notes that contexts may also lie in the L1's memory from now on, as the part requested by
  /// want_l1(). The L1 is empty, and its accesses go to the L2.
  virtual void l1_taken() {}
  bool wants_l1() const { return wants_l1_; }
  bool wants_exchange() const { return wants_exchange_; }
  /// Requests a call of exchange(). The SM also calls this function when a slot becomes free.
  void request_exchange() { wants_exchange_ = true; }
  /// Ends the request. Called before exchange().
  void answer_exchange() { wants_exchange_ = false; }

  /// The current cycle. Call this only after attach().
  Cycle now() const { return sm().now; }

 protected:
  /// True: requests the L1's memory for contexts. False: returns the memory at once. Only on SMs
  /// that have more warps than slots.
  void want_l1(bool wants) { wants_l1_ = wants; }

 private:
  bool wants_exchange_ = false, wants_l1_ = false;
};

/// Counts of an SM in a window of time.
struct SmWindow {
  std::uint64_t thread_instructions = 0;  ///< thread instructions issued in the window
  bool resident = false;                  ///< a block is on the SM at the end of the window
};

class Residency {
 public:
  static constexpr std::string_view kKind = "residency";
  static constexpr std::string_view kDecides =
      "when blocks and warps get an SM's resources and return them";
  /// The policy of a machine that names none.
  static constexpr std::string_view kDefault = "block";

  virtual ~Residency() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Whether programs must carry annotations. Called before attach().
  virtual bool needs_annotations() const { return false; }
  /// Called once, before anything else. Throws Error if the policy cannot serve so many SMs.
  virtual void attach(std::uint32_t /*sm_count*/) {}
  /// Returns the warps and blocks that an SM may have, given these resources and bytes of L1.
  /// Called once, after attach(). If the numbers may exceed the SM's slots, each SM needs a part.
  virtual ContextLimits limits(const model::Resources& /*sm*/, std::uint64_t /*l1_bytes*/) {
    return {};
  }
  /// Whether a warp returns its registers and slot when it has drained, instead of with its block.
  /// Room is then counted in whole warps. Called once, after attach().
  virtual bool releases_warps() const { return false; }
  /// Returns how many of the block's warps may start on the SM at once, never more than fit. All
  /// warps: the block comes as a whole. 0: the block is not sent to this SM. Another number: the
  /// block comes as a partial block, which requires that warps return their resources and that the
  /// SM has a part. Must be 0 while the SM has a partial block.
  virtual std::uint32_t admit(std::uint32_t sm, const Room& room,
                              const model::BlockDemand& demand) const = 0;
  /// The part for an SM; null: no part is needed, and no block is ever partial.
  virtual std::unique_ptr<SmResidency> part(std::uint32_t /*sm*/) const { return nullptr; }
  /// Cycles between calls of window_elapsed(), from cycle 0 on, at least control.quantum; 0: it is
  /// never called. Called once, after attach().
  virtual Cycle window() const { return 0; }
  /// Returns whether kernels_metered() is called at the end of each window. If so, a new window
  /// also begins whenever a grid begins while no other grid runs. Called once, after attach().
  virtual bool meters_kernels() const { return false; }
  /// Tells the policy how much each grid that ran through the whole window used the GPU. Returns
  /// whether the answers of admit() may have changed.
  virtual bool kernels_metered(std::span<const KernelWindow> /*kernels*/) { return false; }
  /// Tells the policy the counts of the SMs in the window that has just ended. Returns a directive
  /// for the parts if something changes. The directive may be any number, but there must be parts.
  virtual std::optional<Directive> window_elapsed(std::span<const SmWindow> /*sms*/) {
    return std::nullopt;
  }

 protected:
  /// Returns all warps of the block if they fit, and otherwise none.
  static std::uint32_t admit_whole(const Room& room, const model::BlockDemand& demand) {
    return room.free.holds(model::of_block(demand)) ? demand.warps : 0;
  }
};

}  // namespace heddle::policy
