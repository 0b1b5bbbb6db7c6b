// Programs of the driver API and of NVRTC, which check themselves, and how programs are linked with
// both.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shell.hpp"

namespace heddle::sdk_test {
namespace {

using ::testing::HasSubstr;

struct DriverProgram {
  const char* source;
  const char* arguments = "";
};

class Driver : public ::testing::TestWithParam<DriverProgram> {};

/// kernels.ptx and kernels.fatbin.
void make_kernels(const Workshop& shop) {
  const std::string kernels = HEDDLE_PROGRAMS "/kernels.cu";
  const Outcome ptx = shop.nvcc("-ptx " + kernels + " -o kernels.ptx");
  EXPECT_EQ(ptx.status, 0) << ptx.text;
  const Outcome fat_binary = shop.nvcc(
      "-fatbin -gencode arch=compute_70,code=sm_70 -gencode "
      "arch=compute_80,code=sm_80 " +
      kernels + " -o kernels.fatbin");
  EXPECT_EQ(fat_binary.status, 0) << fat_binary.text;
}

TEST_P(Driver, PassesItsChecks) {
  const Workshop shop;
  const auto& [source, arguments] = GetParam();
  if (*arguments != '\0') make_kernels(shop);
  const Outcome built =
      shop.nvcc(std::string(HEDDLE_PROGRAMS "/") + source + " -lcuda -lnvrtc -o program");
  ASSERT_EQ(built.status, 0) << built.text;
  const Outcome outcome =
      shop.run(std::string(HEDDLE_COMMAND " run --quiet --timing none -- ./program ") + arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr(": passed"));
}

INSTANTIATE_TEST_SUITE_P(
    Programs, Driver,
    ::testing::Values(DriverProgram{"modules.cc", "kernels.ptx kernels.fatbin"},
                      DriverProgram{"errors.cc"}, DriverProgram{"memory.cc"},
                      DriverProgram{"mixed.cu", "kernels.ptx"}, DriverProgram{"link.cc"},
                      DriverProgram{"compiler.cc"}, DriverProgram{"graphs.cc", "kernels.ptx"}),
    [](const auto& program) {
      const std::string source = program.param.source;
      return source.substr(0, source.find('.'));
    });

/// A program in C, by the C compiler of the host and without `heddle cc`.
constexpr const char* kUser =
    "#include <cuda.h>\n#include <nvrtc.h>\n#include <stdio.h>\n"
    "static const char ptx[] = \".version 7.0\\n.target sm_70\\n.address_size 64\\n\"\n"
    "                          \".visible .entry nothing()\\n{ ret; }\\n\";\n"
    "int main(void) {\n  CUcontext context;\n  CUmodule module;\n  CUfunction function;\n"
    "  int major, minor;\n  if (nvrtcVersion(&major, &minor)) return 1;\n"
    "  if (cuInit(0) || cuCtxCreate(&context, 0, 0)) return 2;\n"
    "  if (cuModuleLoadData(&module, ptx) || cuModuleGetFunction(&function, module, "
    "\"nothing\"))\n    return 3;\n"
    "  if (cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0)) return 4;\n"
    "  return cuCtxSynchronize();\n}\n";

TEST(DriverLink, LaunchesOfModulesAreTimed) {
  const Workshop shop;
  shop.write("a.c", kUser);
  const std::string folders =
      " -I" + tree() + "/include -L" + tree() + "/lib64/stubs -L" + tree() + "/lib64 ";
  const Outcome built = shop.run("gcc -Wall -Werror" + folders + "a.c -lcuda -lnvrtc -o a");
  ASSERT_EQ(built.status, 0) << built.text;
  const Outcome outcome = shop.run(HEDDLE_COMMAND " run -- ./a");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("nothing"));
  EXPECT_THAT(outcome.text, HasSubstr("1 launch, 1 timed"));
}

TEST(DriverLink, NamesAbsentFunctions) {
  const Workshop shop;
  shop.write("a.c",
             "int cuNoSuchThing(void), nvrtcNoSuchThing(void);\nint main(void) {\n"
             "  return cuNoSuchThing() + nvrtcNoSuchThing();\n}\n");
  const Outcome outcome = shop.nvcc("a.c -lcuda -lnvrtc -o a");
  EXPECT_NE(outcome.status, 0);
  EXPECT_THAT(outcome.text, HasSubstr("cuNoSuchThing"));
  EXPECT_THAT(outcome.text, HasSubstr("nvrtcNoSuchThing"));
  EXPECT_THAT(outcome.text, HasSubstr("docs/guide/driver.md"));
}

TEST(DriverLink, LibrariesAreFoundByCMake) {
  const Workshop shop;
  shop.write("a.c", kUser);
  shop.write("CMakeLists.txt",
             "cmake_minimum_required(VERSION 3.18)\nproject(a LANGUAGES C)\n"
             "find_package(CUDAToolkit REQUIRED)\nadd_executable(a a.c)\n"
             "target_include_directories(a PRIVATE ${CUDAToolkit_INCLUDE_DIRS})\n"
             "target_link_libraries(a CUDA::cuda_driver CUDA::nvrtc)\n");
  const Outcome outcome = shop.run(HEDDLE_CMAKE " -S . -B build -DCUDAToolkit_ROOT=" + tree() +
                                   " && " HEDDLE_CMAKE " --build build && build/a");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
}

/// The loader of a program that opens libcuda itself gets the library of the runtime.
TEST(DriverLink, LibraryIsOneUnderAllNames) {
  const Workshop shop;
  shop.write("a.c",
             "#include <dlfcn.h>\nint main(void) {\n"
             "  void* cuda = dlopen(\"libcuda.so.1\", RTLD_NOW);\n"
             "  void* cudart = dlopen(\"libcudart.so.12\", RTLD_NOW);\n"
             "  if (!cuda || cuda != cudart) return 1;\n"
             "  return !dlsym(cuda, \"cuMemAlloc_v2\") || !dlsym(cuda, \"cuCtxDestroy\");\n}\n");
  const Outcome outcome = shop.run("gcc a.c -o a && LD_LIBRARY_PATH=" + tree() + "/lib64 ./a");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
}

}  // namespace
}  // namespace heddle::sdk_test
