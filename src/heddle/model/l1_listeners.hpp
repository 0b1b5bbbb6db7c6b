// Passes the events of one SM's data cache on to several listeners, in order.
#pragma once

#include <vector>

#include "heddle/model/sm_events.hpp"

namespace heddle::model {

class L1Listeners final : public L1Listener {
 public:
  void add(L1Listener* listener) {
    listeners_.push_back(listener);
    if (listener->hears_issues()) hear_issues_.push_back(listener);
  }

  void on(const WarpLaunched& event) override { tell(event); }
  void on(const L1Access& event) override { tell(event); }
  void on(const L1Filled& event) override { tell(event); }
  void on(const L1Evicted& event) override { tell(event); }
  void on(const L1Flushed& event) override { tell(event); }
  bool hears_issues() const override { return !hear_issues_.empty(); }
  void issued(const InstructionIssued& event) override {
    for (L1Listener* const listener : hear_issues_) listener->issued(event);
  }

 private:
  template <typename Event>
  void tell(const Event& event) {
    for (L1Listener* const listener : listeners_) listener->on(event);
  }

  std::vector<L1Listener*> listeners_, hear_issues_;
};

}  // namespace heddle::model
