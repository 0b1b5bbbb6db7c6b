#include "heddle/sim/output/whole_file.hpp"

#include <cerrno>
#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include "heddle/base/files/input_file.hpp"
#include "small_disk.hpp"
#include "temporary_folder.hpp"

namespace heddle::sim {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string content(const fs::path& file) { return read_file(file, file_kinds::kLog); }

TEST(WholeFile, AppearsWithTheCommit) {
  const TemporaryFolder folder;
  const auto path = folder.write("file", "before");
  {
    WholeFile file(path);
    file.write("after");
    EXPECT_EQ(content(path), "before");
    file.commit();
    EXPECT_EQ(content(path), "after");
  }
  EXPECT_EQ(content(path), "after");
  EXPECT_FALSE(fs::exists(unfinished_name(path)));
}

TEST(WholeFile, LeavesNothingWithoutACommit) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "file";
  {
    WholeFile(path).write("half");
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(WholeFile, WhereNoneCanBeTheReasonIsNamed) {
  const TemporaryFolder folder;
  const fs::path file = folder.write("file", "as it was");
  const std::pair<fs::path, int> cases[] = {{folder.path() / "none" / "file", ENOENT},
                                            {file / "file", ENOTDIR},
                                            {folder.path(), EISDIR},
                                            {folder.path() / "none/", EISDIR},
                                            {folder.path() / std::string(300, 'x'), ENAMETOOLONG},
                                            {"/proc/none", ENOENT}};
  for (const auto& [path, reason] : cases) {
    const std::string expected =
        "cannot write '" + path.string() + "': " + std::strerror(reason) + "; ";
    EXPECT_THAT(error_of([&] { require_writable(path); }), HasSubstr(expected));
    EXPECT_THAT(error_of([&] { write_whole_file(path, "text"); }), HasSubstr(expected));
  }
  EXPECT_EQ(content(file), "as it was");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(WholeFile, AskingLeavesNothing) {
  const TemporaryFolder folder;
  const fs::path file = folder.write("file", "as it was");
  require_writable(file);
  require_writable(folder.path() / "new");
  require_writable(folder.path() / std::string(255, 'x'));
  EXPECT_EQ(content(file), "as it was");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

TEST(WholeFile, KeepsPermissionsAndLinks) {
  const TemporaryFolder folder;
  const fs::path file = folder.write("file", "before"), link = folder.path() / "link";
  fs::permissions(file, fs::perms::owner_all);
  fs::create_symlink("file", link);
  write_whole_file(link, "after");
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(content(file), "after");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_all);
}

/// A rename would put a file in the place of the device, for every program of the machine.
TEST(WholeFile, ADeviceStaysADevice) {
  const TemporaryFolder folder;
  const fs::path full = folder.path() / "full", null = folder.path() / "null";
  if (mknod(full.c_str(), S_IFCHR | 0666, makedev(1, 7)) != 0 ||
      mknod(null.c_str(), S_IFCHR | 0666, makedev(1, 3)) != 0)
    GTEST_SKIP() << "mknod: " << std::strerror(errno);
  write_whole_file(null, "text");
  require_writable(full);
  EXPECT_THAT(error_of([&] { write_whole_file(full, "text"); }), HasSubstr(std::strerror(ENOSPC)));
  EXPECT_TRUE(fs::is_character_file(null));
  EXPECT_TRUE(fs::is_character_file(full));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 2);
}

TEST(WholeFile, AFullDiskKeepsTheFileThatWasThere) {
  const TemporaryFolder folder;
  const test::SmallDisk disk(folder.path(), "64k");
  if (!disk.is_mounted()) GTEST_SKIP() << "no disk can be mounted here";
  const fs::path path = folder.path() / "file";
  write_whole_file(path, "before");
  const std::string message = error_of([&] { write_whole_file(path, std::string(1 << 20, 'x')); });
  EXPECT_THAT(message, HasSubstr("cannot write '" + path.string() + "': " + std::strerror(ENOSPC) +
                                 "; free space there"));
  EXPECT_EQ(content(path), "before");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
}

/// In a process with a limit of file sizes, for which SIGXFSZ is what it is by default.
TEST(WholeFile, ALimitOfFileSizesIsAnErrorAndLeavesNothing) {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "file";
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{4096, 4096};
    setrlimit(RLIMIT_FSIZE, &limit);
    const std::string message =
        error_of([&] { write_whole_file(path, std::string(1 << 20, 'x')); });
    _exit(message.find("raise the limit of file sizes (ulimit -f)") != std::string::npos ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 0);
}

TEST(WholeFile, TheUnfinishedAreKnown) {
  EXPECT_TRUE(is_unfinished(unfinished_name("stats.json"), "stats.json"));
  EXPECT_TRUE(is_unfinished(".stats.json.17.new", "stats.json"));
  EXPECT_FALSE(is_unfinished("stats.json", "stats.json"));
  EXPECT_FALSE(is_unfinished(".config.toml.17.new", "stats.json"));
}

}  // namespace
}  // namespace heddle::sim
