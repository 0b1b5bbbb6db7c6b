// Device code of small programs, seen in their PTX.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shell.hpp"

namespace heddle::sdk_test {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::Not;

struct Architecture {
  const char* flag;
  const char* target;
  const char* macro;
};

TEST(Compile, CodeIsForTheArchitectureThatIsAskedFor) {
  const Workshop shop;
  const std::string source = "__global__ void k(int* o) { *o = __CUDA_ARCH__; }";
  // Code that is asked for older architectures is for the default.
  for (const Architecture& at : {Architecture{"", ".target sm_75", ", 750;"},
                                 {"-arch=sm_35", ".target sm_75", ", 750;"},
                                 {"-arch=sm_70", ".target sm_70", ", 700;"},
                                 {"-arch=compute_80", ".target sm_80", ", 800;"},
                                 {"-gencode arch=compute_90,code=sm_90", ".target sm_90", ", 900;"},
                                 {"-arch=sm_120", ".target sm_90", ", 900;"}}) {
    const std::string ptx = shop.ptx(source, at.flag);
    EXPECT_THAT(ptx, HasSubstr(at.target)) << at.flag;
    EXPECT_THAT(ptx, HasSubstr(".version 8.0")) << at.flag;
    EXPECT_THAT(ptx, HasSubstr(at.macro)) << at.flag;
  }
}

TEST(Compile, AnArchitectureThatIsNotCompiledForIsNoted) {
  const Workshop shop;
  shop.write("a.cu", "__global__ void k() {}");
  EXPECT_THAT(shop.nvcc("-ptx a.cu -arch=sm_100").text,
              HasSubstr("note: sm_100 is compiled as sm_90, the newest"));
  EXPECT_THAT(shop.nvcc("-ptx a.cu -arch=all-major").text,
              HasSubstr("note: -arch=all-major is compiled as sm_75"));
  EXPECT_EQ(shop.nvcc("-ptx a.cu -arch=sm_90").text, "");
}

TEST(Compile, TheCompilersMacroIsOneOnBothSides) {
  const Workshop shop;
  shop.write("a.cu",
             "#if __CUDACC__ && defined(__CUDACC__)\nconstexpr int seen = __CUDACC__;\n#endif\n"
             "__global__ void k(int* o) { static_assert(seen == 1); *o = seen; }\n"
             "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n"
             "int host() { static_assert(__CUDACC__ == 1); return seen; }\n");
  const Outcome outcome = shop.nvcc("-c a.cu && nvcc -dc a.cu && nvcc -ptx a.cu");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
}

TEST(Compile, ArithmeticFollowsTheFlags) {
  const Workshop shop;
  const std::string source =
      "__global__ void k(float* o) { o[0] = o[1] / o[2]; o[3] = o[4] * o[5] + o[6]; o[7] = "
      "__fsqrt_rn(o[8]); }";
  const std::string exact = shop.ptx(source);
  EXPECT_THAT(exact, HasSubstr("div.rn.f32"));
  EXPECT_THAT(exact, HasSubstr("fma.rn.f32"));
  EXPECT_THAT(shop.ptx(source, "-fmad=false"), Not(HasSubstr("fma.rn.f32")));
  EXPECT_THAT(shop.ptx(source, "-prec-div=false"), HasSubstr("div.full.f32"));
  const std::string fast = shop.ptx(source, "--use_fast_math");
  EXPECT_THAT(fast, HasSubstr("div.approx.ftz.f32"));
  EXPECT_THAT(fast, HasSubstr("fma.rn.ftz.f32"));
  EXPECT_THAT(fast, HasSubstr("sqrt.rn.ftz.f32"));
  EXPECT_THAT(shop.ptx(source, "-maxrregcount=24"), HasSubstr(".maxnreg 24"));
}

TEST(Compile, LaunchBoundsBecomeDirectives) {
  const std::string ptx =
      Workshop().ptx("__global__ void __launch_bounds__(128, 4) k(int* o) { *o = 1; }");
  EXPECT_THAT(ptx, HasSubstr(".maxntid 128"));
  EXPECT_THAT(ptx, HasSubstr(".minnctapersm 4"));
}

TEST(Compile, AtomicsHaveTheirScopeAndSpace) {
  const std::string ptx = Workshop().ptx(
      "__global__ void k(int* a, unsigned* u, unsigned long long* l, float* f, double* d, unsigned "
      "short* h) {\n"
      "  __shared__ int s; s = 0; __syncthreads();\n"
      "  a[1] = atomicAdd(a, 1) + atomicAdd_block(a, 2) + atomicAdd_system(a, 3) + atomicMax(&s, "
      "4);\n"
      "  u[1] = atomicInc(u, 5) + atomicDec(u, 6) + atomicMin(u, 7u) + atomicCAS(u, 1u, 2u);\n"
      "  l[1] = atomicExch(l, 8ull) + atomicXor(l, 9ull) + atomicMax_system(l, 9ull);\n"
      "  f[1] = atomicAdd(f, 1.f) + atomicExch(f, 2.f); d[1] = atomicAdd(d, 2.); h[1] = "
      "atomicCAS(h, 1, 2); }");
  for (const char* operation :
       {"atom.global.add.u32", "atom.cta.add.s32", "atom.sys.add.s32", "atom.shared.max.s32",
        "atom.inc.u32", "atom.dec.u32", "atom.global.min.u32", "atom.global.cas.b32",
        "atom.global.exch.b64", "atom.global.xor.b64", "atom.sys.max.u64", "atom.global.add.f32",
        "atom.global.exch.b32", "atom.global.add.f64", "atom.cas.b16"}) {
    EXPECT_THAT(ptx, HasSubstr(operation));
  }
}

TEST(Compile, WarpFunctions) {
  const std::string ptx = Workshop().ptx(
      "__global__ void k(int* o, float* f) { int x = o[threadIdx.x]; unsigned m = __activemask();\n"
      "  o[0] = __shfl_sync(m, x, 3) + __shfl_up_sync(m, x, 1) + __shfl_xor_sync(m, x, 2, 16);\n"
      "  f[0] = __shfl_down_sync(m, f[1], 1); o[1] = __ballot_sync(m, x) + __any_sync(m, x) + "
      "__all_sync(m, x);\n"
      "  o[2] = __match_any_sync(m, x); __syncwarp(m); o[3] = __syncthreads_count(x) + "
      "__syncthreads_or(x); }");
  for (const char* operation :
       {"activemask.b32", "shfl.sync.idx.b32", "shfl.sync.up.b32", "shfl.sync.bfly.b32",
        "shfl.sync.down.b32", "vote.sync.any.pred", "vote.sync.all.pred", "match.any.sync.b32",
        "bar.warp.sync", "bar.red.popc.u32", "bar.red.or.pred"}) {
    EXPECT_THAT(ptx, HasSubstr(operation));
  }
  EXPECT_THAT(ptx, AnyOf(HasSubstr("vote.ballot.sync.b32"), HasSubstr("vote.sync.ballot.b32")));
}

TEST(Compile, TexturesByObjectAndByReference) {
  const std::string ptx = Workshop().ptx(
      "texture<float, 1, cudaReadModeElementType> line;\n"
      "static texture<uchar4, 2, cudaReadModeNormalizedFloat> plane;\n"
      "__global__ void k(cudaTextureObject_t t, float* o, int x) {\n"
      "  o[0] = tex1Dfetch(line, x) + tex2D(plane, 1.f, 2.f).w + tex3D<float>(t, 1.f, 2.f, 3.f);\n"
      "  o[1] = tex1Dfetch<int>(t, x) + tex2D<uchar4>(t, 1.f, 2.f).x + tex2DLayered<float>(t, 1.f, "
      "2.f, x); }");
  for (const char* part : {".visible .global .texref line", ".global .texref _ZL5plane",
                           "tex.1d.v4.f32.s32", "tex.2d.v4.f32.f32", "tex.3d.v4.f32.f32",
                           "tex.1d.v4.s32.s32", "tex.2d.v4.u32.f32", "tex.a2d.v4.f32.f32"}) {
    EXPECT_THAT(ptx, HasSubstr(part));
  }
}

TEST(Compile, RuntimeSupportOfDeviceCode) {
  const std::string ptx = Workshop().ptx(
      "#include <cassert>\n"
      "struct Base { __device__ virtual int f() = 0; };\n"
      "struct One : Base { __device__ int f() override { return 1; } };\n"
      "__global__ void k(int* o, Base** b) { int* p = (int*)malloc(o[0]); o[1] = p[o[2]]; o[3] = "
      "(int)(size_t)p;\n"
      "  b[0] = new One; o[4] = b[1]->f(); printf(\"%d\\n\", o[3]); assert(o[5] > 0); free(p); "
      "delete[] (char*)b[2]; }");
  for (const char* name : {"malloc", "free", "vprintf", "__assertfail"}) {
    EXPECT_THAT(ptx, HasSubstr(name));
  }
  EXPECT_THAT(ptx, Not(HasSubstr(".extern .func __cxa_pure_virtual")));
}

TEST(Compile, OldSpellings) {
  const Workshop shop;
  shop.write("part.cu", "void go(int* d) { fill << <1, 32 >> > (d); }\n");
  shop.write("main.cu",
             "__global__ void fill(int* d) { register int i = threadIdx.x; d[i] = i; }\n#include "
             "\"part.cu\"\n"
             "int main() { unsigned char c[] = {255}; int narrow[] = {sizeof(c)}; go(0); return "
             "narrow[0] - 1; }\n");
  const Outcome outcome = shop.nvcc("-c main.cu -o main.o");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_EQ(outcome.text, "");
}

TEST(Compile, HostFunctionsMayEndWithoutReturn) {
  const Workshop shop;
  shop.write("a.cu",
             "__attribute__((noinline)) double f() { puts(\"f\"); }\n"
             "int main() { f(); f(); return 0; }\n");
  ASSERT_EQ(shop.nvcc("-w a.cu -o a").status, 0);
  const Outcome outcome = shop.run("./a");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.text, "f\nf\n");
}

