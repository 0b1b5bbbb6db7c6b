// When blocks and their warps get an SM's resources, and when they return them. One object for each
// GPU, asked in the bookkeeping between quanta, and perhaps a part in each SM, which runs with the
// SM. A block is partial if some of its warps do not start at once. These warps wait on the SM for
// resources that ended warps of their kernel return. An answer that the comments do not allow, and
// any exception, ends the run with a PolicyError (policy_error.hpp).
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
  std::uint64_t kernel_warps = 0;  ///< warps of the kernel that have started and not drained
  std::uint64_t all_warps = 0;     ///< such warps of all kernels
  std::uint64_t all_blocks = 0;    ///< blocks of all kernels
  std::uint64_t launch = 0;        ///< launch number of the block to send
  bool partial = false;            ///< a partial block is on the SM or on its way
  bool alone = false;              ///< no other block is on the SM
};

/// The policy's decision for all SMs, sent to the parts.
using Directive = std::uint64_t;

class SmResidency : public SmPolicy {
 public:
  /// The number of the kernel's waiting warps that may start now, if all had room. Asked while
  /// warps wait. May exceed the warps that wait or fit.
  virtual std::uint64_t may_start(const Room& /*room*/,
                                  const model::BlockDemand& /*demand*/) const {
    return 0;
  }
  /// A directive arrives. The policy decided it a control latency ago. `kernel`: slot of a kernel
  /// with a block here, for a note.
  virtual void directive_arrived(Directive /*directive*/, std::optional<unsigned> /*kernel*/) {}

  // For SMs that hold more warps than slots (Residency::limits()). Such a part must hear waits.
  /// From now on blocks of the kernel slot need `demand`. Called before kernel_started().
  virtual void kernel_bound(unsigned /*kernel*/, const model::BlockDemand& /*demand*/) {}
  /// A block with `warps` warps has come. Returns how many of its first warps take slots at once,
  /// at most `free`. The other warps are away until an exchange brings them.
  virtual std::uint32_t begin(unsigned /*block_slot*/, std::uint32_t warps, std::uint32_t free) {
    return std::min(warps, free);
  }
  /// All warps of the block have drained.
  virtual void block_left(unsigned /*block_slot*/) {}
  /// The entity waits for memory, and the L1 does not have the data. Called after waits() as soon
  /// as the miss is known, and again for each further missing result.
  virtual void misses(unsigned /*entity*/) {}
  /// The warps that leave their slots, and the warps that take slots now. Asked at the end of a
  /// cycle after request_exchange() was called, while no other exchange runs. Leaving warps have
  /// slots and wait long (waits()). Arriving warps are away; there are at most `free` (slots
  /// without a warp) plus the leaving ones.
  virtual Exchange exchange(unsigned /*free*/) { return {}; }
  /// From now on contexts also lie in the L1's memory. The part asked for that by want_l1(). The L1
  /// is empty now, and its accesses go to the L2.
  virtual void l1_taken() {}
  bool wants_l1() const { return wants_l1_; }
  bool wants_exchange() const { return wants_exchange_; }
  /// Requests a call of exchange(). The SM also calls this function when a slot becomes free.
  void request_exchange() { wants_exchange_ = true; }
  /// Called before exchange(); ends the request.
  void answer_exchange() { wants_exchange_ = false; }

  /// The current cycle. Call this only after attach().
  Cycle now() const { return sm().now; }

 protected:
  /// Requests the L1's memory for contexts, or returns it at once. Only on SMs that hold more warps
  /// than slots.
  void want_l1(bool wants) { wants_l1_ = wants; }

 private:
  bool wants_exchange_ = false, wants_l1_ = false;
};

/// Counts of an SM in a window of time.
struct SmWindow {
  std::uint64_t thread_instructions = 0;  ///< thread instructions issued in the window
  bool resident = false;                  ///< the SM holds a block at the end of the window
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
  /// Whether programs must carry annotations. Asked before attach().
  virtual bool needs_annotations() const { return false; }
  /// Called once, before anything else. Throws Error if the policy cannot serve so many SMs.
  virtual void attach(std::uint32_t /*sm_count*/) {}
  /// The warps and blocks that an SM holds, for these resources and bytes of L1. Asked once, after
  /// attach(). If the numbers may exceed the SM's slots, each SM needs a part.
  virtual ContextLimits limits(const model::Resources& /*sm*/, std::uint64_t /*l1_bytes*/) {
    return {};
  }
  /// Whether a warp returns its registers and slot when it has drained, instead of with its block.
  /// Room is then counted in whole warps. Asked once, after attach().
  virtual bool releases_warps() const { return false; }
  /// The number of the block's warps that may start on the SM at once. All of them; or none, and
  /// the block is not sent there; or some, if warps return their resources and the SM has a part.
  /// Never more than fit, and none beside a partial block.
  virtual std::uint32_t admit(std::uint32_t sm, const Room& room,
                              const model::BlockDemand& demand) const = 0;
  /// The part for an SM; null: no part is needed, and no block is ever partial.
  virtual std::unique_ptr<SmResidency> part(std::uint32_t /*sm*/) const { return nullptr; }
  /// Cycles between calls of window_elapsed(), from cycle 0 on, at least control.quantum; 0: it is
  /// never called. Asked once, after attach().
  virtual Cycle window() const { return 0; }
  /// Whether kernels_metered() is called at the end of each window. Windows then begin again with a
  /// grid that begins alone. Asked once, after attach().
  virtual bool meters_kernels() const { return false; }
  /// The use of the GPU by each grid that ran through the whole window. True: the answers of
  /// admit() may have changed.
  virtual bool kernels_metered(std::span<const KernelWindow> /*kernels*/) { return false; }
  /// The counts of the SMs in the window that has just ended. Returns a directive for the parts if
  /// something changes. Any number is allowed if there are parts.
  virtual std::optional<Directive> window_elapsed(std::span<const SmWindow> /*sms*/) {
    return std::nullopt;
  }

 protected:
  /// The rule for whole blocks: all warps or none.
  static std::uint32_t admit_whole(const Room& room, const model::BlockDemand& demand) {
    return room.free.holds(model::of_block(demand)) ? demand.warps : 0;
  }
};

}  // namespace heddle::policy
