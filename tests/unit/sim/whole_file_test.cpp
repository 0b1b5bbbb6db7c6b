#include "heddle/sim/whole_file.hpp"

#include <gtest/gtest.h>

#include "heddle/sim/read_file.hpp"
#include "temporary_folder.hpp"

namespace heddle::sim {
namespace {

TEST(WholeFile, AppearsWithTheCommit) {
  const TemporaryFolder folder;
  const auto path = folder.write("file", "before");
  {
    WholeFile file(path);
    file.write("after");
    EXPECT_EQ(read_file(path), "before");
    file.commit();
    EXPECT_EQ(read_file(path), "after");
  }
  EXPECT_EQ(read_file(path), "after");
  EXPECT_FALSE(std::filesystem::exists(unfinished_name(path)));
}

TEST(WholeFile, LeavesNothingWithoutACommit) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "file";
  {
    WholeFile(path).write("half");
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_NE(error_of([&] { WholeFile file(folder.path() / "none" / "file"); }).find("No such file"),
            std::string::npos);
}

TEST(ReadFile, SaysWhyNot) {
  const TemporaryFolder folder;
  EXPECT_EQ(read_file(folder.write("empty", "")), "");
  EXPECT_NE(error_of([&] { read_file(folder.path()); }).find("it is a folder"), std::string::npos);
  EXPECT_NE(error_of([&] { read_file(folder.path() / "none"); }).find("No such file"),
            std::string::npos);
}

}  // namespace
}  // namespace heddle::sim
