// Functions that came with later versions of CUDA 12 and with CUDA 13.
#include <cstdint>
#include <cstring>

#include "check.h"

__global__ void add(int* value, int amount) { *value += amount; }
__global__ void scale(int* value, int factor) { *value *= factor; }
struct Mixed {
  char letter;
  double number;
};
__global__ void mixed(char, Mixed, float3, short) {}

static void locations() {
  int* managed;
  OK(cudaMallocManaged(&managed, 4096));
  cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
  const cudaMemLocation no_device = {cudaMemLocationTypeDevice, 3};
  const cudaMemLocation none = {cudaMemLocationTypeInvalid, 0};
  OK(cudaMemPrefetchAsync(managed, 4096, 0));
  OK(cudaMemPrefetchAsync(managed, 4096, cudaCpuDeviceId, 0));
  OK(cudaMemPrefetchAsync(managed, 4096, device, 0));
  OK(cudaMemPrefetchAsync(managed, 4096, host, 0, 0));
  EXPECT_CODE(cudaErrorInvalidDevice, cudaMemPrefetchAsync(managed, 4096, no_device, 0));
  EXPECT_CODE(cudaErrorInvalidValue, cudaMemPrefetchAsync(managed, 4096, none, 0));
  EXPECT_CODE(cudaErrorInvalidValue, cudaMemPrefetchAsync(managed, 4096, device, 1));
  EXPECT_CODE(cudaErrorInvalidValue, cudaMemPrefetchAsync(&device, 4096, device, 0));
  OK(cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, 0));
  OK(cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, host));
  OK(cudaMemAdvise(managed, 4096, cudaMemAdviseSetAccessedBy, device));
  EXPECT_CODE(cudaErrorInvalidDevice,
              cudaMemAdvise(managed, 4096, cudaMemAdviseSetAccessedBy, no_device));

  int read_mostly = 9, preferred = 9;
  void* answers[] = {&read_mostly, &preferred};
  size_t sizes[] = {sizeof(int), sizeof(int)};
  cudaMemRangeAttribute asked[] = {cudaMemRangeAttributeReadMostly,
                                   cudaMemRangeAttributePreferredLocation};
  OK(cudaMemRangeGetAttributes(answers, sizes, asked, 2, managed, 4096));
  CHECK(read_mostly == 0 && preferred == 0);

  cudaMemPool_t pool, other;
  OK(cudaDeviceGetDefaultMemPool(&pool, 0));
  OK(cudaMemGetDefaultMemPool(&other, &device, cudaMemAllocationTypePinned));
  CHECK(pool == other);
  OK(cudaMemSetMemPool(&device, cudaMemAllocationTypePinned, pool));
  OK(cudaMemGetMemPool(&other, &device, cudaMemAllocationTypePinned));
  CHECK(pool == other);
  cudaMemAccessFlags access;
  OK(cudaMemPoolGetAccess(&access, pool, &device));
  CHECK(access == cudaMemAccessFlagsProtReadWrite);
  EXPECT_CODE(cudaErrorInvalidValue, cudaMemPoolGetAccess(&access, pool, &host));
}

/// Offsets and sizes are those of a structure with the parameters as members.
static void functions() {
  struct Parameters {
    char first;
    Mixed second;
    float3 third;
    short fourth;
  };
  const size_t offsets[] = {offsetof(Parameters, first), offsetof(Parameters, second),
                            offsetof(Parameters, third), offsetof(Parameters, fourth)};
  const size_t sizes[] = {1, sizeof(Mixed), sizeof(float3), 2};
  for (size_t i = 0; i < 4; ++i) {
    size_t offset, size;
    OK(cudaFuncGetParamInfo(mixed, i, &offset, &size));
    CHECK(offset == offsets[i] && size == sizes[i]);
  }
  size_t offset;
  EXPECT_CODE(cudaErrorInvalidValue, cudaFuncGetParamInfo(mixed, 4, &offset, nullptr));
  const char* name;
  OK(cudaFuncGetName(&name, add));
  CHECK(std::strcmp(name, "_Z3addPii") == 0);
  cudaKernel_t kernel;
  OK(cudaGetKernel(&kernel, add));
  int* value;
  OK(cudaMalloc(&value, 4));
  OK(cudaMemset(value, 0, 4));
  int amount = 5, result = 0;
  void* arguments[] = {&value, &amount};
  OK(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), 1, 1, arguments, 0, 0));
  OK(cudaMemcpy(&result, value, 4, cudaMemcpyDeviceToHost));
  CHECK(result == 5);
}

