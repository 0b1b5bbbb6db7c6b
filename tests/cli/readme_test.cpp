#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;

/// Lines of README.md that begin with "build/heddle".
std::vector<std::string> commands() {
  std::ifstream readme(fs::path(HEDDLE_SOURCE) / "README.md");
  std::vector<std::string> found;
  for (std::string line; std::getline(readme, line);) {
    if (line.starts_with("build/heddle ")) found.push_back(line);
  }
  return found;
}

TEST(Readme, ItsCommandsRunAsTheyStand) {
  const Playground folder;
  fs::create_directory(folder.path("build"));
  fs::create_symlink(HEDDLE_PROGRAM, folder.path("build/heddle"));
  for (const char* used : {"workloads", "examples"}) {
    fs::create_directory_symlink(fs::path(HEDDLE_SOURCE) / used, folder.path(used));
  }
  ASSERT_GE(commands().size(), 5u);
  for (const std::string& command : commands()) {
    const Finished finished = folder.shell("set -e; " + command);
    EXPECT_EQ(finished.exit_code, 0) << command << "\n" << finished.err;
  }
}

}  // namespace
}  // namespace heddle::test
