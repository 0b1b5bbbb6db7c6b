// When SMs are taken from the blocks that they run: one object a GPU, asked in the bookkeeping
// between quanta. An SM that gets a signal takes no more blocks until those that it has have left.
// Any other answer than the comments allow, and any exception, ends the run with a PolicyError
// (policy_error.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "heddle/base/parameter.hpp"
#include "heddle/base/types.hpp"

namespace heddle::policy {

/// An SM as the dispatcher knows it.
struct SignalTarget {
  bool has_blocks = false;  ///< it runs some, or some are on their way
  /// An earlier signal is being worked off, or blocks are coming back: a signal would undo what was
  /// done, and no block would ever go on.
  bool is_closed = false;
  bool takes_signal() const { return has_blocks && !is_closed; }
};

class PreemptionTrigger {
 public:
  static constexpr std::string_view kKind = "preemption_trigger";
  /// What a machine has that names none.
  static constexpr std::string_view kDefault = "none";

  virtual ~PreemptionTrigger() = default;
  virtual void describe(ParameterVisitor&) {}
  /// Called once, before anything else. Throws Error if it cannot serve so many.
  virtual void attach(std::uint32_t /*sm_count*/) {}
  /// The cycle in which fire() is called; kNever: never, as things stand.
  virtual Cycle next() const = 0;
  /// It is the cycle next(), which must be later after this call. The SM that gets a signal: one
  /// that takes it; nothing: none does.
  virtual std::optional<std::uint32_t> fire(std::span<const SignalTarget> sms) = 0;
};

}  // namespace heddle::policy
