// What heddle has not is an error that names it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shell.hpp"

namespace heddle::sdk_test {
namespace {

using ::testing::HasSubstr;

struct Refused {
  const char* source;
  const char* message;
};

class Refusal : public ::testing::TestWithParam<Refused> {};

TEST_P(Refusal, NamesTheFeature) {
  const Workshop shop;
  shop.write("a.cu", GetParam().source);
  const Outcome outcome = shop.nvcc("-c a.cu");
  EXPECT_NE(outcome.status, 0);
  EXPECT_THAT(outcome.text, HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Features, Refusal,
    ::testing::Values(
        Refused{"__global__ void a() {} __global__ void k() { a<<<1, 1>>>(); }",
                "dynamic parallelism"},
        Refused{"__global__ void k(int** p) { cudaMalloc((void**)p, 4); }", "-rdc=true"},
        Refused{"__global__ void k(cudaTextureObject_t t, float* o) { *o = tex2Dgather<float4>(t, "
                "0, 0).x; }",
                "texture gather"},
        Refused{"#include <thrust/no_such.h>\n", "apt-get install libthrust-dev"},
        Refused{"#include <cub/no_such.cuh>\n", "apt-get install libcub-dev"},
        Refused{"#include <cuda/no_such>\n", "apt-get install libcu++-dev"},
        Refused{"#include <nv/no_such>\n", "apt-get install libcu++-dev"},
        Refused{"#include <helper_cuda.h>\n", "-I <samples>/Common"},
        Refused{"#include <cupti.h>\n", "heddle has no CUPTI"},
        Refused{"#include <nccl.h>\n", "heddle has no NCCL"},
        Refused{"__device__ int f(int); __global__ void k(int* o) { *o = f(1); }",
                "'f(int)' is declared and called, but not defined"},
        Refused{"#include <cuda_gl_interop.h>\nint main() { cudaGraphicsResource* r; return "
                "cudaGraphicsGLRegisterBuffer(&r, 1, 0); }",
                "OpenGL interoperation (cudaGraphicsGLRegisterBuffer)"},
        Refused{"__global__ void k() { asm volatile(\"cp.async.commit_group;\"); }",
                "a.cu (its PTX):"},
        Refused{"__global__ void k() { asm volatile(\"cp.async.commit_group;\"); }",
                "cp.async.commit_group"},
        Refused{"__global__ void k() { asm volatile(\"add.s32 ;\"); }", "a.cu (its PTX):"},
        Refused{"\n\n__global__ void k() {\n  asm volatile(\"wgmma.fence.sync.aligned;\");\n}",
                "a.cu:4: "},
        Refused{
            "__global__ void k() { unsigned a; asm volatile(\"movmatrix.sync.aligned.m8n8.trans."
            "b16 %0, %0;\" : \"=r\"(a)); asm volatile(\"stmatrix.sync.aligned.m8n8.x1.b16 [%0], "
            "{%1};\" :: \"l\"(0ull), \"r\"(a)); }",
            "needs compute capability 9.0, and the code is for 7.5: compile it with -arch=sm_90"},
        Refused{"#include <cusolverDn.h>\n", "heddle has no cuSOLVER"},
        Refused{"#include <curand.h>\nint main() { curandGenerator_t g; return "
                "curandGenerateLongLong(g, 0, 1); }",
                "heddle's cuRAND has no curandGenerateLongLong"},
        Refused{"#include <cooperative_groups.h>\n__global__ void k() { "
                "cooperative_groups::this_cluster(); }",
                "this_cluster() needs compute capability 9.0"}));

TEST(Refusal, OfFunctionsInFilesOfTheHost) {
  const Workshop shop;
  shop.write("b.cpp",
             "#include <cuda_gl_interop.h>\nint main() { cudaGraphicsResource* r; return "
             "cudaGraphicsMapResources(1, &r, cudaGraphicsMapFlagsNone); }\n");
  EXPECT_THAT(shop.nvcc("-c b.cpp").text,
              HasSubstr("OpenGL interoperation (cudaGraphicsMapResources)"));
}

TEST(Refusal, OfOptionsAndLibraries) {
  const Workshop shop;
  shop.write("a.cu", "int main() {}");
  for (const auto& [arguments, message] :
       {std::pair{"-cubin a.cu", "-cubin"},
        {"a.cu -lcudnn", "heddle has no cuDNN"},
        {"b.cu", "b.cu: no such file"},
        {"--default-stream other a.cu", "give legacy or per-thread"},
        {"-o x -c a.cu a.cu", "2 source files"},
        {"", "no input files"}}) {
    const Outcome outcome = shop.nvcc(arguments);
    EXPECT_EQ(outcome.status, 1) << arguments;
    EXPECT_THAT(outcome.text, HasSubstr(message));
  }
}

TEST(Refusal, OfManagedVariablesInRelocatableCode) {
  const Workshop shop;
  shop.write("a.cu", "__managed__ int x; int main() { return x; }\n");
  const Outcome outcome = shop.nvcc("-rdc=true -c a.cu");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.text, HasSubstr("no __managed__ variables in relocatable device code"));
}

TEST(Refusal, OfInstructionsInLinkedDeviceCode) {
  const Workshop shop;
  shop.write("a.cu",
             "__global__ void k() { asm volatile(\"cp.async.commit_group;\"); }\nint main() {}\n");
  const Outcome outcome = shop.nvcc("-rdc=true a.cu -o a");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.text, HasSubstr("device link (its PTX):"));
  EXPECT_THAT(outcome.text, HasSubstr("cp.async.commit_group"));
}

}  // namespace
}  // namespace heddle::sdk_test
