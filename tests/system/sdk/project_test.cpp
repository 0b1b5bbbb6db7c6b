// Whole programs: several files, libraries, relocatable device code, Makefiles and CMake projects
// as they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shell.hpp"

namespace heddle::sdk_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kProgram =
    "#include <cstdio>\n#include \"other.h\"\n"
    "__global__ void k(int* o) { o[threadIdx.x] = threadIdx.x; }\n"
    "int main() { int* d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); return other(d); }\n";
constexpr const char* kOther =
    "#include <cuda_runtime.h>\n#include \"other.h\"\nint other(int* d) { return cudaFree(d); }\n";
constexpr const char* kOtherHeader = "int other(int* d);\n";

void write_program(const Workshop& shop) {
  shop.write("main.cu", kProgram);
  shop.write("other.cpp", kOther);
  shop.write("other.h", kOtherHeader);
}

/// Linked to the tree's runtime, with a run path to it.
void expect_linked(const Workshop& shop, const std::string& program) {
  const std::string dynamic = shop.run("readelf -dW " + program).text;
  EXPECT_THAT(dynamic, HasSubstr("Shared library: [libcudart.so"));
  EXPECT_THAT(dynamic, HasSubstr(tree() + "/lib"));
}

TEST(Project, SeveralFilesInOneCommand) {
  const Workshop shop;
  write_program(shop);
  const Outcome outcome = shop.nvcc("-O2 -std=c++14 main.cu other.cpp -o program -lm");
  ASSERT_EQ(outcome.status, 0) << outcome.text;
  expect_linked(shop, "program");
  EXPECT_THAT(shop.read("program"), HasSubstr(".visible .entry _Z1kPi("));
}

TEST(Project, TheTreeMayBeMoved) {
  const Workshop shop;
  shop.write("a.cu",
             "__global__ void k(float* o) { *o = sinf(*o); } int main() { k<<<1, 1>>>(0); }");
  const Outcome outcome = shop.run("cp -a " + tree() + " moved && moved/bin/nvcc -v a.cu -o a");
  ASSERT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr(shop.folder().string() + "/moved/nvvm/libdevice"));
  EXPECT_THAT(outcome.text, Not(HasSubstr(tree() + "/include")));
}

TEST(Project, FoldersMayHaveAnyName) {
  const Workshop shop;
  shop.write("a.cu", "__global__ void k(float* o) { *o = 1; } int main() { k<<<1, 1>>>(0); }");
  const Outcome outcome =
      shop.run("ln -s " + tree() +
               R"( 't,r ee' && mkdir 'q"u\o,te' && export HEDDLE_SDK="$PWD/t,r ee" &&
      export TMPDIR="$PWD/q\"u\\o,te" && nvcc a.cu -o whole && nvcc -rdc=true a.cu -o linked &&
      readelf -d whole linked && ls "$TMPDIR")");
  ASSERT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_EQ(count_of(outcome.text, shop.folder().string() + "/t,r ee/lib64]"), 2u) << outcome.text;
}

TEST(Project, NothingIsLeftAfterAnInterruption) {
  const Workshop shop;
  shop.write("a.cu", "int main() {}");
  shop.write("slow", "#!/bin/sh\necho > started\nexec sleep 60\n");
  for (const std::string signal : {"INT", "TERM", "HUP"}) {
    // Not a shell's `&`, which would let the signals be ignored.
    const Outcome outcome = shop.run(
        "chmod +x slow; mkdir -p tmp; rm -f started; export TMPDIR=$PWD/tmp "
        "HEDDLE_CLANG=$PWD/slow; "
        "(while [ ! -e started ]; do sleep 0.05; done; ls tmp; kill -" +
        signal +
        " $(cat id)) & sh -c 'echo $$ > id; exec nvcc a.cu -o a'; echo status $?; wait; ls tmp | "
        "wc -l");
    EXPECT_THAT(outcome.text, HasSubstr("heddle-cc.")) << "it was under way";
    EXPECT_THAT(outcome.text, HasSubstr("status 1")) << "128 and the signal, of the shell";
    EXPECT_TRUE(outcome.text.ends_with("0\n")) << outcome.text;
  }
}

TEST(Project, RelocatableDeviceCode) {
  const Workshop shop;
  shop.write(
      "a.cu",
      "__device__ int table[4] = {1, 2, 3, 4};\n__device__ int twice(int x) { return 2 * x; }\n");
  shop.write(
      "b.cu",
      "extern __device__ int table[4];\nextern __device__ int twice(int);\nstatic __device__ int "
      "own;\n"
      "static __global__ void k(int* o) { own = 1; *o = twice(table[*o]); }\n"
      "int main() { k<<<1, 1>>>(0); int h[4]; return cudaMemcpyFromSymbol(h, table, 16); }\n");
  Outcome outcome = shop.nvcc(
      "-dc a.cu && nvcc -rdc=true -c b.cu && ar rcs liba.a a.o && nvcc b.o -L. -la -o whole");
  ASSERT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_EQ(count_of(shop.read("whole"), ".func  (.param .b32 func_retval0) _Z5twicei"), 1u);
  EXPECT_EQ(count_of(shop.read("whole"), ".version 8.0"), 1u);
  outcome = shop.run("nvcc -dlink a.o b.o -o link.o && g++ a.o b.o link.o -o apart -L" + tree() +
                     "/lib64 -lcudart");
  ASSERT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_EQ(count_of(shop.read("apart"), ".version 8.0"), 1u);
  outcome = shop.nvcc("b.o -o alone");
  EXPECT_THAT(outcome.text, HasSubstr("'twice(int)'"));
}

