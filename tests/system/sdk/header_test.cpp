// Every header of the tree compiles by itself, on the host and in CUDA, but for those that only
// refuse.
#include <filesystem>
#include <vector>

#include <gtest/gtest.h>

#include "shell.hpp"

namespace heddle::sdk_test {
namespace {

namespace fs = std::filesystem;

/// Bytes; smaller headers do nothing but include another one, or refuse.
constexpr unsigned kForwarding = 320;

std::vector<std::string> headers() {
  std::vector<std::string> names;
  for (const char* folder : {".", "cooperative_groups", "nvtx3"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(tree()) / "include" / folder)) {
      if (entry.path().extension() == ".h" && entry.file_size() >= kForwarding) {
        names.push_back((fs::path(folder) / entry.path().filename()).lexically_normal().string());
      }
    }
  }
  return names;
}

TEST(Headers, CompileByThemselves) {
  const Workshop shop;
  unsigned count = 0;
  for (const std::string& header : headers()) {
    shop.write("h" + std::to_string(count) + ".cu", "#include <" + header + ">\n");
    ++count;
  }
  ASSERT_GT(count, 20u);
  const std::string flags = " -Wall -Wextra -Werror -fsyntax-only";
  Outcome outcome = shop.run(
      "ls h*.cu | xargs -P 2 -n 1 clang++-19 -x cuda --cuda-host-only --cuda-gpu-arch=sm_75 "
      "--cuda-path=" +
      tree() + flags);
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  outcome =
      shop.run("ls h*.cu | xargs -P 2 -n 1 g++ -x c++ -isystem " + tree() + "/include" + flags);
  EXPECT_EQ(outcome.status, 0) << outcome.text;
}

TEST(Headers, AllOfThemTogetherOnTheDevice) {
  const Workshop shop;
  std::string text;
  for (const std::string& header : headers()) {
    text += "#include <" + header + ">\n";
  }
  shop.ptx(text + "__global__ void k(int* o) { *o = min(*o, 3); }\n");
}

TEST(Headers, AreIncludedAndDeclareWhatNvccHas) {
  const Workshop shop;
  shop.write("a.cu",
             "float f() {\n  float s = 0;\n  for (int i : {1, 2}) s += rsqrtf(i);\n"
             "  return std::max(std::move(s), std::sqrt(2.0f));\n}\n");
  shop.write("b.cpp",
             "#include <cuda_runtime.h>\ninline float rsqrtf(float x) { return x; }\n"
             "float g() {\n  float s = 0;\n  for (int i : {1, 2}) s += rsqrtf(i);\n"
             "  return std::move(s);\n}\n");
  const Outcome outcome = shop.nvcc("-c a.cu && nvcc -c b.cpp");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
}

TEST(Headers, ServePlainC) {
  const Workshop shop;
  shop.write("a.c",
             "#include <cuda_runtime_api.h>\n#include <driver_types.h>\n#include <vector_types.h>\n"
             "int main(void) { struct cudaDeviceProp p; dim3 d; d.x = 1; return "
             "cudaGetDeviceProperties(&p, 0) == cudaSuccess && d.x; }\n");
  const Outcome outcome = shop.run("gcc -std=c99 -Wall -Werror -I" + tree() + "/include -c a.c");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
}

}  // namespace
}  // namespace heddle::sdk_test
