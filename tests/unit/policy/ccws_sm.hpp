// CCWS on an SM that is set by hand.
#pragma once

#include <memory>
#include <string_view>

#include <gtest/gtest.h>

#include "fake_sm.hpp"
#include "heddle/policy/throttle/throttle.hpp"

namespace heddle::test {

class Ccws : public testing::Test {
 protected:
  void start(unsigned warps, std::string_view parameters = "") {
    sm_ = std::make_unique<FakeSm>(warps, 8);
    throttle_ = policy::Registry<policy::Throttle>::instance().make("ccws");
    const sim::Settings settings = sim::parse_settings(parameters, "test");
    sim::SettingReader(settings).read("", *throttle_);
    throttle_->attach(sm_->view());
    for (unsigned warp = 0; warp < warps; ++warp) {
      sm_->launch(warp, 0, warp);
      throttle_->warp_launched(warp);
    }
  }
  void miss(unsigned warp, Addr line) {
    l1().on(model::L1Access{.line = line,
                            .entity = static_cast<std::uint16_t>(warp),
                            .outcome = model::L1Outcome::miss});
  }
  /// The warp's line makes room for another, and the warp misses it.
  void lose(unsigned warp, Addr line) {
    miss(warp, line);
    evict(line);
    miss(warp, line);
  }
  void evict(Addr line) { l1().on(model::L1Evicted{.line = line}); }
  model::Listener& l1() { return *throttle_->listener(); }
  unsigned loaders() {
    const policy::Gate& gate = throttle_->gate();
    EXPECT_EQ(gate.may_issue.count(), sm_->view().entities);  // all else issues
    return gate.may_load.count();
  }

  std::unique_ptr<FakeSm> sm_;
  std::unique_ptr<policy::Throttle> throttle_;
};

}  // namespace heddle::test
