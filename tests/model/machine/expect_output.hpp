// Whether a program that blocks left and came back to has computed what the host says.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "preemption_programs.hpp"
#include "rig.hpp"

namespace heddle::test {

inline void expect_output(const Rig& rig, const PreemptedProgram& program, const std::string& how) {
  const auto words = rig.read<std::uint32_t>(kSums + program.sums.size());
  for (std::size_t i = 0; i < program.threads.size(); ++i)
    ASSERT_EQ(words[i], program.threads[i]) << program.name << ", " << how << ", thread " << i;
  for (std::size_t i = 0; i < program.sums.size(); ++i)
    ASSERT_EQ(words[kSums + i], program.sums[i]) << program.name << ", " << how << ", sum " << i;
}

}  // namespace heddle::test
