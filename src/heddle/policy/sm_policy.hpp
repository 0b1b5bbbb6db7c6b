// What every policy of an SM is told: the view that it decides from, and what happens there, in its
// order. The view's `now` is the cycle of the event.
//
// The interfaces of the kinds say beside each method what it may answer. Any other answer, and any
// exception, ends the run with a PolicyError (policy_error.hpp). Only where a method's comment says
// so may it throw an Error, which refuses the policy's parameters.
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

/// What an entity waits for that may take long. Arithmetic, shared memory and branches do not.
enum class LongWait : std::uint8_t {
  none,
  memory,   ///< its next instruction needs a result of memory behind a cache
  fence,    ///< or of earlier accesses of its warp: a fence, or an atomic on the same bytes
  peers,    ///< at a barrier, or for other parts of its warp
  host,     ///< for a service
  leaving,  ///< to leave the SM with its block, before its end: it does not issue until it has left
};

/// How long the same threads have to issue in an entity.
enum class EntityLife : std::uint8_t {
  instruction,  ///< for one instruction
  path,         ///< until they go apart
  warp,         ///< as long as they live
};

class SmPolicy {
 public:
  virtual ~SmPolicy() = default;
  /// Names its parameters: each has a name of its own of lower-case letters, digits and
  /// underscores, and a default within its range.
  virtual void describe(ParameterVisitor&) {}
  /// Throws Error if its parameters contradict each other.
  virtual void check() const {}
  /// Throws Error if a file that they name cannot be used.
  virtual void check_files() const {}
  /// Called once, before anything else; the view stays valid and changes as the SM runs. One that
  /// overrides it calls this one. Throws Error if it cannot serve such an SM. What the policy wants
  /// to hear is asked after it, once.
  virtual void attach(const model::SmView& sm) { sm_ = &sm; }
  bool is_attached() const { return sm_ != nullptr; }

  /// What it needs of the SM's entities. Asked before attach().
  virtual EntityLife needs() const { return EntityLife::warp; }
  /// Whether it orders warps that are formed in a pool, and no others. Asked before attach().
  virtual bool needs_pool() const { return false; }
  /// If so, programs carry annotations. Asked before attach().
  virtual bool needs_annotations() const { return false; }

  /// A grid of the program has taken the kernel slot; none of its blocks is here yet.
  virtual void kernel_started(unsigned /*kernel*/, const isa::Program&) {}
  /// If so, last_block_dispatched() is called.
  virtual bool hears_last_block() const { return false; }
  /// The last block of its grid arrives in this cycle, on this SM or another: said before the
  /// block.
  virtual void last_block_dispatched(unsigned /*kernel*/) {}
  /// A block has the slot; so many warps of it follow, some of them perhaps much later.
  virtual void block_dispatched(unsigned /*block_slot*/, unsigned /*kernel*/, unsigned /*warps*/) {}
  /// Each part of a warp that has threads.
  virtual void warp_launched(unsigned /*entity*/) {}
  virtual void warp_exited(unsigned /*entity*/) {}
  // Where an SM holds more warps than slots.
  /// Whether it can serve such an SM. Asked before attach().
  virtual bool serves_away() const { return true; }
  /// The entity's warp has left its slot, or was launched without one: it does not issue until
  /// warp_present().
  virtual void warp_away(unsigned /*entity*/) {}
  /// The warp has a slot again, perhaps of another issue slot.
  virtual void warp_present(unsigned /*entity*/) {}
  /// One more whole warp of the block waits at a barrier, also if that completes it.
  virtual void barrier_reached(unsigned /*block_slot*/) {}
  /// So many warps of the block no longer do.
  virtual void barrier_released(unsigned /*block_slot*/, unsigned /*warps*/) {}
  /// If so, waits() is called.
  virtual bool hears_waits() const { return false; }
  /// The entity begins such a wait, or ceases to wait.
  virtual void waits(unsigned /*entity*/, LongWait /*wait*/) {}
  /// If so, instruction_issued() is called.
  virtual bool hears_issues() const { return false; }
  /// These lanes of the entity were at the instruction at pc, whether or not its guard held, and it
  /// has been executed; the entity's paths are where they go on.
  virtual void instruction_issued(unsigned /*entity*/, Pc /*pc*/, LaneMask /*lanes*/) {}

  /// From now on it tells the SM's subscribers what it decides, as notes under this name. Both
  /// outlive it.
  void note_to(const model::Subscribers& subscribers, std::string_view name) {
    subscribers_ = &subscribers;
    name_ = name;
  }

  /// What hardware would need to hold for it, from its parameters and the SM's.
  virtual std::vector<StorageItem> storage() const { return {}; }
  virtual PublishedStorage published_storage() const { return {}; }
  /// In bits per SM.
  virtual std::uint64_t storage_bits() const { return total_bits(storage()); }

 protected:
  const model::SmView& sm() const { return *sm_; }
  /// The entity of the mask, which has one, that was launched first; ties by launch order.
  unsigned oldest(const model::EntityMask& entities) const;
  /// Those of the mask whose next instruction has the lowest address of all that the mask has.
  model::EntityMask at_lowest_pc(const model::EntityMask& entities) const;
  /// Whether somebody reads notes: only then are they worth their text.
  bool notes() const { return subscribers_ != nullptr && subscribers_->hear<model::PolicyNote>(); }
  /// Notes something about the launch in the kernel slot, which the SM has.
  void note(Cycle cycle, unsigned kernel, std::string_view text) const;

 private:
  const model::SmView* sm_ = nullptr;
  const model::Subscribers* subscribers_ = nullptr;
  std::string_view name_;
};

}  // namespace heddle::policy