static cudaGraphNode_t kernel_node(cudaGraph_t graph, void (*function)(int*, int), int* value,
                                   int number) {
  void* arguments[] = {&value, &number};
  cudaKernelNodeParams parameters = {};
  parameters.func = reinterpret_cast<void*>(function);
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  OK(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
  return node;
}

static void graphs() {
  int *value, source = 3, other = 10, result = 0;
  OK(cudaMalloc(&value, sizeof(int)));
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t copy, back;
  OK(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, value, &source, 4, cudaMemcpyHostToDevice));
  cudaGraphNode_t added = kernel_node(graph, add, value, 2);
  cudaGraphNode_t scaled = kernel_node(graph, scale, value, 4);
  OK(cudaGraphAddMemcpyNode1D(&back, graph, nullptr, 0, &result, value, 4, cudaMemcpyDeviceToHost));
  const cudaGraphNode_t from[] = {copy, added, scaled}, to[] = {added, scaled, back};
  OK(cudaGraphAddDependencies(graph, from, to, 3));

  size_t count = 0;
  cudaGraphNode_t begins[4], ends[4];
  OK(cudaGraphGetEdges(graph, nullptr, nullptr, &count));
  CHECK(count == 3);
  count = 4;
  cudaGraphEdgeData data[4];
  OK(cudaGraphGetEdges_v2(graph, begins, ends, data, &count));
  CHECK(count == 3 && begins[3] == nullptr && data[0].type == 0);
  for (int i = 0; i < 3; ++i) CHECK(begins[i] == from[i] && ends[i] == to[i]);
  OK(cudaGraphNodeGetDependentNodes(added, begins, &count));
  CHECK(count == 1 && begins[0] == scaled);
  OK(cudaGraphNodeGetDependencies_v2(added, begins, nullptr, &count));
  CHECK(count == 1 && begins[0] == copy);

  cudaGraphExec_t run;
  cudaGraphInstantiateParams how = {};
  OK(cudaGraphInstantiateWithParams(&run, graph, &how));
  CHECK(how.result_out == cudaGraphInstantiateSuccess);
  OK(cudaGraphLaunch(run, 0));
  OK(cudaDeviceSynchronize());
  CHECK(result == (3 + 2) * 4);
  OK(cudaGraphExecMemcpyNodeSetParams1D(run, copy, value, &other, 4, cudaMemcpyHostToDevice));
  OK(cudaGraphLaunch(run, 0));
  OK(cudaDeviceSynchronize());
  CHECK(result == (10 + 2) * 4);

  // The other way round: scaled before added.
  OK(cudaGraphRemoveDependencies(graph, from, to, 3));
  OK(cudaGraphGetEdges(graph, nullptr, nullptr, &count));
  CHECK(count == 0);
  const cudaGraphNode_t first[] = {copy, scaled, added}, then[] = {scaled, added, back};
  OK(cudaGraphAddDependencies_v2(graph, first, then, nullptr, 3));
  OK(cudaGraphMemcpyNodeSetParams1D(copy, value, &other, 4, cudaMemcpyHostToDevice));
  OK(cudaGraphInstantiate(&run, graph, 0));
  OK(cudaGraphLaunch(run, 0));
  OK(cudaDeviceSynchronize());
  CHECK(result == 10 * 4 + 2);
}

static std::uint64_t graph_memory(cudaGraphMemAttributeType attribute) {
  std::uint64_t bytes = 1;
  OK(cudaDeviceGetGraphMemAttribute(0, attribute, &bytes));
  return bytes;
}

