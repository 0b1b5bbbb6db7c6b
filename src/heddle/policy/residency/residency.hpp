// When blocks, and warps of blocks, get an SM's resources and when they give them back: one object
// a GPU, asked in the bookkeeping between quanta, and where it has one a part in each SM, which
// runs with it. A block whose warps do not all start at once is partial: the others wait on the SM
// for what ended warps of their kernel give back. Any other answer than the comments allow, and any
// exception, ends the run with a PolicyError (policy_error.hpp).
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

/// What a kernel finds on an SM.
struct Room {
  model::Resources free;
  std::uint64_t own_warps = 0;   ///< of the kernel, that have started there and not drained
  std::uint64_t all_warps = 0;   ///< of all kernels
  std::uint64_t all_blocks = 0;  ///< likewise
  std::uint64_t launch = 0;      ///< of the block that is to be sent: number of its grid
  bool partial = false;          ///< a block has warps that wait there, or is on its way with some
  bool alone = false;            ///< no other block than the one that is asked for is there
};

/// What the policy decided for all SMs, as it tells their parts.
using Directive = std::uint64_t;

class SmResidency : public SmPolicy {
 public:
  /// How many more warps of the kernel may start now, were there room for all: asked while some
  /// wait. Any number: no more start than wait and fit.
  virtual std::uint64_t may_start(const Room& /*room*/,
                                  const model::BlockDemand& /*demand*/) const {
    return 0;
  }
  /// Decided a control latency ago. `kernel`: a slot with a block here, for a note.
  virtual void direct(Directive /*directive*/, std::optional<unsigned> /*kernel*/) {}

  // Where the SM holds more warps than it has slots (Residency::limits()). Such a part hears waits.
  /// From now on blocks of the kernel slot take this much: said before kernel_started().
  virtual void kernel_bound(unsigned /*kernel*/, const model::BlockDemand& /*demand*/) {}
  /// A block has come with so many warps: how many of them, the first, take slots at once, `free`
  /// at most. The others are away until exchanges bring them.
  virtual std::uint32_t begin(unsigned /*block_slot*/, std::uint32_t warps, std::uint32_t free) {
    return std::min(warps, free);
  }
  /// All warps of the block have drained.
  virtual void block_left(unsigned /*block_slot*/) {}
  /// The entity, which waits for memory, waits for what the L1 has not: said after waits(), as soon
  /// as that is known, and again with each such result that it comes to wait for.
  virtual void misses(unsigned /*entity*/) {}
  /// Which warps leave their slots and which take some now: asked at the end of a cycle in which
  /// something that look_again() was called for has happened, and no other exchange is under way.
  /// Those that leave have slots and wait long (waits()), those that take some are away, and these
  /// are no more than `free` slots without a warp and those that leave.
  virtual Exchange exchange(unsigned /*free*/) { return {}; }
  /// From now on contexts lie in the L1's memory too: it was asked for (want_l1()), and nothing is
  /// left in it. Accesses go to the L2.
  virtual void l1_taken() {}
  bool wants_l1() const { return wants_l1_; }
  bool wants_exchange() const { return wants_exchange_; }
  /// exchange() is to be asked. The SM calls it when a slot has become free.
  void look_again() { wants_exchange_ = true; }
  /// exchange() is being asked.
  void answer_exchange() { wants_exchange_ = false; }

  /// The cycle; it is attached.
  Cycle now() const { return sm().now; }

 protected:
  /// The L1's memory is wanted for contexts, or not any more: the L1 gets it back at once. Where
  /// the SM holds more warps than it has slots.
  void want_l1(bool wants) { wants_l1_ = wants; }

 private:
  bool wants_exchange_ = false, wants_l1_ = false;
};

/// An SM over a window of time.
struct SmWindow {
  std::uint64_t thread_instructions = 0;  ///< issued in it
  bool resident = false;                  ///< at its end a block is there
};

class Residency {
 public:
  static constexpr std::string_view kKind = "residency";
  static constexpr std::string_view kDecides =
      "when blocks and warps get an SM's resources and return them";
  /// What a machine has that names none.
  static constexpr std::string_view kDefault = "block";

  virtual ~Residency() = default;
  virtual void describe(ParameterVisitor&) {}
  /// If so, programs carry annotations. Asked before attach().
  virtual bool needs_annotations() const { return false; }
  /// Called once, before anything else. Throws Error if it cannot serve so many.
  virtual void attach(std::uint32_t /*sm_count*/) {}
  /// How many warps and blocks an SM holds that has such resources, and an L1 of so many bytes.
  /// Asked once, after attach(). If they may exceed its slots, each SM has a part.
  virtual ContextLimits limits(const model::Resources& /*sm*/, std::uint64_t /*l1_bytes*/) {
    return {};
  }
  /// Whether a warp gives its registers and slot back as soon as it has drained, not with its
  /// block; then room is counted by whole warps. Asked once, after attach().
  virtual bool releases_warps() const { return false; }
  /// How many warps of a block may start on the SM at once: all; none, then it is not sent there;
  /// or some, if warps give their resources back and the SM has a part. Never more than there is
  /// room for, and none beside a partial block.
  virtual std::uint32_t admit(std::uint32_t sm, const Room& room,
                              const model::BlockDemand& demand) const = 0;
  /// The part of an SM; null: it needs none, and no block is ever partial.
  virtual std::unique_ptr<SmResidency> part(std::uint32_t /*sm*/) const { return nullptr; }
  /// Cycles from one call of window_elapsed to the next, from cycle 0 on, at least
  /// control.quantum; 0: it is never called. Asked once, after attach().
  virtual Cycle window() const { return 0; }
  /// If so, windows begin anew with a grid that begins while no other is there, and
  /// kernels_metered() is called at the end of each. Asked once, after attach().
  virtual bool meters_kernels() const { return false; }
  /// What each grid that was there for the whole window has made of the GPU in it. True if admit()
  /// may answer otherwise now.
  virtual bool kernels_metered(std::span<const KernelWindow> /*kernels*/) { return false; }
  /// What the SMs did in the window that has just ended; a directive if something changes, which
  /// is for the parts: any number, if there is a part.
  virtual std::optional<Directive> window_elapsed(std::span<const SmWindow> /*sms*/) {
    return std::nullopt;
  }

 protected:
  /// The rule of whole blocks.
  static std::uint32_t admit_whole(const Room& room, const model::BlockDemand& demand) {
    return room.free.holds(model::of_block(demand)) ? demand.warps : 0;
  }
};

}  // namespace heddle::policy
