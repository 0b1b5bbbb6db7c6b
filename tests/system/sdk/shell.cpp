#include "shell.hpp"

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/wait.h>

namespace heddle::sdk_test {
namespace fs = std::filesystem;

Workshop::Workshop() {
  std::string pattern = (fs::temp_directory_path() / "heddle-sdk-test-XXXXXX").string();
  folder_ = mkdtemp(pattern.data());
}

Workshop::~Workshop() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Workshop::write(const std::string& name, const std::string& content) const {
  fs::create_directories((folder_ / name).parent_path());
  std::ofstream(folder_ / name, std::ios::binary) << content;
}

std::string Workshop::read(const std::string& name) const {
  std::stringstream text;
  text << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
  return text.str();
}

Outcome Workshop::run(const std::string& command) const {
  const std::string line = "cd '" + folder_.string() + "' && export PATH='" + tree() +
                           "/bin:/usr/bin:/bin' && { " + command + "; } 2>&1";
  Outcome outcome;
  FILE* pipe = popen(line.c_str(), "r");
  std::array<char, 4096> buffer;
  for (std::size_t count; (count = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    outcome.text.append(buffer.data(), count);
  }
  const int status = pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 255;
  return outcome;
}

Outcome Workshop::nvcc(const std::string& arguments) const { return run("nvcc " + arguments); }

std::string Workshop::ptx(const std::string& source, const std::string& arguments) const {
  write("ptx.cu", source);
  const Outcome outcome = nvcc("-ptx ptx.cu -o out.ptx " + arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  return read("out.ptx");
}

std::string tree() { return HEDDLE_SDK_TREE; }

unsigned count_of(const std::string& text, const std::string& part) {
  unsigned count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

}  // namespace heddle::sdk_test
