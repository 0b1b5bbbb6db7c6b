// Two PTX texts, one of which calls a function of the other, joined by the driver's linker.
#include <string.h>

#include "check.h"

namespace {

constexpr const char* kCaller = R"(.version 7.0
.target sm_70
.address_size 64
.extern .func (.param .b32 result) twice(.param .b32 x);
.visible .entry fill(.param .u64 out)
{
  .reg .b32 %r<4>;
  .reg .b64 %d<4>;
  mov.u32 %r1, %tid.x;
  {
    .param .b32 x;
    .param .b32 result;
    st.param.b32 [x], %r1;
    call (result), twice, (x);
    ld.param.b32 %r2, [result];
  }
  ld.param.u64 %d1, [out];
  mul.wide.u32 %d2, %r1, 4;
  add.u64 %d3, %d1, %d2;
  st.global.u32 [%d3], %r2;
  ret;
}
)";
constexpr const char* kCallee = R"(.version 7.0
.target sm_70
.address_size 64
.visible .func (.param .b32 result) twice(.param .b32 x)
{
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [x];
  shl.b32 %r2, %r1, 1;
  st.param.b32 [result], %r2;
  ret;
}
)";

CUresult add(CUlinkState link, const char* text) {
  return cuLinkAddData(link, CU_JIT_INPUT_PTX, const_cast<char*>(text), strlen(text) + 1, "text", 0,
                       nullptr, nullptr);
}

}  // namespace

int main() {
  CUcontext context;
  DONE(cuInit(0));
  DONE(cuCtxCreate(&context, 0, 0));
  CUlinkState link;
  char log[500] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log, reinterpret_cast<void*>(sizeof log)};
  void* image = nullptr;
  size_t bytes = 0;

  DONE(cuLinkCreate(2, options, values, &link));
  DONE(add(link, kCaller));
  RETURNS(CUDA_ERROR_INVALID_PTX, cuLinkComplete(link, &image, &bytes));
  EXPECT(strstr(log, "twice") != nullptr);
  DONE(cuLinkDestroy(link));

  DONE(cuLinkCreate(0, nullptr, nullptr, &link));
  RETURNS(CUDA_ERROR_INVALID_IMAGE, add(link, "no PTX"));
  DONE(add(link, kCaller));
  DONE(add(link, kCallee));
  DONE(cuLinkComplete(link, &image, &bytes));
  EXPECT(bytes != 0);
  CUmodule module;
  CUfunction fill;
  CUdeviceptr out;
  DONE(cuModuleLoadData(&module, image));
  DONE(cuLinkDestroy(link));
  DONE(cuModuleGetFunction(&fill, module, "fill"));
  DONE(cuMemAlloc(&out, 32 * sizeof(unsigned)));
  void* parameters[] = {&out};
  DONE(cuLaunchKernel(fill, 1, 1, 1, 32, 1, 1, 0, nullptr, parameters, nullptr));
  unsigned host[32];
  DONE(cuMemcpyDtoH(host, out, sizeof host));
  for (unsigned i = 0; i < 32; ++i) EXPECT(host[i] == 2 * i);
  puts("link: passed");
}
