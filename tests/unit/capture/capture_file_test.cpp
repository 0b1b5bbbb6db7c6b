#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "heddle/base/hash.hpp"
#include "heddle/capture/check.hpp"
#include "heddle/capture/packing.hpp"
#include "sample.hpp"
#include "temporary_folder.hpp"

namespace heddle::capture {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;

std::shared_ptr<const std::string> packed_byte() {
  return std::make_shared<const std::string>(pack(std::vector<std::uint8_t>(1)));
}

class CaptureFile : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& bytes) const {
    std::ofstream(file_, std::ios::binary | std::ios::trunc) << bytes;
    return file_;
  }
  /// "": the file can be read.
  std::string error_of(const std::string& bytes) const {
    try {
      read_capture(write(bytes));
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  }

  sim::TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "sample.capture";
};

TEST_F(CaptureFile, GivesBackWhatWasWritten) {
  const Capture read = read_capture(write(bytes_of(sample())));
  EXPECT_EQ(read.program, "sample");
  EXPECT_EQ(read.modules.at(0).ptx, ".version 8.0 // text");
  EXPECT_EQ(read.allocations.at(0).name, "table");
  EXPECT_FALSE(read.allocations.at(0).writable);
  EXPECT_EQ(read.textures.at(0).descriptor, sample().textures[0].descriptor);
  EXPECT_EQ(read.loads.at(0).variables.at("table"), kBuffer);
  const auto& launch = std::get<Launch>(read.steps.at(1).work);
  EXPECT_EQ(launch.kernel, "first");
  EXPECT_EQ(launch.grid, (Dim3{2, 3, 4}));
  EXPECT_EQ(launch.parameters, (std::vector<std::uint8_t>{1, 2, 3}));
  EXPECT_EQ(read.steps.at(3).effects.size(), 6U);
  EXPECT_EQ(std::get<Fill>(read.steps.at(5).effects.at(1)).value, 0xABU);
  EXPECT_FALSE(read.final_memory.at(1).compared);
  EXPECT_EQ(bytes_of(read), bytes_of(sample()));
}

TEST_F(CaptureFile, KeepsContents) {
  const Capture read = read_capture(write(bytes_of(sample())));
  std::vector<std::uint8_t> bytes(512);
  read.allocations.at(0).contents.copy_to(bytes.data());
  for (std::size_t i = 0; i < bytes.size(); ++i)
    EXPECT_EQ(bytes[i], static_cast<std::uint8_t>(1 + i));
  bytes.assign(64, 1);
  read.allocations.at(1).contents.copy_to(bytes.data());
  EXPECT_EQ(bytes[0] + bytes[63], 0);
}

TEST_F(CaptureFile, HoldsEqualContentsOnce) {
  Capture once = sample(), twice = sample();
  std::vector<std::uint8_t> noise(5000);
  std::uint32_t state = 1;
  for (std::uint8_t& byte : noise)
    byte = static_cast<std::uint8_t>((state = state * 1664525 + 1013904223) >> 24);
  for (Capture* capture : {&once, &twice}) {
    capture->steps[2].effects.push_back(Write{row(kOther, 5000), Contents::of(noise)});
  }
  twice.steps[2].effects.push_back(Write{row(kOther, 5000), Contents::of(noise)});
  EXPECT_LT(bytes_of(twice).size(), bytes_of(once).size() + 200);
}

TEST_F(CaptureFile, SaysThatAFileIsNone) {
  EXPECT_FALSE(is_capture(write("#!/bin/sh\n")));
  EXPECT_TRUE(is_capture(write(bytes_of(sample()))));
  EXPECT_FALSE(is_capture(folder_.path()));
  EXPECT_FALSE(is_capture(folder_.path() / "none"));
  EXPECT_THAT(error_of("#!/bin/sh\n"), AllOf(HasSubstr("is no capture"), HasSubstr("--capture")));
  EXPECT_THAT(error_of(""), HasSubstr("is no capture"));
}

TEST_F(CaptureFile, SaysThatItIsCutOffWhereverThatIs) {
  const std::string whole = bytes_of(sample());
  for (std::size_t size = 16; size < whole.size(); ++size) {
    const std::string error = error_of(whole.substr(0, size));
    EXPECT_THAT(error, AllOf(HasSubstr("is cut off"), HasSubstr("record it again"))) << size;
  }
}

