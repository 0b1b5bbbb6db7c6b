#include "cudart/memory/box_copy.hpp"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "cudart/error/cuda_error.hpp"
#include "cudart/memory/array.hpp"

namespace heddle::cudart {
namespace {

class BoxCopyTest : public testing::Test {
 protected:
  BoxCopyTest() { std::iota(host.begin(), host.end(), std::uint8_t{0}); }
  CopyAddress host_place(std::size_t offset = 0) const {
    return {false, reinterpret_cast<std::uintptr_t>(host.data()) + offset, true};
  }
  std::uint8_t device_byte(std::uint64_t offset) const {
    return *image.translate(device + offset, 1);
  }

  exec::MemoryImage image{1 << 20};
  Memory memory{image};
  Addr device = memory.allocate_device(4096);
  std::vector<std::uint8_t> host = std::vector<std::uint8_t>(256);
};

TEST_F(BoxCopyTest, MovesABoxBetweenPitches) {
  // 3 bytes x 2 rows x 2 slices, host rows 5 apart and slices 20, device rows 16 and slices 64.
  const BoxCopy copy{{true, device, false}, host_place(), {16, 64}, {5, 20}, {3, 2, 2}};
  EXPECT_EQ(copy.link(), Link::host_to_device);
  perform(memory, copy);
  for (std::uint64_t z = 0; z < 2; ++z)
    for (std::uint64_t y = 0; y < 2; ++y)
      for (std::uint64_t x = 0; x < 3; ++x)
        EXPECT_EQ(device_byte(z * 64 + y * 16 + x), z * 20 + y * 5 + x);
  EXPECT_EQ(device_byte(3), 0) << "bytes between rows stay";
}

TEST_F(BoxCopyTest, CapturesPageableSourcesAtOnce) {
  const auto later =
      capture(memory, {{true, device, false}, host_place(), {16, 0}, {8, 0}, {4, 2, 1}});
  std::fill(host.begin(), host.end(), 0xFF);
  later();
  EXPECT_EQ(device_byte(3), 3);
  EXPECT_EQ(device_byte(16), 8);
}

TEST_F(BoxCopyTest, ReadsPinnedSourcesWhenItRuns) {
  CopyAddress pinned = host_place();
  pinned.pageable = false;
  const auto later = capture(memory, {{true, device, false}, pinned, {}, {}, {4, 1, 1}});
  host[3] = 99;
  later();
  EXPECT_EQ(device_byte(3), 99);
}

TEST_F(BoxCopyTest, AnEmptyBoxMovesNothing) {
  perform(memory, BoxCopy{{true, 0, false}, {false, 0, true}, {}, {}, {0, 5, 5}});
  EXPECT_EQ(span_bytes({0, 5, 5}, {100, 1000}), 0u);
  EXPECT_EQ(span_bytes({3, 2, 2}, {16, 64}), 64u + 16 + 3);
}

TEST_F(BoxCopyTest, FillsABox) {
  perform(memory, BoxFill{{true, device, false}, {16, 0}, {4, 2, 1}, 0xAB});
  EXPECT_EQ(device_byte(0), 0xAB);
  EXPECT_EQ(device_byte(19), 0xAB);
  EXPECT_EQ(device_byte(4), 0);
}

cudaError_t code_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const CudaError& error) {
    return error.code();
  }
  return cudaSuccess;
}

TEST_F(BoxCopyTest, PlacesOutsideAnAllocationAreRefused) {
  const auto* const pointer = reinterpret_cast<const void*>(device + 4000);
  EXPECT_EQ(code_of([&] { copy_address(memory, pointer, true, 97); }), cudaErrorInvalidValue);
  EXPECT_EQ(copy_address(memory, pointer, true, 96).address, device + 4000);
  EXPECT_EQ(code_of([&] { copy_address(memory, host.data(), true, 1); }), cudaErrorInvalidValue);
  EXPECT_TRUE(copy_address(memory, host.data(), false, 1).pageable);
}

TEST_F(BoxCopyTest, ADeviceAddressThatTheHostHasNotIsNoHostPlace) {
  const auto* const pointer = reinterpret_cast<const void*>(device);
  EXPECT_EQ(code_of([&] { copy_address(memory, pointer, false, 1); }), cudaErrorInvalidValue);
}

