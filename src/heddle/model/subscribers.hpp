// The listeners of one unit: a list for each kind of event, in the order of attachment. An event
// that no listener hears costs only one test.
#pragma once

#include <array>
#include <vector>

#include "heddle/model/listener.hpp"

namespace heddle::model {

class Subscribers {
 public:
  Subscribers() = default;
  Subscribers(const Subscribers&) = delete;
  Subscribers& operator=(const Subscribers&) = delete;

  /// Attaches the listener after the listeners that are already attached. The listener must outlive
  /// the unit.
  void add(Listener& listener) {
    const EventMask hears = listener.hears();
    heard_ |= hears;
    for (unsigned kind = 0; kind < kEventKinds; ++kind) {
      if (hears.has(static_cast<EventKind>(kind))) lists_[kind].push_back(&listener);
    }
  }
  /// Whether any listener hears anything.
  bool exist() const { return !heard_.none(); }
  /// Whether any listener hears any of these events.
  template <typename... Events>
  bool hear() const {
    return heard_.intersects(kMaskOf<Events...>);
  }
  template <typename Event>
  void tell(const Event& event) const {
    if (hear<Event>()) [[unlikely]]
      tell_each(event);
  }

 private:
  /// Not inlined, so that the code for an event without listeners is only the test.
  template <typename Event>
  [[gnu::noinline]] void tell_each(const Event& event) const {
    for (Listener* const listener : lists_[static_cast<unsigned>(Event::kKind)])
      listener->on(event);
  }

  EventMask heard_;
  std::array<std::vector<Listener*>, kEventKinds> lists_;
};

}  // namespace heddle::model