TEST_F(CaptureFile, SaysThatItIsOfAnotherVersion) {
  std::string other = bytes_of(sample());
  other[16] = 99;
  EXPECT_THAT(error_of(other), AllOf(HasSubstr("version 99"), HasSubstr("reads version 3"),
                                     HasSubstr("record it again")));
}

TEST_F(CaptureFile, NoticesEveryChangedByte) {
  const std::string whole = bytes_of(sample());
  for (std::size_t at = 20; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x41);
    EXPECT_THAT(error_of(changed), AnyOf(HasSubstr("is damaged"), HasSubstr("is cut off"))) << at;
  }
}

TEST_F(CaptureFile, NoticesBytesBehindItsEnd) {
  EXPECT_THAT(error_of(bytes_of(sample()) + "x"), HasSubstr("behind its end"));
}

/// A file whose hash is right, and that says it holds so many bytes.
std::string forged(std::uint64_t text_bytes, const std::string& packed) {
  std::string bytes = bytes_of(sample()).substr(0, 20);  // magic and version
  const auto put = [&](std::uint64_t value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  put(3 * sizeof(std::uint64_t) + packed.size());
  put(0);
  put(text_bytes);
  put(packed.size());
  bytes += packed;
  put(hash_of({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}));
  return bytes;
}

/// Zstandard makes 128 KiB of 4 bytes at most, so that 3000 bytes are at most 98 million.
TEST_F(CaptureFile, SizesAreBoundedByWhatTheFileHolds) {
  const std::string few(3000, '\x28');
  EXPECT_THAT(error_of(forged(std::uint64_t{1} << 34, few)),
              HasSubstr("3000 bytes cannot become 17179869184"));
  EXPECT_THAT(error_of(forged(std::uint64_t{100'000'000}, few)), HasSubstr("cannot become"));
  EXPECT_THAT(error_of(forged(98'000'000, few)), HasSubstr("damaged contents"));
  // What compresses best of all is within the bound.
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{1} << 17, std::size_t{50'000'000}}) {
    const std::string packed = pack(std::vector<std::uint8_t>(bytes));
    EXPECT_LE(bytes, most_unpacked(packed.size()));
  }
}

TEST_F(CaptureFile, RefusesWhatDoesNotFitTogether) {
  const auto error = [](const std::function<void(Capture&)>& change) -> std::string {
    Capture capture = sample();
    change(capture);
    try {
      check(capture);
      return "";
    } catch (const Error& refused) {
      return refused.what();
    }
  };
  EXPECT_EQ(error([](Capture&) {}), "");
  EXPECT_NE(error([](Capture& c) { c.steps[1].after = {1}; }), "");
  EXPECT_NE(error([](Capture& c) { std::get<Launch>(c.steps[1].work).module = 1; }), "");
  EXPECT_NE(error([](Capture& c) { c.loads[0].module = 3; }), "");
  EXPECT_NE(error([](Capture& c) { c.allocations[0].bytes = 500; }), "");
  EXPECT_NE(error([](Capture& c) { std::get<Write>(c.steps[2].effects[0]).to.width = 17; }), "");
  EXPECT_NE(error([](Capture& c) { c.steps.resize(1); }), "");
  const auto copy = [](Capture& c) -> Copy& { return std::get<Copy>(c.steps[5].effects[0]); };
  const auto fill = [](Capture& c) -> Fill& { return std::get<Fill>(c.steps[5].effects[1]); };
  EXPECT_NE(error([&](Capture& c) { copy(c).from.width = 8; }), "");
  EXPECT_NE(error([&](Capture& c) { copy(c).from.height = 0; }), "");
  EXPECT_NE(error([&](Capture& c) { fill(c).word_bytes = 0; }), "");
  EXPECT_NE(error([&](Capture& c) { fill(c).to.depth = std::uint64_t{1} << 62; }), "");
  EXPECT_NE(error([&](Capture& c) { fill(c).to.address = ~std::uint64_t{0}; }), "");
  // So many bytes, all in one row.
  EXPECT_NE(error([&](Capture& c) { fill(c).to = {kOther, 16, 1 << 30, 1, 0, 0}; }), "");
  EXPECT_NE(error([](Capture& c) { std::get<Pause>(c.steps[4].work).seconds = -1; }), "");
  EXPECT_NE(error([](Capture& c) {
              c.allocations[0].bytes = std::uint64_t{1} << 40;
              c.allocations[0].contents = Contents(std::uint64_t{1} << 40, packed_byte());
            }),
            "");
}

}  // namespace
}  // namespace heddle::capture
