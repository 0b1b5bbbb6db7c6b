// Tells several listeners of one SM's data cache everything, in the order in which they came.
#pragma once

#include <vector>

#include "heddle/model/sm_events.hpp"

namespace heddle::observe {

class L1FanOut final : public model::L1Listener {
 public:
  void add(model::L1Listener* listener) {
    listeners_.push_back(listener);
    hears_issues_ |= listener->hears_issues();
  }

  void on(const model::WarpLaunched& event) override { tell(event); }
  void on(const model::L1Access& event) override { tell(event); }
  void on(const model::L1Filled& event) override { tell(event); }
  void on(const model::L1Evicted& event) override { tell(event); }
  void on(const model::L1Flushed& event) override { tell(event); }
  bool hears_issues() const override { return hears_issues_; }
  void issued(const model::InstructionIssued& event) override {
    for (model::L1Listener* listener : listeners_)
      if (listener->hears_issues()) listener->issued(event);
  }

 private:
  template <typename Event>
  void tell(const Event& event) {
    for (model::L1Listener* listener : listeners_) listener->on(event);
  }

  std::vector<model::L1Listener*> listeners_;
  bool hears_issues_ = false;
};

}  // namespace heddle::observe
