// A suite of two workloads and two studies that `heddle` takes for its own.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {

/// The tests share one folder of sources, and programs that were compiled once, until a test
/// changes the sources.
class SmallSuite : public testing::Test {
 protected:
  SmallSuite();
  ~SmallSuite() override;

  /// Gives the test sources of its own in workloads/, of which nothing is compiled.
  void have_own_sources() const;
  /// Writes workloads/NAME of the test's own sources.
  void write(const std::string& name, const std::string& text) const;
  /// Puts the compiled programs where a sweep into `results` looks for them. sweep.sqlite has them
  /// from the beginning.
  void give_programs(const std::string& results) const;

  Playground folder_;
};

}  // namespace heddle::test