TEST_F(BoxCopyTest, DefaultDirectionsFollowTheAllocations) {
  const auto* const pointer = reinterpret_cast<const void*>(device);
  const Direction up = direction_of(memory, pointer, host.data(), cudaMemcpyDefault);
  EXPECT_TRUE(up.to_device);
  EXPECT_FALSE(up.from_device);
  const Direction down = direction_of(memory, host.data(), pointer, cudaMemcpyDefault);
  EXPECT_FALSE(down.to_device);
  EXPECT_TRUE(down.from_device);
  EXPECT_EQ(
      code_of([&] { direction_of(memory, pointer, pointer, static_cast<cudaMemcpyKind>(9)); }),
      cudaErrorInvalidMemcpyDirection);
}

TEST_F(BoxCopyTest, RegisteredMemoryIsADevicePlaceByItsHostAddress) {
  memory.register_host(host.data(), host.size(), 0);
  const CopyAddress start = copy_address(memory, host.data() + 10, true, 5);
  EXPECT_EQ(bytes_at(memory, start, 5), host.data() + 10);
  EXPECT_EQ(code_of([&] { copy_address(memory, host.data() + 10, true, 247); }),
            cudaErrorInvalidValue);
}

TEST(Array, KnowsItsTexels) {
  EXPECT_EQ(texel_bytes({32, 0, 0, 0, cudaChannelFormatKindFloat}), 4u);
  EXPECT_EQ(texel_bytes({16, 16, 0, 0, cudaChannelFormatKindSigned}), 4u);
  EXPECT_EQ(texel_bytes({8, 8, 8, 8, cudaChannelFormatKindUnsigned}), 4u);
  EXPECT_EQ(texel_bytes({32, 32, 32, 32, cudaChannelFormatKindFloat}), 16u);
  for (const cudaChannelFormatDesc& wrong :
       {cudaChannelFormatDesc{32, 32, 32, 0, cudaChannelFormatKindFloat},
        cudaChannelFormatDesc{0, 0, 0, 0, cudaChannelFormatKindFloat},
        cudaChannelFormatDesc{64, 0, 0, 0, cudaChannelFormatKindFloat},
        cudaChannelFormatDesc{8, 16, 0, 0, cudaChannelFormatKindSigned},
        cudaChannelFormatDesc{8, 0, 8, 0, cudaChannelFormatKindSigned}}) {
    EXPECT_EQ(code_of([&] { texel_bytes(wrong); }), cudaErrorInvalidChannelDescriptor);
  }
}

TEST(Array, KeepsZeroDimensionsAndStoresOne) {
  const Array array = describe_array({32, 0, 0, 0, cudaChannelFormatKindFloat}, {10, 0, 0}, 0);
  EXPECT_EQ(array.extent.height, 0u);
  EXPECT_EQ(array.rows(), 1u);
  EXPECT_EQ(array.row_bytes, 64u) << "40 bytes, rows begin at multiples of 32";
  EXPECT_EQ(array.bytes(), 64u);
}

TEST(Array, RefusesBoxesOutsideIt) {
  Array array = describe_array({32, 0, 0, 0, cudaChannelFormatKindFloat}, {10, 4, 3}, 0);
  array.address = 0x1000;
  // Of 40 bytes a row and 4 rows a slice: tiles have 64 bytes and 8 rows.
  EXPECT_EQ(copy_address_in(array, 8, 2, 1, {32, 2, 2}).address, 0x1000u + (1 * 8 + 2) * 64 + 8);
  EXPECT_EQ(array.bytes(), 3u * 8 * 64);
  EXPECT_EQ(describe_array(array.format, {10, 0, 0}, 0).bytes(), 64u) << "one row: no tiles";
  EXPECT_EQ(code_of([&] { copy_address_in(array, 8, 2, 1, {33, 2, 2}); }), cudaErrorInvalidValue);
  EXPECT_EQ(code_of([&] { copy_address_in(array, 8, 2, 1, {32, 3, 2}); }), cudaErrorInvalidValue);
  EXPECT_EQ(code_of([&] { copy_address_in(array, 8, 2, 1, {32, 2, 3}); }), cudaErrorInvalidValue);
}

}  // namespace
}  // namespace heddle::cudart