TEST(Project, RelocatableDeviceCodeWithNamesOfOneFile) {
  const std::string text =
      "static __device__ int own;\nstatic __constant__ int more = 40;\n"
      "static __global__ void set(int* o) { *o = own; }\n"
      "template <typename T> __global__ void ADD(T* o) { *o += own + more; }\n"
      "int FUNCTION() {\n  int value = VALUE, *o;\n  cudaMallocManaged(&o, 4);\n"
      "  cudaMemcpyToSymbol(own, &value, 4);\n  set<<<1, 1>>>(o);\n  ADD<int><<<1, 1>>>(o);\n"
      "  value = 100 * VALUE;\n  cudaMemcpyToSymbol(more, &value, 4);\n  ADD<int><<<1, 1>>>(o);\n"
      "  return cudaDeviceSynchronize() == cudaSuccess ? *o : -1;\n}\n";
  const Workshop shop;
  shop.write("a.cu", "#define FUNCTION first\n#define ADD add_first\n#define VALUE 1\n" + text);
  shop.write("b.cu", "#define FUNCTION second\n#define ADD add_second\n#define VALUE 2\n" + text);
  shop.write(
      "c.cu",
      "int first(), second();\nint main() { return first() == 143 && second() == 246 ? 0 : 1; }\n");
  for (const std::string limit : {"", " -maxrregcount 16"}) {
    const Outcome built = shop.nvcc("-rdc=true a.cu b.cu c.cu -o whole" + limit);
    ASSERT_EQ(built.status, 0) << built.text;
    const Outcome outcome = shop.run("./whole");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
  }
}

TEST(Project, Dependencies) {
  const Workshop shop;
  write_program(shop);
  const Outcome outcome = shop.nvcc("-c main.cu -o main.o -MD -MT target -MF deps");
  ASSERT_EQ(outcome.status, 0) << outcome.text;
  const std::string rule = shop.read("deps");
  EXPECT_TRUE(rule.starts_with("target: ")) << rule;
  EXPECT_THAT(rule, HasSubstr("other.h"));
}

TEST(Project, Makefile) {
  const Workshop shop;
  write_program(shop);
  shop.write("Makefile",
             "CUDA_DIR = /usr/local/cuda\nNVCC = $(CUDA_DIR)/bin/nvcc\n"
             "program: main.o other.o\n\tg++ $^ -o $@ -L$(CUDA_DIR)/lib64 -lcudart "
             "-Wl,-rpath,$(CUDA_DIR)/lib64\n"
             "main.o: main.cu\n\t$(NVCC) -arch=sm_20 -Xptxas -v -c $< -o $@\n"
             "other.o: other.cpp\n\tg++ -I$(CUDA_DIR)/include -c $< -o $@\n");
  const Outcome outcome = shop.run("make CUDA_DIR=" + tree());
  ASSERT_EQ(outcome.status, 0) << outcome.text;
  expect_linked(shop, "program");
}

TEST(Project, CMake) {
  const Workshop shop;
  write_program(shop);
  shop.write("a.cu", "__device__ int twice(int x) { return 2 * x; }\n");
  shop.write("b.cu",
             "extern __device__ int twice(int);\n__global__ void k(int* o) { *o = twice(*o); "
             "}\nint main() { k<<<1, 1>>>(0); }\n");
  shop.write(
      "CMakeLists.txt",
      "cmake_minimum_required(VERSION 3.18)\nproject(p LANGUAGES CXX "
      "CUDA)\nfind_package(CUDAToolkit REQUIRED)\n"
      "add_executable(program main.cu other.cpp)\n"
      "target_link_libraries(program CUDA::cudart)\nset_target_properties(program PROPERTIES "
      "CUDA_ARCHITECTURES \"52;90\")\n"
      "add_library(part STATIC a.cu)\nadd_executable(parted b.cu)\ntarget_link_libraries(parted "
      "part)\n"
      "set_target_properties(part parted PROPERTIES CUDA_SEPARABLE_COMPILATION ON)\n"
      "add_executable(host other_main.cpp other.cpp)\ntarget_link_libraries(host CUDA::cudart)\n");
  shop.write("other_main.cpp", "#include \"other.h\"\nint main() { return other(0); }\n");
  const Outcome outcome = shop.run(std::string(HEDDLE_CMAKE) + " -G Ninja -S . -B b && ninja -C b");
  ASSERT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr("CUDA compiler identification is NVIDIA 12.0"));
  for (const char* program : {"b/program", "b/parted", "b/host"}) expect_linked(shop, program);
  EXPECT_THAT(shop.read("b/parted"), HasSubstr(".visible .entry _Z1kPi("));
}

}  // namespace
}  // namespace heddle::sdk_test
