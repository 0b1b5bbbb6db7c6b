#include "cudart/memory/memory.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "cudart/error/cuda_error.hpp"

namespace heddle::cudart {
namespace {

template <typename Call>
cudaError_t code_of(const Call& call) {
  try {
    call();
  } catch (const CudaError& error) {
    return error.code();
  }
  return cudaSuccess;
}

class MemoryTest : public testing::Test {
 protected:
  exec::MemoryImage image{1 << 20};
  Memory memory{image};
};

TEST_F(MemoryTest, GivesDeviceMemoryUpToItsCapacity) {
  const Addr first = memory.allocate_device(1 << 19);
  EXPECT_EQ(first % 256, 0u);
  EXPECT_EQ(code_of([&] { memory.allocate_device((1 << 19) + 1); }), cudaErrorMemoryAllocation);
  memory.free_device(first);
  EXPECT_EQ(memory.allocate_device(1 << 20), first);
}

TEST_F(MemoryTest, FreesOnlyWhatBeginsThere) {
  const Addr address = memory.allocate_device(4096);
  EXPECT_EQ(code_of([&] { memory.free_device(address + 256); }), cudaErrorInvalidValue);
  memory.free_device(address);
  EXPECT_EQ(code_of([&] { memory.free_device(address); }), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, PinnedMemoryIsTheSameForHostAndDevice) {
  auto* const host = static_cast<std::uint8_t*>(memory.allocate_host(MemoryKind::pinned, 100, 2));
  host[99] = 7;
  const Addr device = reinterpret_cast<std::uintptr_t>(host);
  EXPECT_EQ(*image.translate(device + 99, 1), 7);
  const auto block = memory.at_host(host + 99);
  ASSERT_TRUE(block);
  EXPECT_EQ(block->kind, MemoryKind::pinned);
  EXPECT_EQ(block->flags, 2u);
  EXPECT_EQ(block->device, device);
  EXPECT_EQ(code_of([&] { memory.free_device(device); }), cudaErrorInvalidValue)
      << "cudaFree does not free pinned memory";
  memory.free_pinned(host);
  EXPECT_FALSE(memory.at_host(host));
}

TEST_F(MemoryTest, RegisteredMemoryHasADeviceAddressOfTheSimulators) {
  std::vector<std::uint8_t> mine(10000);
  memory.register_host(mine.data(), mine.size(), 0);
  const auto block = memory.at_host(mine.data() + 9999);
  ASSERT_TRUE(block);
  EXPECT_EQ(block->kind, MemoryKind::registered);
  EXPECT_GE(block->device, image.host_addresses().registered);
  mine[9999] = 42;
  EXPECT_EQ(*image.translate(block->device + 9999, 1), 42);
  EXPECT_EQ(code_of([&] { memory.register_host(mine.data() + 9999, 1, 0); }),
            cudaErrorHostMemoryAlreadyRegistered);
  memory.unregister_host(mine.data());
  EXPECT_EQ(image.translate(block->device, 1), nullptr);
  EXPECT_EQ(code_of([&] { memory.unregister_host(mine.data()); }),
            cudaErrorHostMemoryNotRegistered);
}

TEST_F(MemoryTest, RegistersOnlyMemoryThatIsThere) {
  std::vector<std::uint8_t> mine(100);
  for (const std::uint64_t bytes : {~std::uint64_t{0}, std::uint64_t{1} << 62, std::uint64_t{0}})
    EXPECT_EQ(code_of([&] { memory.register_host(mine.data(), bytes, 0); }), cudaErrorInvalidValue);
  EXPECT_EQ(code_of([&] { memory.register_host(nullptr, 1, 0); }), cudaErrorInvalidValue);
  EXPECT_EQ(code_of([&] { memory.allocate_host(MemoryKind::pinned, ~std::uint64_t{0}, 0); }),
            cudaErrorMemoryAllocation);
}

TEST_F(MemoryTest, KnowsPointersIntoTheMiddle) {
  const Addr address = memory.allocate_device(1000);
  const auto inside = memory.at_device(address + 999);
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->device, address);
  EXPECT_EQ(inside->host, nullptr);
  EXPECT_FALSE(memory.at_device(address + 1000));
  int local = 0;
  EXPECT_FALSE(memory.at(&local));
}

TEST_F(MemoryTest, KnowsVariablesOfModules) {
  const Addr variable = image.allocate(64, "table");
  const auto block = memory.at_device(variable + 63);
  ASSERT_TRUE(block);
  EXPECT_EQ(block->kind, MemoryKind::device);
  EXPECT_EQ(code_of([&] { memory.free_device(variable); }), cudaErrorInvalidValue);
}

TEST_F(MemoryTest, AResetFreesDeviceAndManagedMemoryOnly) {
  memory.allocate_device(1000);
  void* const managed = memory.allocate_host(MemoryKind::managed, 1000, 1);
  void* const pinned = memory.allocate_host(MemoryKind::pinned, 1000, 0);
  memory.free_all_device();
  EXPECT_EQ(image.free_bytes(), image.capacity());
  EXPECT_FALSE(memory.at_host(managed));
  EXPECT_TRUE(memory.at_host(pinned));
}

}  // namespace
}  // namespace heddle::cudart
