// Receivers of events. A listener overrides on() for the kinds of events that hears() names.
// Overloads for other kinds are never called. The host thread that runs an SM or a memory partition
// reports the events of this unit, in the order of cycles. The model does not read anything from
// listeners.
#pragma once

#include "heddle/model/dispatch_events.hpp"
#include "heddle/model/event_kind.hpp"
#include "heddle/model/memory_events.hpp"
#include "heddle/model/policy_note.hpp"
#include "heddle/model/sm_events.hpp"

namespace heddle::model {

class Listener {
 public:
  virtual ~Listener() = default;
  /// Returns the kinds of events that the listener wants. Called once, when the listener is
  /// attached.
  virtual EventMask hears() const = 0;

  virtual void on(const KernelBound&) {}
  virtual void on(const BlockDispatched&) {}
  virtual void on(const BlockFinished&) {}
  virtual void on(const WarpLaunched&) {}
  virtual void on(const WarpExited&) {}
  virtual void on(const WarpFinished&) {}
  virtual void on(const WarpStateChanged&) {}
  virtual void on(const InstructionIssued&) {}
  virtual void on(const InstructionExecuted&) {}
  virtual void on(const SlotStalled&) {}
  virtual void on(const WriteBack&) {}
  virtual void on(const ThrottleHeld&) {}
  virtual void on(const QueueDepths&) {}
  virtual void on(const PolicyNote&) {}
  virtual void on(const L1Access&) {}
  virtual void on(const L1Filled&) {}
  virtual void on(const L1Evicted&) {}
  virtual void on(const L1Flushed&) {}
  virtual void on(const L2Access&) {}
  virtual void on(const DramAccess&) {}
  virtual void on(const DramActivate&) {}
  virtual void on(const GridStarted&) {}
  virtual void on(const GridEnded&) {}
  virtual void on(const BlockSent&) {}
  virtual void on(const SmSignalled&) {}
  virtual void on(const SmPreempted&) {}
  virtual void on(const BlockReturned&) {}
};

/// Base class of a listener that hears exactly these events. It derives from `Base`.
template <typename Base, typename... Events>
class HearsAs : public Base {
 public:
  EventMask hears() const final { return kMaskOf<Events...>; }
};

/// Base class of a listener that hears exactly these events.
template <typename... Events>
using Hears = HearsAs<Listener, Events...>;

}  // namespace heddle::model
