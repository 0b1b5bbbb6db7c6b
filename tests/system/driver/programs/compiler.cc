// NVRTC: templates by name expressions, headers from memory, options, logs, and misuse.
#define NVRTC_GET_TYPE_NAME 1
#include <string>
#include <vector>

#include <nvrtc.h>
#include <string.h>

#include "check.h"

namespace {

#define COMPILER(code, call)                                                                   \
  do {                                                                                         \
    const nvrtcResult got_ = (call);                                                           \
    if (got_ != (code)) {                                                                      \
      printf("%s:%d: %s returned %s\n", __FILE__, __LINE__, #call, nvrtcGetErrorString(got_)); \
      exit(1);                                                                                 \
    }                                                                                          \
  } while (0)

constexpr const char* kSource = R"(#include "deep/scale.h"
#if defined(__CUDACC_RTC__) && __CUDA_ARCH__ == 700
static __constant__ float factor;
namespace space {
template <typename T, int step>
__global__ void saxpy(const T* x, T* y, size_t n) {
  const size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = scaled(x[i]) * factor + y[i] + step + fmaxf(sin(0.0f), pow(EXTRA, 2));
}
}
#endif
)";
constexpr const char* kHeader = "#include \"../other.h\"\n";
constexpr const char* kOther =
    "template <typename T> __device__ T scaled(T x) { return static_cast<T>(2) * x; }\n";

std::string log_of(nvrtcProgram program) {
  size_t size = 0;
  COMPILER(NVRTC_SUCCESS, nvrtcGetProgramLogSize(program, &size));
  std::vector<char> text(size);
  COMPILER(NVRTC_SUCCESS, nvrtcGetProgramLog(program, text.data()));
  EXPECT(text.back() == '\0');
  return text.data();
}

void run(const std::vector<char>& image, const char* kernel, const char* factor) {
  CUcontext context;
  CUmodule module;
  CUfunction function;
  CUdeviceptr x, y, constant;
  DONE(cuInit(0));
  DONE(cuCtxCreate(&context, 0, 0));
  DONE(cuModuleLoadData(&module, image.data()));
  DONE(cuModuleGetFunction(&function, module, kernel));
  DONE(cuModuleGetGlobal(&constant, nullptr, module, factor));
  size_t count = 300;
  std::vector<float> host(count), result(count);
  for (size_t i = 0; i < count; ++i) host[i] = static_cast<float>(i);
  const float times = 5;
  DONE(cuMemcpyHtoD(constant, &times, sizeof times));
  DONE(cuMemAlloc(&x, count * sizeof(float)));
  DONE(cuMemAlloc(&y, count * sizeof(float)));
  DONE(cuMemcpyHtoD(x, host.data(), count * sizeof(float)));
  DONE(cuMemsetD32(y, 0x3f800000, count));  // 1.0f
  void* parameters[] = {&x, &y, &count};
  DONE(cuLaunchKernel(function, 3, 1, 1, 128, 1, 1, 0, nullptr, parameters, nullptr));
  DONE(cuMemcpyDtoH(result.data(), y, count * sizeof(float)));
  for (size_t i = 0; i < count; ++i) EXPECT(result[i] == 2 * host[i] * 5 + 1 + 4 + 9);
  DONE(cuCtxDestroy(context));
}

void saxpy() {
  nvrtcProgram program;
  const char* texts[] = {kHeader, kOther};
  const char* names[] = {"deep/scale.h", "other.h"};
  COMPILER(NVRTC_SUCCESS, nvrtcCreateProgram(&program, kSource, "saxpy.cu", 2, texts, names));
  std::string type;
  COMPILER(NVRTC_SUCCESS, nvrtcGetTypeName<float>(&type));
  const std::string kernel = "space::saxpy<" + type + ", 4>";
  COMPILER(NVRTC_SUCCESS, nvrtcAddNameExpression(program, kernel.c_str()));
  COMPILER(NVRTC_SUCCESS, nvrtcAddNameExpression(program, "&factor"));
  const char* lowered = nullptr;
  COMPILER(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION,
           nvrtcGetLoweredName(program, kernel.c_str(), &lowered));
  const char* options[] = {"-arch=sm_70", "--std=c++17", "-D", "EXTRA=3.0f"};
  COMPILER(NVRTC_SUCCESS, nvrtcCompileProgram(program, 4, options));
  EXPECT(log_of(program).empty());
  COMPILER(NVRTC_SUCCESS, nvrtcGetLoweredName(program, kernel.c_str(), &lowered));
  const char* factor = nullptr;
  COMPILER(NVRTC_SUCCESS, nvrtcGetLoweredName(program, "&factor", &factor));
  COMPILER(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID, nvrtcGetLoweredName(program, "x", &lowered));
  COMPILER(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, nvrtcAddNameExpression(program, "x"));
  COMPILER(NVRTC_SUCCESS, nvrtcGetLoweredName(program, kernel.c_str(), &lowered));
  EXPECT(std::string(lowered) == "_ZN5space5saxpyIfLi4EEEvPKT_PS1_m");  // the Itanium C++ ABI's

  size_t size = 0;
  COMPILER(NVRTC_SUCCESS, nvrtcGetPTXSize(program, &size));
  std::vector<char> ptx(size);
  COMPILER(NVRTC_SUCCESS, nvrtcGetPTX(program, ptx.data()));
  EXPECT(strlen(ptx.data()) == size - 1);
  COMPILER(NVRTC_SUCCESS, nvrtcGetCUBINSize(program, &size));
  std::vector<char> cubin(size);
  COMPILER(NVRTC_SUCCESS, nvrtcGetCUBIN(program, cubin.data()));
  run(ptx, lowered, factor);
  run(cubin, lowered, "factor");
  COMPILER(NVRTC_SUCCESS, nvrtcDestroyProgram(&program));
  EXPECT(program == nullptr);
}

/// Compiles a text, and returns the log.
std::string compile(const char* source, nvrtcResult expected, std::vector<const char*> options = {},
                    const char* name_expression = nullptr) {
  nvrtcProgram program;
  COMPILER(NVRTC_SUCCESS, nvrtcCreateProgram(&program, source, nullptr, 0, nullptr, nullptr));
  if (name_expression != nullptr)
    COMPILER(NVRTC_SUCCESS, nvrtcAddNameExpression(program, name_expression));
  COMPILER(expected,
           nvrtcCompileProgram(program, static_cast<int>(options.size()), options.data()));
  size_t size = 1;
  if (expected != NVRTC_SUCCESS)
    COMPILER(NVRTC_ERROR_INVALID_PROGRAM, nvrtcGetPTXSize(program, &size));
  const std::string log = log_of(program);
  COMPILER(NVRTC_SUCCESS, nvrtcDestroyProgram(&program));
  return log;
}

bool has(const std::string& text, const char* part) {
  const bool found = text.find(part) != std::string::npos;
  if (!found) printf("no '%s' in: %s\n", part, text.c_str());
  return found;
}

void refusals() {
  const std::string wrong =
      compile("__global__ void k(int* p) {\n  *p = nowhere;\n}\n", NVRTC_ERROR_COMPILATION);
  EXPECT(has(wrong, "default_program(2): error") && has(wrong, "nowhere"));
  // Programs that look for headers take their names from this line.
  EXPECT(has(compile("\n#include <no/such.h>\n", NVRTC_ERROR_COMPILATION),
             "default_program(2): catastrophic error: could not open source file \"no/such.h\""));
  EXPECT(
      has(compile("int x;", NVRTC_ERROR_INVALID_OPTION, {"--no-such-option"}), "--no-such-option"));
  EXPECT(has(compile("int x;", NVRTC_ERROR_INVALID_OPTION, {"-dlto"}), "-dlto"));
  EXPECT(has(compile("int x;", NVRTC_ERROR_COMPILATION, {}, "absent<int>"), "absent"));
  EXPECT(has(compile("__device__ int v; ", NVRTC_ERROR_COMPILATION, {}, "3"),
             "name expression 3 is not the address"));
  EXPECT(has(compile("__device__ int f(int); __global__ void k(int* p) { *p = f(1); }",
                     NVRTC_ERROR_COMPILATION),
             "f(int)"));
  EXPECT(has(compile("__global__ void k() {}\n#warning a word\n", NVRTC_SUCCESS), "a word"));
  const char* const plain =
      "int twice(int x) { return 2 * x; }\n"
      "__global__ void k(int* p) { *p = twice(*p); }\n";
  EXPECT(has(compile(plain, NVRTC_ERROR_COMPILATION), "twice"));
  compile(plain, NVRTC_SUCCESS, {"-default-device"});

  nvrtcProgram none = nullptr;
  size_t size = 0;
  COMPILER(NVRTC_ERROR_INVALID_PROGRAM, nvrtcCompileProgram(none, 0, nullptr));
  COMPILER(NVRTC_ERROR_INVALID_PROGRAM, nvrtcGetPTXSize(none, &size));
  COMPILER(NVRTC_ERROR_INVALID_INPUT, nvrtcCreateProgram(&none, nullptr, "", 0, nullptr, nullptr));
}

/// With a virtual architecture there is no cubin.
void no_cubin() {
  nvrtcProgram program;
  size_t size = 1;
  const char* options[] = {"--gpu-architecture=compute_75"};
  COMPILER(NVRTC_SUCCESS,
           nvrtcCreateProgram(&program, "__global__ void k() {}", "k", 0, nullptr, nullptr));
  COMPILER(NVRTC_SUCCESS, nvrtcCompileProgram(program, 1, options));
  COMPILER(NVRTC_SUCCESS, nvrtcGetCUBINSize(program, &size));
  EXPECT(size == 0);
  char byte;
  COMPILER(NVRTC_ERROR_INVALID_PROGRAM, nvrtcGetCUBIN(program, &byte));
  COMPILER(NVRTC_SUCCESS, nvrtcDestroyProgram(&program));
}

void facts() {
  int major = 0, minor = -1, count = 0;
  COMPILER(NVRTC_SUCCESS, nvrtcVersion(&major, &minor));
  EXPECT(major * 1000 + minor * 10 == CUDA_VERSION);
  COMPILER(NVRTC_SUCCESS, nvrtcGetNumSupportedArchs(&count));
  std::vector<int> architectures(count);
  COMPILER(NVRTC_SUCCESS, nvrtcGetSupportedArchs(architectures.data()));
  EXPECT(architectures.front() == 70 && architectures.back() == 90);
  EXPECT(strcmp(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION), "NVRTC_ERROR_COMPILATION") == 0);
}

}  // namespace

int main() {
  facts();
  saxpy();
  refusals();
  no_cubin();
  puts("compiler: passed");
}