static void memory_of_graphs() {
  CHECK(graph_memory(cudaGraphMemAttrReservedMemCurrent) == 0);
  cudaGraph_t graph;
  OK(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams parameters = {};
  parameters.poolProps.allocType = cudaMemAllocationTypePinned;
  parameters.poolProps.location = {cudaMemLocationTypeDevice, 0};
  parameters.bytesize = 1 << 20;
  cudaGraphNode_t node;
  OK(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &parameters));
  CHECK(graph_memory(cudaGraphMemAttrReservedMemCurrent) == 1 << 20);
  CHECK(graph_memory(cudaGraphMemAttrUsedMemCurrent) == 0);
  cudaGraphExec_t run;
  OK(cudaGraphInstantiate(&run, graph, 0));
  OK(cudaGraphLaunch(run, 0));
  OK(cudaDeviceSynchronize());
  CHECK(graph_memory(cudaGraphMemAttrUsedMemCurrent) == 1 << 20);
  OK(cudaFree(parameters.dptr));
  CHECK(graph_memory(cudaGraphMemAttrUsedMemCurrent) == 0);
  CHECK(graph_memory(cudaGraphMemAttrUsedMemHigh) == 1 << 20);
  std::uint64_t zero = 0;
  OK(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
  CHECK(graph_memory(cudaGraphMemAttrUsedMemHigh) == 0);
  EXPECT_CODE(cudaErrorInvalidValue,
              cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &zero));
  OK(cudaDeviceGraphMemTrim(0));
  OK(cudaGraphExecDestroy(run));
  OK(cudaGraphDestroy(graph));
  CHECK(graph_memory(cudaGraphMemAttrReservedMemCurrent) == 0);
}

static const char text[] = R"(.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 amount = 5;
.visible .entry add(.param .u64 at) {
  .reg .u64 %rd<2>;
  .reg .u32 %r<3>;
  ld.param.u64 %rd1, [at];
  ld.global.u32 %r1, [%rd1];
  ld.global.u32 %r2, [amount];
  add.u32 %r1, %r1, %r2;
  st.global.u32 [%rd1], %r1;
  ret;
}
.visible .entry other() { ret; }
)";

/// Code loaded at run time from PTX text.
static void libraries() {
  cudaLibrary_t library;
  OK(cudaLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0));
  unsigned count = 0;
  OK(cudaLibraryGetKernelCount(&count, library));
  CHECK(count == 2);
  cudaKernel_t kernels[2], add;
  OK(cudaLibraryEnumerateKernels(kernels, 2, library));
  OK(cudaLibraryGetKernel(&add, library, "add"));
  CHECK(add == kernels[0] || add == kernels[1]);
  EXPECT_CODE(cudaErrorSymbolNotFound, cudaLibraryGetKernel(&add, library, "none"));
  OK(cudaLibraryGetKernel(&add, library, "add"));
  void* amount;
  size_t bytes = 0;
  OK(cudaLibraryGetGlobal(&amount, &bytes, library, "amount"));
  CHECK(bytes == 4);
  int *value, start = 10, result = 0, six = 6;
  OK(cudaMalloc(&value, 4));
  OK(cudaMemcpy(value, &start, 4, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(amount, &six, 4, cudaMemcpyHostToDevice));
  void* arguments[] = {&value};
  OK(cudaLaunchKernel(reinterpret_cast<const void*>(add), 1, 1, arguments, 0, 0));
  OK(cudaMemcpy(&result, value, 4, cudaMemcpyDeviceToHost));
  CHECK(result == 16);
  const char* name;
  OK(cudaFuncGetName(&name, reinterpret_cast<const void*>(add)));
  CHECK(std::strcmp(name, "add") == 0);
  OK(cudaKernelSetAttributeForDevice(add, cudaFuncAttributePreferredSharedMemoryCarveout, 50, 0));
  EXPECT_CODE(cudaErrorInvalidDevice,
              cudaKernelSetAttributeForDevice(
                  add, cudaFuncAttributePreferredSharedMemoryCarveout, 50, 1));
  OK(cudaLibraryUnload(library));
  EXPECT_CODE(cudaErrorInvalidResourceHandle, cudaLibraryGetKernel(&add, library, "add"));
}

int main() {
  locations();
  functions();
  graphs();
  memory_of_graphs();
  libraries();
  cudaUserObject_t object;
  EXPECT_CODE(cudaErrorNotSupported,
              cudaUserObjectCreate(&object, &object, [](void*) {}, 1, 1));
}
