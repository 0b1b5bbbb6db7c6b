// bin/nvcc of the SDK tree: `heddle cc` under the name that build systems look for.
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "cc/cc_main.hpp"

int main(int count, char** words) {
  const std::vector<std::string> arguments(words + (count > 0 ? 1 : 0), words + count);
  std::error_code error;
  const auto executable = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) {
    std::fputs("nvcc: /proc/self/exe cannot be read\n", stderr);
    return 1;
  }
  return heddle::cc::cc_main(arguments, executable);
}
