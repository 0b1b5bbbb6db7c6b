// Programs that use CUDA's libraries and compare the results with those of the host. Launches are
// not timed: the kernels are as any program's, and other tests time these.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shell.hpp"

namespace heddle::sdk_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct LibraryProgram {
  const char* name;
  const char* libraries;
  const char* machines[2] = {"gtx480", nullptr};
};

/// An SM of v100 has the registers for the largest tiles of the matrix product, and small products
/// fill few SMs.
constexpr const char* kFewLargeSms = "v100 --set sm.count=4";

class Library : public ::testing::TestWithParam<LibraryProgram> {};

TEST_P(Library, ComputesWhatTheHostDoes) {
  const Workshop shop;
  const auto& [name, libraries, machines] = GetParam();
  const Outcome built =
      shop.nvcc(std::string(libraries) + " " HEDDLE_PROGRAMS "/" + name + ".cu -o program");
  ASSERT_EQ(built.status, 0) << built.text;
  for (const char* machine : machines) {
    if (machine == nullptr) continue;
    const Outcome outcome =
        shop.run(std::string(HEDDLE_COMMAND " run --quiet --timing none --machine ") + machine +
                 " -- ./program");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_THAT(outcome.text, HasSubstr(std::string(name) + ": passed"));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Programs, Library,
    ::testing::Values(LibraryProgram{"blas_vectors", "-lcublas"},
                      LibraryProgram{"blas_matrix_vector", "-lcublas"},
                      LibraryProgram{"blas_matrices", "-lcublas", {"gtx480", kFewLargeSms}},
                      LibraryProgram{"blas_extended", "-lcublas"},
                      LibraryProgram{"blas_lt", "-lcublasLt -lcublas"},
                      LibraryProgram{"blas_legacy", "-lcublas"},
                      LibraryProgram{"random_arrays", "-lcurand"},
                      LibraryProgram{"fourier", "-lcufft"}, LibraryProgram{"sparse", "-lcusparse"}),
    [](const auto& program) { return std::string(program.param.name); });

/// Kernels of a library are timed, and reports name them.
TEST(LibraryKernels, AreTimedAndNamed) {
  const Workshop shop;
  const Outcome built =
      shop.nvcc(HEDDLE_PROGRAMS "/../../../../examples/libraries/multiply.cu -lcublas -o multiply");
  ASSERT_EQ(built.status, 0) << built.text;
  const Outcome outcome = shop.run(HEDDLE_COMMAND " run -- ./multiply 40 30 20");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("multiply: passed"));
  EXPECT_THAT(outcome.text, HasSubstr("void heddle_blas::gemm<float, float"));
  EXPECT_THAT(outcome.text, HasSubstr("1 launch, 1 timed"));
}

TEST(LibraryLink, NamesAbsentFunctions) {
  const Workshop shop;
  shop.write("a.cu",
             "extern \"C\" int cublasNoSuchThing();\nint main() { return cublasNoSuchThing(); }\n");
  const Outcome outcome = shop.nvcc("a.cu -lcublas -o a");
  EXPECT_NE(outcome.status, 0);
  EXPECT_THAT(outcome.text, HasSubstr("cublasNoSuchThing"));
  EXPECT_THAT(outcome.text, HasSubstr("heddle's cuBLAS (-lcublas) has no such function"));
}

constexpr const char* kUser =
    "#include <cublas_v2.h>\nint main() {\n  cublasHandle_t handle;\n"
    "  return cublasCreate(&handle) || cublasDestroy(handle);\n}\n";

TEST(LibraryLink, IsFoundByCompilersOfTheHost) {
  const Workshop shop;
  shop.write("a.cpp", kUser);
  const std::string folders = " -I" + tree() + "/include -L" + tree() + "/lib64 ";
  const Outcome outcome = shop.run("g++" + folders + "a.cpp -lcublas -lcudart -Wl,-rpath," +
                                   tree() + "/lib64 -o a && ./a");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
}

TEST(LibraryLink, IsFoundByCMake) {
  const Workshop shop;
  shop.write("a.cpp", kUser);
  shop.write("CMakeLists.txt",
             "cmake_minimum_required(VERSION 3.18)\nproject(a LANGUAGES CXX)\n"
             "find_package(CUDAToolkit REQUIRED)\nadd_executable(a a.cpp)\n"
             "target_link_libraries(a CUDA::cublas CUDA::cudart)\n");
  const Outcome outcome = shop.run(HEDDLE_CMAKE " -S . -B build -DCUDAToolkit_ROOT=" + tree() +
                                   " && " HEDDLE_CMAKE " --build build && build/a");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
}

}  // namespace
}  // namespace heddle::sdk_test
