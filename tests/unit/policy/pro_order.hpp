// PRO's order on an SM that is set by hand.
#pragma once

#include <cstdint>

#include <gtest/gtest.h>

#include "fake_sm.hpp"
#include "heddle/policy/warp_scheduler/pro/progress_order.hpp"

namespace heddle::test {

/// Three blocks of three warps; block b has contexts 3 b to 3 b + 2.
class ProOrder : public testing::Test {
 protected:
  void begin(const policy::pro::Features& features = {}) {
    order_.attach(sm_.view(), features);
    order_.kernel_started(0);
    for (unsigned block = 0; block < 3; ++block) dispatch(block);
  }
  void dispatch(unsigned block, unsigned kernel = 0) {
    order_.block_dispatched(block, kernel, 3);
    for (unsigned index = 0; index < 3; ++index) {
      sm_.launch(3 * block + index, block, index);
      order_.warp_launched(3 * block + index);
    }
  }
  void progress(unsigned block, std::uint64_t first, std::uint64_t second, std::uint64_t third) {
    sm_.warp(3 * block).thread_instructions = first;
    sm_.warp(3 * block + 1).thread_instructions = second;
    sm_.warp(3 * block + 2).thread_instructions = third;
  }

  FakeSm sm_{9, 3};
  policy::pro::ProgressOrder order_;
};

}  // namespace heddle::test