TEST(Compile, TemplateMembersMayBeCalledWithoutArguments) {
  const Workshop shop;
  shop.write("a.cu",
             "struct S { template <int n> static int f(int (&)[n]) { return n; } };\n"
             "template <typename T> int g() { int a[3]; return T::template f(a); }\n"
             "int main() { return g<S>() - 3; }\n");
  const Outcome outcome = shop.nvcc("-c a.cu");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
}

TEST(Compile, MathematicsOfFloatUnderTheNamesOfDouble) {
  const std::string kernel =
      "__global__ void k(float* p, int* q) {\n"
      "  float x = p[0], y = p[1];\n"
      "  p[2] = log2(x) + exp2(x) + log1p(x) + expm1(x) + cbrt(x) + erf(x) + erfc(x) + tgamma(x)\n"
      "      + lgamma(x) + round(x) + rint(x) + trunc(x) + nearbyint(x) + logb(x) + asinh(x)\n"
      "      + acosh(x) + atanh(x) + sqrt(x) + exp(x) + ilogb(x) + lrint(x) + lround(x)\n"
      "      + llrint(x) + llround(x);\n"
      "  p[3] = hypot(x, y) + remainder(x, y) + fdim(x, y) + copysign(x, y) + nextafter(x, y)\n"
      "      + fmax(x, y) + fmin(x, y) + fma(x, y, x) + scalbn(x, 2) + scalbln(x, 2l)\n"
      "      + remquo(x, y, q) + pow(x, y) + fmod(x, y) + std::log2(x) + std::hypot(x, y);\n"
      "  float sine, cosine;\n"
      "  sincos(x, &sine, &cosine);\n"
      "  p[4] = sine + cosine;\n"
      "  sincospi(y, &sine, &cosine);\n"
      "  p[5] = sine + cosine + jn(2, x) + yn(2, x);\n"
      "#define FLOAT(name) static_assert(sizeof(name(1.0f)) == 4, #name); p[6] += name(y);\n"
      "  FLOAT(cospi) FLOAT(cyl_bessel_i0) FLOAT(cyl_bessel_i1) FLOAT(erfcinv) FLOAT(erfcx)\n"
      "  FLOAT(erfinv) FLOAT(exp10) FLOAT(j0) FLOAT(j1) FLOAT(normcdf) FLOAT(normcdfinv)\n"
      "  FLOAT(rcbrt) FLOAT(rsqrt) FLOAT(sinpi) FLOAT(y0) FLOAT(y1)\n"
      "}\n";
  const Workshop shop;
  for (const std::string header : {"", "#include <cmath>\n"}) {
    EXPECT_THAT(shop.ptx(header + kernel), Not(HasSubstr(".extern .func")));
  }
}

TEST(Compile, NoOtherCudaIsRead) {
  const Workshop shop;
  shop.write(
      "a.cu",
      "#include <cuda_runtime.h>\n#include <cooperative_groups.h>\n__global__ void k() {}\n");
  const Outcome outcome = shop.nvcc("-M a.cu -I/usr/local/cuda/include");
  EXPECT_EQ(outcome.status, 0) << outcome.text;
  EXPECT_THAT(outcome.text, HasSubstr(tree() + "/include/cuda_runtime.h"));
  EXPECT_THAT(outcome.text, HasSubstr(tree() + "/include/cooperative_groups.h"));
  EXPECT_THAT(outcome.text, Not(HasSubstr("/usr/local/cuda")));
}

}  // namespace
}  // namespace heddle::sdk_test
