// Files that are written: failures are said once, with the system's reason and what to do.
#include "heddle/base/files/output_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "heddle/base/error.hpp"

namespace heddle {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

template <typename Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(OutputFile, AFullDiskIsSaidOnce) {
  OutputFile file("/dev/full");
  file.write("x");
  const std::string message = error_of([&] { file.flush(); });
  EXPECT_THAT(message,
              HasSubstr("cannot write '/dev/full': " + std::string(std::strerror(ENOSPC))));
  EXPECT_THAT(message, HasSubstr("free space there, or name a place on another disk"));
  EXPECT_FALSE(file.is_open());
  EXPECT_EQ(error_of([&] {
              file.write("y");
              file.close();
            }),
            "");
}

TEST(OutputFile, MuchIsWrittenBeforeTheEnd) {
  OutputFile file("/dev/full");
  EXPECT_THAT(error_of([&] { file.write(std::string(1 << 20, 'x')); }), HasSubstr("No space left"));
}

TEST(OutputFile, TheReasonIsTheSystems) {
  const std::pair<const char*, int> cases[] = {
      {"/none/file", ENOENT}, {"/dev/null/file", ENOTDIR}, {"/", EISDIR}};
  for (const auto& [name, reason] : cases) {
    const std::string message = error_of([&] { const OutputFile file(name); });
    EXPECT_THAT(message, HasSubstr(std::string("'") + name + "'"));
    EXPECT_THAT(message, HasSubstr(std::strerror(reason)));
    EXPECT_THAT(message, HasSubstr("; ")) << "what to do";
  }
}

TEST(OutputFile, APipeThatNobodyReadsIsRefusedAtOnce) {
  const fs::path pipe = fs::temp_directory_path() / ("heddle-pipe-" + std::to_string(getpid()));
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(error_of([&] { const OutputFile file(pipe); }), HasSubstr("nobody reads"));
  fs::remove(pipe);
}

TEST(OutputFile, WhatWasWrittenIsThere) {
  const fs::path path = fs::temp_directory_path() / ("heddle-output-" + std::to_string(getpid()));
  OutputFile file(path);
  for (int i = 0; i < 100'000; ++i) file.write("0123456789");
  file.close();
  std::ifstream stream(path);
  std::stringstream text;
  text << stream.rdbuf();
  EXPECT_EQ(text.str().size(), 1'000'000u);
  EXPECT_EQ(text.str().substr(123'450, 10), "0123456789");
  fs::remove(path);
}

}  // namespace
}  // namespace heddle
