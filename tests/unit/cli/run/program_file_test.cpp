#include "cli/run/requests/program_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace heddle::cli {
namespace {

std::filesystem::path write(const std::string& name, const std::string& text) {
  const auto file = std::filesystem::temp_directory_path() /
                    ("heddle-elf-" + std::to_string(getpid()) + "-" + name);
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

TEST(ElfFacts, AProgramsLibrariesAreRead) {
  const ElfFacts facts = read_elf_facts(HEDDLE_PROGRAM);
  EXPECT_TRUE(facts.is_elf);
  EXPECT_FALSE(facts.has_device_code);
  EXPECT_EQ(facts.runtime(), "");
  const auto is_libc = [](const std::string& name) { return name.starts_with("libc.so"); };
  EXPECT_TRUE(std::any_of(facts.needed.begin(), facts.needed.end(), is_libc));
}

TEST(ElfFacts, OtherAndBrokenFilesHaveNone) {
  EXPECT_FALSE(read_elf_facts("/nonexistent").is_elf);
  const auto script = write("script", "#!/bin/sh\n");
  EXPECT_FALSE(read_elf_facts(script).is_elf);
  std::ifstream program(HEDDLE_PROGRAM, std::ios::binary);
  std::string head(4096, '\0');
  program.read(head.data(), 4096);
  for (const std::size_t size : {4u, 16u, 63u, 64u, 1000u, 4096u}) {
    const auto cut = write("cut", head.substr(0, size));
    EXPECT_TRUE(read_elf_facts(cut).needed.empty());
    std::filesystem::remove(cut);
  }
  std::filesystem::remove(script);
}

TEST(ElfFacts, EveryDamagedByteOfTheHeaderIsSurvived) {
  std::ifstream program(HEDDLE_PROGRAM, std::ios::binary);
  std::string head(4096, '\0');
  program.read(head.data(), 4096);
  for (std::size_t at = 4; at < 64; ++at) {
    std::string damaged = head;
    damaged[at] = static_cast<char>(~damaged[at]);
    const auto file = write("damaged", damaged);
    read_elf_facts(file);
    std::filesystem::remove(file);
  }
}

TEST(FindProgram, LooksOnThePath) {
  EXPECT_TRUE(find_program("sh").is_absolute());
  EXPECT_THROW(find_program("heddle-no-such-program"), std::runtime_error);
}

}  // namespace
}  // namespace heddle::cli
