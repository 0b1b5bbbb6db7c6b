#include "cudart/device/properties.hpp"

#include <array>
#include <cstring>

#include <gtest/gtest.h>

namespace heddle::cudart {
namespace {

DeviceDescription sample() {
  DeviceDescription device;
  device.name = "heddle sample";
  device.capability = 80;
  device.sm_count = 15;
  device.core_khz = 700000;
  device.memory_khz = 1848000;
  device.memory_bus_bits = 384;
  device.memory_bytes = 1536ull << 20;
  device.l2_bytes = 786432;
  device.registers_per_sm = 32768;
  device.threads_per_sm = 1536;
  device.blocks_per_sm = 8;
  device.shared_per_sm = device.shared_per_block = device.shared_per_block_optin = 49152;
  return device;
}

template <typename Value>
Value load(const std::array<char, 2048>& bytes, std::size_t offset) {
  Value value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

TEST(Properties, AreThoseOfTheMachineAndOfTheInstructionSet) {
  const cudaDeviceProp p = properties_of(sample());
  EXPECT_STREQ(p.name, "heddle sample");
  EXPECT_EQ(p.major * 10 + p.minor, 80);
  EXPECT_EQ(p.multiProcessorCount, 15);
  EXPECT_EQ(p.totalGlobalMem, 1610612736u);
  EXPECT_EQ(p.warpSize, 32);
  EXPECT_EQ(p.maxGridSize[0], 2147483647);
}

TEST(Properties, LayoutsOfOtherVersionsHaveTheirSizes) {
  // sizeof(cudaDeviceProp): CUDA 12 1032, CUDA 13 1008, as their compilers give them.
  EXPECT_EQ(sizeof(cudaDeviceProp), 1032u);
  EXPECT_EQ(kProperties13Bytes, 1008u);
  std::array<char, 2048> bytes;
  bytes.fill('\x55');
  write_properties_11(properties_of(sample()), bytes.data());
  EXPECT_EQ(bytes[kProperties11Bytes], '\x55');
  EXPECT_NE(bytes[kProperties11Bytes - 1], '\x55');
  bytes.fill('\x55');
  write_properties_13(properties_of(sample()), bytes.data());
  EXPECT_EQ(bytes[kProperties13Bytes], '\x55');
}

TEST(Properties, MembersOfCuda13LieWhereItsCompilerPutsThem) {
  std::array<char, 2048> bytes{};
  write_properties_13(properties_of(sample()), bytes.data());
  EXPECT_STREQ(bytes.data(), "heddle sample");
  EXPECT_EQ(load<std::size_t>(bytes, 288), 1610612736u);  // totalGlobalMem
  EXPECT_EQ(load<int>(bytes, 360), 8);                    // major
  EXPECT_EQ(load<int>(bytes, 384), 15);                   // multiProcessorCount
  EXPECT_EQ(load<int>(bytes, 596), 786432);               // l2CacheSize
  EXPECT_EQ(load<std::size_t>(bytes, 672), 49152u);       // sharedMemPerBlockOptin
  EXPECT_EQ(load<int>(bytes, 688), 8);                    // maxBlocksPerMultiProcessor
}

TEST(Attributes, AgreeWithTheProperties) {
  const cudaDeviceProp p = properties_of(sample());
  EXPECT_EQ(attribute_of(p, cudaDevAttrMaxThreadsPerBlock), 1024);
  EXPECT_EQ(attribute_of(p, cudaDevAttrMultiProcessorCount), 15);
  EXPECT_EQ(attribute_of(p, cudaDevAttrMaxBlockDimZ), 64);
  EXPECT_EQ(attribute_of(p, cudaDevAttrComputeCapabilityMajor), 8);
  EXPECT_EQ(attribute_of(p, cudaDevAttrMaxSharedMemoryPerBlockOptin), 49152);
  EXPECT_EQ(attribute_of(p, cudaDevAttrClockRate), 700000);
}

TEST(Attributes, EveryNumberOfTheHeaderHasAValue) {
  const cudaDeviceProp p = properties_of(sample());
  for (int attribute = 1; attribute <= 101; ++attribute) {
    const bool exists = attribute != 44;
    EXPECT_EQ(attribute_of(p, attribute).has_value(), exists) << attribute;
  }
  EXPECT_FALSE(attribute_of(p, 0));
  EXPECT_FALSE(attribute_of(p, 1000));
  EXPECT_FALSE(attribute_of(p, -1));
}

}  // namespace
}  // namespace heddle::cudart
