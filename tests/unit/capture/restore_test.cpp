#include "heddle/capture/restore.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "heddle/base/hash.hpp"
#include "sample.hpp"

namespace heddle::capture {
namespace {

class Restore : public testing::Test {
 protected:
  void perform_all(const Capture& capture) {
    restore(capture, target_);
    for (const Step& step : capture.steps) {
      for (const Effect& effect : step.effects) perform(capture, effect, target_);
    }
  }
  std::vector<unsigned> read(Addr address, std::size_t count) const {
    std::vector<std::uint8_t> bytes(count);
    memory_.read(address, bytes.data(), count);
    return {bytes.begin(), bytes.end()};
  }

  exec::MemoryImage memory_{1 << 20};
  exec::TextureTable textures_;
  std::vector<std::string> calls_;
  Target target_{
      memory_, textures_,
      [this](const Load& load, const ModuleText& text) {
        calls_.push_back("load " + text.file + " " + load.variables.begin()->first);
      },
      [this](std::uint32_t module) { calls_.push_back("unload " + std::to_string(module)); }};
};

/// The sample with its addresses where this image's device memory begins.
Capture placed_sample() {
  Capture capture = sample();
  const auto move = [](Addr& address) { address = address - kBuffer + isa::kGlobalBase; };
  for (Allocation& allocation : capture.allocations) move(allocation.address);
  for (FinalMemory& memory : capture.final_memory) move(memory.address);
  move(std::get<Write>(capture.steps[2].effects[0]).to.address);
  move(std::get<Allocate>(capture.steps[3].effects[0]).allocation.address);
  move(std::get<Free>(capture.steps[3].effects[5]).address);
  move(std::get<Copy>(capture.steps[5].effects[0]).to.address);
  move(std::get<Copy>(capture.steps[5].effects[0]).from.address);
  move(std::get<Fill>(capture.steps[5].effects[1]).to.address);
  return capture;
}

constexpr Addr kFirst = isa::kGlobalBase, kSecond = isa::kGlobalBase + 0x1000;

TEST_F(Restore, BringsMemoryBackAtItsAddresses) {
  const Capture capture = placed_sample();
  restore(capture, target_);
  EXPECT_EQ(read(kFirst, 3), (std::vector<unsigned>{1, 2, 3}));
  EXPECT_EQ(read(kSecond, 2), (std::vector<unsigned>{0, 0}));
  EXPECT_EQ(memory_.allocation_at(kFirst)->name, "table");
  EXPECT_FALSE(memory_.allocation_at(kFirst)->writable);
  EXPECT_EQ(memory_.allocations().size(), 2U);
  EXPECT_NE(textures_.find(7), nullptr);
  EXPECT_THAT(calls_, testing::ElementsAre("load sample.0.ptx table"));
}

TEST_F(Restore, PerformsEffects) {
  perform_all(placed_sample());
  EXPECT_EQ(read(kSecond, 2), (std::vector<unsigned>{0xAB, 0xAB}));
  EXPECT_EQ(read(kSecond + 32, 2), (std::vector<unsigned>{50, 51}));
  EXPECT_EQ(memory_.allocations().size(), 2U);
  EXPECT_EQ(textures_.find(7), nullptr);
  EXPECT_NE(textures_.find(8), nullptr);
  EXPECT_THAT(calls_, testing::ElementsAre("load sample.0.ptx table", "load sample.0.ptx table",
                                           "unload 0"));
}

TEST_F(Restore, BeginsAgain) {
  const Capture capture = placed_sample();
  perform_all(capture);
  restore(capture, target_);
  EXPECT_EQ(read(kSecond, 2), (std::vector<unsigned>{0, 0}));
  EXPECT_NE(textures_.find(7), nullptr);
  EXPECT_EQ(textures_.find(8), nullptr);
}

TEST_F(Restore, WritesBoxesWithTheirPitches) {
  Capture capture = placed_sample();
  const Box box{kSecond, 2, 2, 2, 8, 32};  // rows 8 bytes apart, slices 32
  capture.steps[2].effects = {Write{box, counting(8, 1)}};
  capture.steps[5].effects = {Copy{{kSecond + 2, 2, 2, 2, 8, 32}, box},
                              Fill{{kSecond + 4, 2, 2, 1, 8, 0}, 0x0605, 2}};
  perform_all(capture);
  EXPECT_EQ(read(kSecond, 6), (std::vector<unsigned>{1, 2, 1, 2, 5, 6}));
  EXPECT_EQ(read(kSecond + 8, 6), (std::vector<unsigned>{3, 4, 3, 4, 5, 6}));
  EXPECT_EQ(read(kSecond + 32, 6), (std::vector<unsigned>{5, 6, 5, 6, 0, 0}));
  EXPECT_EQ(read(kSecond + 40, 4), (std::vector<unsigned>{7, 8, 7, 8}));
}

TEST_F(Restore, RefusesADeviceThatIsTooSmall) {
  exec::MemoryImage small(1024);
  const Target target{small, textures_, target_.load, target_.unload};
  try {
    restore(placed_sample(), target);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("--set device.memory_bytes="));
  }
}

TEST_F(Restore, FindsMemoryThatDiffers) {
  Capture capture = placed_sample();
  restore(capture, target_);
  std::vector<std::uint8_t> first(512), second(64);
  memory_.read(kFirst, first.data(), first.size());
  capture.final_memory[0].hash = hash_of(first);
  capture.final_memory[1].hash = hash_of(second);
  EXPECT_EQ(same_memory(capture, memory_), (std::vector<bool>{true, true}));
  const std::uint8_t byte = 1;
  memory_.write(kSecond + 63, &byte, 1);
  EXPECT_EQ(same_memory(capture, memory_), (std::vector<bool>{true, false}));
}

TEST(Hash, DependsOnEveryByteAndOnTheLength) {
  std::vector<std::uint8_t> bytes(100);
  const std::uint64_t zeros = hash_of(bytes);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    bytes[at] = 1;
    EXPECT_NE(hash_of(bytes), zeros) << at;
    bytes[at] = 0;
  }
  EXPECT_NE(hash_of(std::span(bytes).first(99)), zeros);
}

TEST(Hash, DoesNotDependOnThePieces) {
  std::vector<std::uint8_t> bytes(200);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 7);
  for (std::size_t piece : {1, 3, 31, 32, 33, 100}) {
    Hash hash;
    for (std::size_t at = 0; at < bytes.size(); at += piece)
      hash.add(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at)));
    EXPECT_EQ(hash.value(), hash_of(bytes)) << piece;
  }
}

}  // namespace
}  // namespace heddle::capture
