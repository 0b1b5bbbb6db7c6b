// Which fault is reported where several SMs fault in one quantum: the first by cycle, then by SM.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/step/fault.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

/// What is said of two blocks of the body, one on each of two SMs.
std::string fault_of(const std::string& body, unsigned host_threads) {
  gpu::MachineSpec machine = small_machine();
  machine.sm.count = 2;
  Rig rig(machine, {}, host_threads);
  try {
    rig.run_body(body, {2});
  } catch (const exec::ExecutionFault& fault) {
    return fault.what();
  }
  return "";
}

/// Block 0 on SM 0 traps so many additions later than block 1 on SM 1: some of them in the same
/// quantum, others not.
TEST(FirstFault, OfAKernelIsByCycle) {
  for (unsigned additions = 1; additions < 12; ++additions) {
    const std::string body = R"(
  mov.u32 %r1, %ctaid.x;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 trap;
)" + repeat(additions, "  add.u32 %r1, %r1, 1;\n") +
                             "  trap;\n";
    for (const unsigned host_threads : {1u, 2u})
      EXPECT_THAT(fault_of(body, host_threads), HasSubstr("block [1,0,0]")) << additions;
  }
}

TEST(FirstFault, OfOneCycleIsBySm) {
  for (const unsigned host_threads : {1u, 2u})
    EXPECT_THAT(fault_of("  trap;\n", host_threads), HasSubstr("block [0,0,0]"));
}

}  // namespace
}  // namespace heddle::test
