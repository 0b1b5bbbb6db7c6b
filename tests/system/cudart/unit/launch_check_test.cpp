#include "cudart/device/launch_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/step/grid.hpp"

namespace heddle::cudart {
namespace {

class LaunchCheck : public testing::Test {
 protected:
  LaunchCheck() {
    device.registers_per_sm = 32768;
    device.threads_per_sm = 1536;
    device.shared_per_sm = 48 * 1024;
    device.shared_per_block = 48 * 1024;
    device.shared_per_block_optin = 48 * 1024;
    program.registers = 20;
  }
  cudaError_t check(Dim3 grid, Dim3 block, std::uint64_t shared = 0, int opted = -1) {
    return check_launch(program, {grid, block, shared}, device, opted).code;
  }
  std::string reason(Dim3 grid, Dim3 block, std::uint64_t shared = 0) {
    return check_launch(program, {grid, block, shared}, device, -1).reason;
  }
  DeviceDescription device;
  isa::Program program;
};

TEST_F(LaunchCheck, TakesTheLargestShapes) {
  EXPECT_EQ(check({0x7FFFFFFF, 65535, 65535}, {1024, 1, 1}), cudaSuccess);
  EXPECT_EQ(check({1, 1, 1}, {4, 4, 64}), cudaSuccess);
}

TEST_F(LaunchCheck, RefusesShapesBeyondTheLimits) {
  const Dim3 one{1, 1, 1};
  EXPECT_EQ(check({0, 1, 1}, one), cudaErrorInvalidConfiguration);
  EXPECT_EQ(check(one, {1, 0, 1}), cudaErrorInvalidConfiguration);
  EXPECT_EQ(check(one, {1025, 1, 1}), cudaErrorInvalidConfiguration);
  EXPECT_EQ(check(one, {32, 33, 1}), cudaErrorInvalidConfiguration);
  EXPECT_EQ(check(one, {1, 1, 65}), cudaErrorInvalidConfiguration);
  EXPECT_EQ(check({1, 65536, 1}, one), cudaErrorInvalidConfiguration);
  EXPECT_EQ(check({0x80000000, 1, 1}, one), cudaErrorInvalidConfiguration);
}

TEST_F(LaunchCheck, CountsRegisters) {
  program.registers = program.least_registers = 64;  // 32768 / (64 * 32) = 16 warps
  EXPECT_EQ(max_block_threads(program, device), 512u);
  EXPECT_EQ(check({1, 1, 1}, {512, 1, 1}), cudaSuccess);
  EXPECT_EQ(check({1, 1, 1}, {513, 1, 1}), cudaErrorLaunchOutOfResources);
}

TEST_F(LaunchCheck, AsksForNoMoreRegistersThanTheCodeNeeds) {
  program.registers = 64;
  program.least_registers = 32;
  EXPECT_EQ(max_block_threads(program, device), 1024u);
  EXPECT_EQ(check({1, 1, 1}, {1024, 1, 1}), cudaSuccess);
  program.least_registers = 33;
  EXPECT_EQ(max_block_threads(program, device), 992u);
  EXPECT_EQ(check({1, 1, 1}, {1024, 1, 1}), cudaErrorLaunchOutOfResources);
}

/// 114 registers of a warp are 3648, 15 units of 256, of which an SM has 256: 17 warps.
TEST_F(LaunchCheck, RoundsTheRegistersOfAWarpToUnits) {
  device.registers_per_sm = 65536;
  device.register_unit = 256;
  program.registers = program.least_registers = 114;
  EXPECT_EQ(max_block_threads(program, device), 544u);
  EXPECT_EQ(check({1, 1, 1}, {544, 1, 1}), cudaSuccess);
  EXPECT_EQ(check({1, 1, 1}, {545, 1, 1}), cudaErrorLaunchOutOfResources);
}

TEST_F(LaunchCheck, KeepsLaunchBounds) {
  program.max_threads = 128;
  EXPECT_THAT(reason({1, 1, 1}, {129, 1, 1}), testing::HasSubstr("at most 128 threads"));
  EXPECT_EQ(check({1, 1, 1}, {128, 1, 1}), cudaSuccess);
  EXPECT_EQ(check({1, 1, 1}, {129, 1, 1}), cudaErrorLaunchOutOfResources);
  program.required_block = {64, 2, 1};
  EXPECT_EQ(check({1, 1, 1}, {64, 2, 1}), cudaSuccess);
  EXPECT_EQ(check({1, 1, 1}, {128, 1, 1}), cudaErrorInvalidValue);
}

TEST_F(LaunchCheck, CountsSharedMemory) {
  program.shared_bytes = 16 * 1024;
  EXPECT_EQ(check({1, 1, 1}, {32, 1, 1}, 32 * 1024), cudaSuccess);
  EXPECT_EQ(check({1, 1, 1}, {32, 1, 1}, 32 * 1024 + 1), cudaErrorInvalidValue);
  device.shared_per_sm = device.shared_per_block_optin = 96 * 1024;
  EXPECT_EQ(check({1, 1, 1}, {32, 1, 1}, 64 * 1024), cudaErrorInvalidValue) << "not opted in";
  EXPECT_EQ(check({1, 1, 1}, {32, 1, 1}, 64 * 1024, 64 * 1024), cudaSuccess);
}

TEST_F(LaunchCheck, SaysTheLimitThatALaunchBreaks) {
  const Dim3 one{1, 1, 1};
  EXPECT_EQ(reason(one, one), "");
  EXPECT_EQ(reason({1, 131072, 1}, one), "a grid is at most (2147483647, 65535, 65535)");
  EXPECT_EQ(reason({0, 1, 1}, one), "the grid has no block");
  EXPECT_EQ(reason(one, {1, 1, 65}), "a block is at most (1024, 1024, 64)");
  EXPECT_EQ(reason(one, {32, 33, 1}), "a block of 1056 threads: at most 1024 would run");
  program.registers = program.least_registers = 64;
  program.name = "_ZN5space1kILi4EEEvPf";  // void space::k<4>(float*)
  EXPECT_EQ(reason(one, {513, 1, 1}),
            "17 warps of 2048 registers (64 a thread) are 34816 registers, an SM has 32768: blocks "
            "of at most 512 threads would run (heddle cc -maxrregcount N compiles for fewer "
            "registers; --set kernel.k.registers=N counts fewer)");
  EXPECT_EQ(reason(one, one, 50000),
            "50000 bytes of dynamic shared memory are over the kernel's limit of 49152 "
            "(cudaFuncSetAttribute changes it)");
}

TEST_F(LaunchCheck, SaysHowMuchSharedMemoryWouldRun) {
  const Dim3 one{1, 1, 1};
  program.shared_bytes = 40 * 1024;
  EXPECT_EQ(check_launch(program, {one, one, 16 * 1024}, device, 16 * 1024).reason,
            "a block needs 57344 bytes of shared memory, an SM has 49152: at most 8192 bytes of "
            "dynamic shared memory would run");
  program.shared_bytes = 56 * 1024;
  EXPECT_EQ(reason(one, one), "a block needs 57344 bytes of shared memory, an SM has 49152");
}

TEST_F(LaunchCheck, NamesTheSettingThatLeavesNoRoom) {
  const Dim3 one{1, 1, 1};
  device.warps_per_sm = 2;
  EXPECT_EQ(check(one, {64, 1, 1}), cudaSuccess);
  EXPECT_EQ(check(one, {65, 1, 1}), cudaErrorLaunchOutOfResources);
  EXPECT_EQ(
      reason(one, {65, 1, 1}),
      "a block has 3 warps, an SM has room for 2 (sm.warps): blocks of at most 64 threads would "
      "run");
  device.registers_per_thread = 20;
  EXPECT_EQ(check(one, one), cudaSuccess);
  program.registers = 21;
  EXPECT_EQ(check(one, one), cudaErrorLaunchOutOfResources);
  EXPECT_EQ(reason(one, one),
            "a thread of the kernel needs 21 registers and has at most 20: heddle cc -maxrregcount "
            "20 compiles for as many, and with --set device.max_registers_per_thread=21 it would "
            "run");
}

TEST_F(LaunchCheck, PacksParametersAtTheirOffsets) {
  program.parameters = {{"a", 0, 1, 1}, {"b", 8, 8, 8}, {"c", 16, 2, 2}};
  program.parameter_bytes = 18;
  const std::uint8_t a = 0x11;
  const std::uint64_t b = 0x2222222222222222;
  const std::uint16_t c = 0x3333;
  const void* const arguments[] = {&a, &b, &c};
  EXPECT_THAT(pack_parameters(program, arguments),
              testing::ElementsAre(0x11, 0, 0, 0, 0, 0, 0, 0, 0x22, 0x22, 0x22, 0x22, 0x22, 0x22,
                                   0x22, 0x22, 0x33, 0x33));
}

// Percentages of shared memory are rounded up; "equal" is half of L1 and shared memory together.
TEST_F(LaunchCheck, PrefersSharedMemoryByCarveoutThenKernelThenDevice) {
  constexpr cudaFuncCache kNone = cudaFuncCachePreferNone, kShared = cudaFuncCachePreferShared,
                          kL1 = cudaFuncCachePreferL1, kEqual = cudaFuncCachePreferEqual;
  device.shared_per_sm = 96 * 1024;
  device.l1_beside_shared = 32 * 1024;
  EXPECT_EQ(preferred_shared(device, -1, kNone, kNone), exec::kNoPreference);
  EXPECT_EQ(preferred_shared(device, 50, kL1, kL1), 48u * 1024);
  EXPECT_EQ(preferred_shared(device, 33, kNone, kNone), 32441u);  // 98304 x 0.33 = 32440.3
  EXPECT_EQ(preferred_shared(device, 0, kShared, kShared), 0u);
  EXPECT_EQ(preferred_shared(device, -1, kShared, kL1), 96u * 1024);
  EXPECT_EQ(preferred_shared(device, -1, kNone, kL1), 0u);
  EXPECT_EQ(preferred_shared(device, -1, kEqual, kNone), 64u * 1024);
}

}  // namespace
}  // namespace heddle::cudart
