// What can be read and what is refused, each at once: nothing hangs, nothing exhausts memory.
#include "heddle/base/files/input_file.hpp"

#include <chrono>
#include <cstring>
#include <fstream>
#include <istream>
#include <thread>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "heddle/base/error.hpp"

namespace heddle {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr FileKind kSmall{"a small file", 1000};

class InputFiles : public testing::Test {
 protected:
  InputFiles() {
    std::string pattern = (fs::temp_directory_path() / "heddle-input-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~InputFiles() override { fs::remove_all(folder_); }

  fs::path write(const std::string& bytes) const {
    std::ofstream(folder_ / "file") << bytes;
    return folder_ / "file";
  }
  static std::string refusal(const fs::path& file, const FileKind& kind = kSmall) {
    try {
      read_file(file, kind);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  fs::path folder_;
};

TEST_F(InputFiles, AFileIsReadUpToItsBound) {
  const std::string bytes(1000, 'x');
  EXPECT_EQ(read_file(write(bytes), kSmall), bytes);
  EXPECT_EQ(read_file(write(""), kSmall), "");
  EXPECT_EQ(read_file("/dev/null", kSmall), "");
  EXPECT_EQ(refusal(write(bytes + "x")),
            "cannot read '" + (folder_ / "file").string() +
                "': it has more than 1000 B, the most that a small file may have; is it the file "
                "that was meant?");
}

TEST_F(InputFiles, TheBoundIsSeenBeforeTheBytesAreRead) {
  const fs::path file = write("");
  fs::resize_file(file, std::uintmax_t{1} << 40);  // a hole: reading it would take minutes
  const auto began = std::chrono::steady_clock::now();
  EXPECT_THAT(refusal(file, file_kinds::kPtx), HasSubstr("more than 256 MiB, the most that a PTX"));
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
}

TEST_F(InputFiles, WhatIsNoFileIsNamed) {
  EXPECT_THAT(refusal(folder_), HasSubstr("it is a folder"));
  EXPECT_THAT(refusal(folder_ / "none"), HasSubstr(std::strerror(ENOENT)));
  EXPECT_THAT(refusal(write("") / "none"), HasSubstr(std::strerror(ENOTDIR)));
  EXPECT_THAT(refusal("/dev/zero"), HasSubstr("it is a device, not a file"));
  EXPECT_THAT(refusal("/dev/full"), HasSubstr("it is a device, not a file"));
}

TEST_F(InputFiles, APipeThatNobodyWritesIsRefusedAtOnce) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(refusal(pipe), HasSubstr("nothing was written to this pipe"));
}

/// As the shell's <(command) is.
class WrittenPipe {
 public:
  WrittenPipe(const std::string& bytes, std::chrono::milliseconds delay) {
    EXPECT_EQ(pipe(ends_), 0);
    writer_ = std::thread([this, bytes, delay] {
      std::this_thread::sleep_for(delay);
      for (const char byte : bytes) {
        if (::write(ends_[1], &byte, 1) != 1) break;
      }
      close(ends_[1]);
    });
  }
  ~WrittenPipe() {
    writer_.join();
    close(ends_[0]);
  }
  fs::path path() const { return "/dev/fd/" + std::to_string(ends_[0]); }

 private:
  int ends_[2] = {};
  std::thread writer_;
};

TEST_F(InputFiles, APipeIsReadWithinTheBound) {
  const WrittenPipe good(std::string(1000, 'x'), std::chrono::milliseconds(300));
  EXPECT_EQ(read_file(good.path(), kSmall), std::string(1000, 'x'));
  const WrittenPipe endless(std::string(1001, 'x'), std::chrono::milliseconds(0));
  EXPECT_THAT(refusal(endless.path()), HasSubstr("more than 1000 B"));
}

TEST_F(InputFiles, AStreamIsBoundedToo) {
  InputBuffer buffer(write("one two"), kSmall);
  std::istream stream(&buffer);
  std::string one, two, three;
  EXPECT_TRUE(stream >> one >> two);
  EXPECT_FALSE(stream >> three);
  EXPECT_EQ(one + two, "onetwo");
  EXPECT_THROW(InputBuffer("/dev/zero", kSmall), Error);
}

TEST_F(InputFiles, TheEndOfAFile) {
  EXPECT_EQ(end_of_file(write("123456789"), 4), "6789");
  EXPECT_EQ(end_of_file(write("12"), 4), "12");
  EXPECT_EQ(end_of_file(folder_ / "none", 4), "");
  EXPECT_EQ(end_of_file("/dev/zero", 4), "");
}

/// Bounds are in the order of what the kinds are: none is so large that reading exhausts memory.
TEST(FileKinds, WhatIsReadWholeFitsInMemory) {
  for (const FileKind& kind :
       {file_kinds::kPtx, file_kinds::kSettings, file_kinds::kClaims, file_kinds::kMeasures,
        file_kinds::kLoadProfile, file_kinds::kRunTable, file_kinds::kSource, file_kinds::kDocument,
        file_kinds::kLog, file_kinds::kOptions}) {
    EXPECT_LE(kind.most_bytes, std::uint64_t{512} << 20) << kind.name;
    EXPECT_GE(kind.most_bytes, std::uint64_t{1} << 20) << kind.name;
    EXPECT_THAT(std::string(kind.name), testing::StartsWith("a"));
  }
}

}  // namespace
}  // namespace heddle
