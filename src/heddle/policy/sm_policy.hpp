// The base of every policy of an SM. A policy decides by the SM's state, which it sees as
// model::SmView, and hears the SM's events in order. During an event, the view's `now` is the cycle
// of the event.
//
// The comment of each method says which answers are allowed. Any other answer, and any exception,
// ends the run with a PolicyError (policy_error.hpp). A method may throw an Error to refuse the
// policy's parameters, but only if the method's comment says so.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "heddle/base/parameter.hpp"
#include "heddle/isa/program.hpp"
#include "heddle/model/mask.hpp"
#include "heddle/model/subscribers.hpp"
#include "heddle/model/warp_view.hpp"
#include "heddle/policy/storage.hpp"

namespace heddle::policy {

/// Reasons for long waits of an entity. Waits for arithmetic, shared memory and branches are not
/// long.
enum class LongWait : std::uint8_t {
  none,
  memory,  ///< the next instruction needs the result of an access to cached memory
  fence,   ///< the next instruction waits for earlier accesses of its warp, because the instruction
           ///< is a fence, or an atomic on bytes of an earlier access
  peers,   ///< the entity waits at a barrier, or for other parts of its warp
  host,    ///< the entity waits for a service of the host
  leaving,  ///< the entity's block leaves the SM before its end (preemption); the entity issues
            ///< nothing more until the block has left
};

/// How long an entity keeps the same threads.
enum class EntityLife : std::uint8_t {
  instruction,  ///< for one instruction
  path,         ///< until the threads diverge
  warp,         ///< until the threads end
};

class SmPolicy {
 public:
  virtual ~SmPolicy() = default;
  /// Declares the parameters. Each has a unique name of lower-case letters, digits and underscores,
  /// and a default within its range.
  virtual void describe(ParameterVisitor&) {}
  /// Throws Error if the parameters contradict each other.
  virtual void check() const {}
  /// Throws Error if a file that the parameters name cannot be used.
  virtual void check_files() const {}
  /// Called once, before anything else. The view stays valid and changes as the SM runs. An
  /// override must call this function. Throws Error if the policy cannot serve this SM. The
  /// hears_...() functions are called once, after attach().
  virtual void attach(const model::SmView& sm) { sm_ = &sm; }
  bool is_attached() const { return sm_ != nullptr; }

  /// Returns the EntityLife that the policy requires: how long an entity must at least keep its
  /// threads. Called before attach().
  virtual EntityLife needs() const { return EntityLife::warp; }
  /// Whether the policy works only with warps that a pool forms (dynamic warp formation). Called
  /// before attach().
  virtual bool needs_pool() const { return false; }
  /// Whether programs must have annotations. Called before attach().
  virtual bool needs_annotations() const { return false; }

  /// Notes that a grid of the program has taken the kernel slot. None of its blocks is on this SM
  /// yet.
  virtual void kernel_started(unsigned /*kernel*/, const isa::Program&) {}
  /// Whether last_block_dispatched() is called.
  virtual bool hears_last_block() const { return false; }
  /// Notes that the last block of the grid arrives in this cycle, on this SM or on another one.
  /// Called before block_dispatched() for this block.
  virtual void last_block_dispatched(unsigned /*kernel*/) {}
  /// Notes that a block has taken the slot. `warps`: number of warps of the block that will be
  /// launched, some of them perhaps much later.
  virtual void block_dispatched(unsigned /*block_slot*/, unsigned /*kernel*/, unsigned /*warps*/) {}
  /// Notes that a part of a warp has been launched. Called for each part that has threads.
  virtual void warp_launched(unsigned /*entity*/) {}
  virtual void warp_exited(unsigned /*entity*/) {}
  // The following functions serve an SM that has more warps than slots.
  /// Whether the policy can serve an SM that has more warps than slots. Called before attach().
  virtual bool serves_away() const { return true; }
  /// Notes that the entity's warp has left its slot, or was launched without a slot. The entity
  /// does not issue until warp_present().
  virtual void warp_away(unsigned /*entity*/) {}
  /// Notes that the entity's warp has a slot again. The warp may now belong to another issue slot.
  virtual void warp_present(unsigned /*entity*/) {}
  /// Notes that one more warp of the block, with all its parts, has arrived at a barrier. Called
  /// for the last warp, too, which completes the barrier.
  virtual void barrier_reached(unsigned /*block_slot*/) {}
  /// Notes that `warps` of the block's warps no longer wait at a barrier.
  virtual void barrier_released(unsigned /*block_slot*/, unsigned /*warps*/) {}
  /// Whether waits() is called.
  virtual bool hears_waits() const { return false; }
  /// Notes that the entity begins a long wait, or that a long wait ends (LongWait::none).
  virtual void waits(unsigned /*entity*/, LongWait /*wait*/) {}
  /// Whether instruction_issued() is called.
  virtual bool hears_issues() const { return false; }
  /// Notes that these lanes of the entity have executed the instruction at pc. `lanes` includes
  /// lanes whose guard is false. The entity's paths already point at the next instructions.
  virtual void instruction_issued(unsigned /*entity*/, Pc /*pc*/, LaneMask /*lanes*/) {}

  /// Lets the policy send notes about its decisions to the SM's subscribers, under this name. Both
  /// arguments must outlive the policy.
  void note_to(const model::Subscribers& subscribers, std::string_view name) {
    subscribers_ = &subscribers;
    name_ = name;
  }

  /// Returns the state that hardware would need for the policy. The state depends on the parameters
  /// of the policy and of the SM.
  virtual std::vector<StorageItem> storage() const { return {}; }
  virtual PublishedStorage published_storage() const { return {}; }
  /// Returns the size of storage() on each SM, in bits.
  virtual std::uint64_t storage_bits() const { return total_bits(storage()); }

 protected:
  const model::SmView& sm() const { return *sm_; }
  /// Returns the entity of the mask that was launched in the earliest cycle; among entities of one
  /// cycle, the first in launch order. The mask must not be empty.
  unsigned oldest(const model::EntityMask& entities) const;
  /// Returns the entities of the mask whose next instruction has the lowest address.
  model::EntityMask at_lowest_pc(const model::EntityMask& entities) const;
  /// Whether any listener hears notes. Check this before you format a note.
  bool notes() const { return subscribers_ != nullptr && subscribers_->hear<model::PolicyNote>(); }
  /// Sends a note about the launch in the kernel slot. The SM must run that launch.
  void note(Cycle cycle, unsigned kernel, std::string_view text) const;

 private:
  const model::SmView* sm_ = nullptr;
  const model::Subscribers* subscribers_ = nullptr;
  std::string_view name_;
};

}  // namespace heddle::policy
