// A suite of two workloads and two studies, in a folder of its own, that `heddle` takes for its
// own.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {

class SmallSuite : public testing::Test {
 protected:
  SmallSuite();
  ~SmallSuite() override;

  /// workloads/NAME of the suite.
  void write(const std::string& name, const std::string& text) const;

  Playground folder_;
};

}  // namespace heddle::test
