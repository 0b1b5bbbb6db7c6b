// Every kind of file that the commands read, where it is a folder, a device without end, a pipe
// that nobody writes, a file of 1 TiB, or not there: one message at once, which names the file.
#include <filesystem>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr const char* kKernel = "--block 32 --arg buffer:128 --arg u32:7";

/// A command that reads the file FILE; its name ends as the command wants.
struct Reader {
  const char* file;
  std::string line;
  const char* too_large;  ///< what the message says of a file of 1 TiB; "": any size is read
};

std::vector<Reader> readers() {
  const std::string run = fmt::format("run --quiet {} ", kKernel);
  return {
      {"x.ptx", "disasm x.ptx", "256 MiB, the most that a PTX file"},
      {"x.ptx", "disasm --summary x.ptx", "256 MiB, the most that a PTX file"},
      {"x.ptx", run + "x.ptx", "256 MiB, the most that a PTX file"},
      {"x.toml", run + "--machine ./x.toml k.ptx", "4 MiB, the most that a TOML file"},
      {"x.toml", run + "--config x.toml k.ptx", "4 MiB, the most that a TOML file"},
      {"x.toml", "occupancy --machine ./x.toml --threads 32 --registers 8",
       "4 MiB, the most that a TOML file"},
      {"x.toml", "sweep x.toml", "4 MiB, the most that a TOML file"},
      {"x.bin", "run --quiet --block 32 --arg buffer:@x.bin --arg u32:7 k.ptx",
       "1.50 GiB, the most that a buffer on this device"},
      {"x.bin", "run --quiet --block 32 --arg buffer:128@x.bin --arg u32:7 k.ptx",
       "1.50 GiB, the most that a buffer on this device"},
      {"x.csv", run + "--set throttle=daws --set throttle.daws.profile=x.csv k.ptx",
       "64 MiB, the most that a profile of loads"},
      {"saved/stats.json", "compare saved saved", "16 GiB, the most that a stats.json"},
      {"saved/config.toml", "compare saved saved", "4 MiB, the most that a TOML file"},
      {"x.bin", "replay x.bin", "is no L1 stream"},
      {"x.sqlite", "workloads --results x.sqlite", "file is not a database"},
      {"x.sqlite", "sweep --export csv --results x.sqlite", "file is not a database"},
      {"x.options", "cc --options-file x.options c.cu", "1 MiB, the most that a file of options"},
      {"x.cu", "cc -ptx x.cu -o made.ptx", ""},
      {"x.o", "cc x.o -o made", ""},
      {"x.program", "run ./x.program", ""},
  };
}

class InputFiles : public testing::Test {
 protected:
  InputFiles() {
    folder_.write("k.ptx", kScale);
    folder_.write("c.cu", "int main() {}\n");
    const Finished saved =
        folder_.shell(fmt::format("{} run --quiet --out saved {} k.ptx", HEDDLE_PROGRAM, kKernel));
    EXPECT_EQ(saved.exit_code, 0) << saved.err;
  }

  /// With the file's name in the place of what there was.
  template <typename Make>
  void expect_refused(const Reader& reader, const std::string& reason, Make&& make) const {
    const fs::path file = folder_.path(reader.file), aside = folder_.path("aside");
    const bool is_there = fs::exists(file);
    if (is_there) fs::rename(file, aside);
    make(file);
    const Finished finished =
        folder_.shell("timeout 30 " HEDDLE_PROGRAM " " + reader.line + " 2>&1 | tail -n 3; ");
    const std::string& said = finished.out;
    EXPECT_THAT(said, HasSubstr(reason)) << reader.line;
    EXPECT_THAT(said, HasSubstr(reader.file)) << reader.line;
    EXPECT_THAT(said, HasSubstr("heddle")) << reader.line;
    for (const char* raw : {"bad_alloc", "filesystem error", "basic_"})
      EXPECT_THAT(said, testing::Not(HasSubstr(raw))) << reader.line;
    fs::remove_all(file);
    if (is_there) fs::rename(aside, file);
  }

  Playground folder_;
};

TEST_F(InputFiles, AFolder) {
  for (const Reader& reader : readers())
    expect_refused(reader, "folder", [](const fs::path& file) { fs::create_directory(file); });
}

TEST_F(InputFiles, ADeviceWithoutEnd) {
  for (const Reader& reader : readers())
    expect_refused(reader, "device",
                   [](const fs::path& file) { fs::create_symlink("/dev/zero", file); });
}

TEST_F(InputFiles, APipeThatNobodyWrites) {
  for (const Reader& reader : readers())
    expect_refused(reader, "pipe", [](const fs::path& file) { mkfifo(file.c_str(), 0700); });
}

TEST_F(InputFiles, AFileOfATebibyte) {
  for (const Reader& reader : readers()) {
    if (*reader.too_large == 0) continue;
    expect_refused(reader, reader.too_large, [&](const fs::path& file) {
      folder_.write(reader.file, "");
      fs::resize_file(file, std::uintmax_t{1} << 40);
    });
  }
}

TEST_F(InputFiles, NoFile) {
  for (const Reader& reader : readers()) {
    const char* reason = reader.line.starts_with("cc --options")          ? "No such file"
                         : reader.line.starts_with("cc")                  ? "no such file"
                         : reader.file == std::string("x.sqlite")         ? "there is no file"
                         : reader.file == std::string("x.program")        ? "there is no program"
                         : reader.file == std::string("saved/stats.json") ? "holds no stats.json"
                         : reader.line.find("machine ./") != std::string::npos
                             ? "there is no machine file"
                             : "No such file or directory";
    if (reader.file == std::string("saved/stats.json")) continue;  // names the folder
    expect_refused(reader, reason, [](const fs::path&) {});
  }
}

/// A shell's <(command) is a file like any other, where a file is read once.
TEST_F(InputFiles, APipeThatSomebodyWritesIsRead) {
  const Finished finished = folder_.shell(
      "bash -c '" HEDDLE_PROGRAM " disasm <(sleep 0.3; cat k.ptx)' && bash -c '" HEDDLE_PROGRAM
      " sweep --list <(echo \"[[program]]\"; echo program = \\\"$PWD/k.ptx\\\")'");
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  EXPECT_THAT(finished.out, HasSubstr("kernel scale"));
  EXPECT_THAT(finished.out, HasSubstr("gtx480"));
  const Finished endless =
      folder_.shell("bash -c 'timeout 60 " HEDDLE_PROGRAM " disasm <(yes)' 2>&1");
  EXPECT_THAT(endless.out, HasSubstr("it has more than 256 MiB"));
}

}  // namespace
}  // namespace heddle::test
