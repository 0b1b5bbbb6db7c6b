// Decides when blocks and their warps get resources of an SM, and when they return these resources.
// There is one object for each GPU, which is called in the bookkeeping between quanta. A policy may
// also have a part for each SM, which is called while the SM runs. A block is partial if some of
// its warps do not start at once. These warps wait on the SM until ended warps of their kernel
// return resources. An answer that the comments do not allow, and any exception, ends the run with
// a PolicyError (policy_error.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/model/resources.hpp"
#include "heddle/policy/residency/exchange.hpp"
#include "heddle/policy/residency/kernel_window.hpp"
#include "heddle/policy/sm_policy.hpp"
#include "heddle/policy/unread_parameters.hpp"

namespace heddle::policy {

/// The resources of an SM that are free, and the warps and blocks on it, for decisions about a
/// kernel.
struct Room {
  model::Resources free;
  std::uint64_t kernel_warps = 0;  ///< number of warps of the kernel that have started and not
                                   ///< drained
  std::uint64_t all_warps = 0;     ///< number of warps of all kernels that have started and not
                                   ///< drained
  std::uint64_t all_blocks = 0;    ///< number of blocks of all kernels
  std::uint64_t launch = 0;        ///< number of the launch whose block is to be sent
  bool partial = false;            ///< a partial block is on the SM or on its way to the SM
  bool alone = false;              ///< no other block is on the SM
};

/// The policy's decision for all SMs, which is sent to its parts on the SMs.
using Directive = std::uint64_t;

class SmResidency : public SmPolicy {
 public:
  /// Returns how many waiting warps of the kernel the policy allows to start now, whether or not
  /// there is room: the answer may exceed the number of warps that wait, and of warps that fit.
  /// Called while warps wait.
  virtual std::uint64_t may_start(const Room& /*room*/,
                                  const model::BlockDemand& /*demand*/) const {
    return 0;
  }
  /// Gives the part a directive that the policy decided one control latency ago. `kernel`: slot of
  /// a kernel with a block on this SM; notes need it.
  virtual void directive_arrived(Directive /*directive*/, std::optional<unsigned> /*kernel*/) {}

  // The functions from here on serve SMs that have more warps than slots (Residency::limits()). The
  // part of such an SM must return true from hears_waits().
  /// Notes that blocks of the kernel slot need `demand` from now on. Called before
  /// kernel_started().
  virtual void kernel_bound(unsigned /*kernel*/, const model::BlockDemand& /*demand*/) {}
  /// Called when a block with `warps` warps has arrived. Returns how many of the block's first
  /// warps take slots at once, at most `free`. The other warps are away until an exchange gives
  /// them slots.
  virtual std::uint32_t begin(unsigned /*block_slot*/, std::uint32_t warps, std::uint32_t free) {
    return std::min(warps, free);
  }
  /// Notes that all warps of the block have drained.
  virtual void block_left(unsigned /*block_slot*/) {}
  /// Notes that the entity waits for memory, and that the L1 does not have the data. Called after
  /// waits() as soon as the miss is known, and again for each further missing result.
  virtual void misses(unsigned /*entity*/) {}
  /// Returns the warps that leave their slots, and the warps that take slots now. The SM calls
  /// exchange() at the end of a cycle if request_exchange() was called and no other exchange is in
  /// progress. Leaving warps must have slots and be in a long wait (waits()). Arriving warps must
  /// be away. There must not be more arriving warps than leaving warps plus `free`, the number of
  /// slots without a warp.
  virtual Exchange exchange(unsigned /*free*/) { return {}; }
  /// Notes that contexts may use the L1's memory from now on, as the part requested with want_l1().
  /// The L1 is now empty, and all its accesses go to the L2.
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
  /// True: requests the L1's memory for contexts. False: returns this memory at once. Call this
  /// only on SMs that have more warps than slots.
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
  /// The policy of a machine that names no residency.
  static constexpr std::string_view kDefault = "block";

  virtual ~Residency() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Returns the parameters that nothing reads with the present values. Commands refuse them.
  virtual std::vector<UnreadParameters> unread_parameters() const { return {}; }
  /// Whether programs must have annotations. Called before attach().
  virtual bool needs_annotations() const { return false; }
  /// Called once, before anything else. Throws Error if the policy cannot serve this number of SMs.
  virtual void attach(std::uint32_t /*sm_count*/) {}
  /// Returns the limits on warps and blocks of an SM that has these resources and an L1 of
  /// `l1_bytes`. Called once, after attach(). If the limits may exceed the SM's slots, each SM
  /// needs a part.
  virtual ContextLimits limits(const model::Resources& /*sm*/, std::uint64_t /*l1_bytes*/) {
    return {};
  }
  /// Whether the policy may take the L1's memory for contexts. Called after limits().
  virtual bool takes_l1() const { return false; }
  /// Whether a warp returns its registers and its slot as soon as it has drained. False: a warp
  /// returns them when its block ends. If true, the room of an SM is counted in whole warps. Called
  /// once, after attach().
  virtual bool releases_warps() const { return false; }
  /// Returns how many of the block's warps may start on the SM at once, never more than fit. If the
  /// answer is all warps, the block comes as a whole. If the answer is 0, the block is not sent to
  /// this SM. Any other answer makes a partial block, which requires releases_warps() and a part
  /// for the SM. The answer must be 0 while the SM has a partial block. The same arguments must get
  /// the same answer until window_elapsed() or kernels_metered() is called: the dispatcher keeps
  /// it.
  virtual std::uint32_t admit(std::uint32_t sm, const Room& room,
                              const model::BlockDemand& demand) const = 0;
  /// Returns the policy's part for an SM, or null if the policy has no parts and never admits a
  /// partial block.
  virtual std::unique_ptr<SmResidency> part(std::uint32_t /*sm*/) const { return nullptr; }
  /// Returns the number of cycles between calls of window_elapsed(), counted from cycle 0 and at
  /// least control.quantum; 0: window_elapsed() is never called. Called once, after attach().
  virtual Cycle window() const { return 0; }
  /// Returns whether kernels_metered() is called at the end of each window. If so, a new window
  /// also begins whenever a grid begins while no other grid runs. Called once, after attach().
  virtual bool meters_kernels() const { return false; }
  /// Tells the policy how much each grid that ran through the whole window used the GPU. Returns
  /// whether the answers of admit() may have changed.
  virtual bool kernels_metered(std::span<const KernelWindow> /*kernels*/) { return false; }
  /// Tells the policy the counts of the SMs in the window that has just ended. Returns a directive
  /// for the parts if it changes. The directive may be any number. Only a policy that has parts may
  /// return a directive.
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
