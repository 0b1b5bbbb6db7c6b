// A program as compilers leave it: it registers a fat binary in the form that its argument names
// and runs a kernel of it; or it calls what differs between CUDA versions by symbol version, as
// programs linked with libcudart.so.11.0, .12 and .13 do.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>
#include <lz4.h>
#include <zstd.h>

extern "C" {
void** __cudaRegisterFatBinary(void* wrapper);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaUnregisterFatBinary(void** handle);
void __cudaRegisterFunction(void** handle, const char* host, char* device, const char* name,
                            int limit, uint3*, uint3*, dim3*, dim3*, int*);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared, cudaStream_t);
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared, void* stream);
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* host);
cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               std::size_t shared, cudaStream_t stream);

int properties_11(void* properties, int device);
int properties_12(void* properties, int device);
int properties_13(void* properties, int device);
int order_12(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
             std::size_t count);
int order_13(cudaGraph_t graph, const cudaGraphNode_t* from, const cudaGraphNode_t* to,
             const void* data, std::size_t count);
int edges_12(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, std::size_t* count);
int edges_13(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to, void* data,
             std::size_t* count);
int version_11(int* version);
int version_12(int* version);
int version_13(int* version);
}
asm(".symver properties_11, cudaGetDeviceProperties@libcudart.so.11.0");
asm(".symver properties_12, cudaGetDeviceProperties@libcudart.so.12");
asm(".symver properties_13, cudaGetDeviceProperties@libcudart.so.13");
asm(".symver order_12, cudaGraphAddDependencies@libcudart.so.12");
asm(".symver order_13, cudaGraphAddDependencies@libcudart.so.13");
asm(".symver edges_12, cudaGraphGetEdges@libcudart.so.12");
asm(".symver edges_13, cudaGraphGetEdges@libcudart.so.13");
asm(".symver version_11, cudaRuntimeGetVersion@libcudart.so.11.0");
asm(".symver version_12, cudaRuntimeGetVersion@libcudart.so.12");
asm(".symver version_13, cudaRuntimeGetVersion@libcudart.so.13");

namespace {

const std::string kPtx = R"(.version 7.0
.target sm_70
.address_size 64
.visible .entry answer(.param .u64 out) {
  .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [out];
  cvta.to.global.u64 %rd2, %rd1;
  st.global.u32 [%rd2], 42;
  ret;
}
)";
const char stub = 0;

template <typename Integer>
void put(std::string& bytes, std::size_t offset, Integer value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

struct Entry {
  std::uint16_t kind;
  std::uint32_t architecture;
  std::uint64_t flags;
  std::string payload;
  std::uint32_t packed = 0;
  std::uint64_t unpacked = 0;
};

std::string container(const Entry& entry) {
  constexpr std::size_t kHeader = 16, kEntry = 80;
  const std::size_t padded = (entry.payload.size() + 8) / 8 * 8;
  std::string bytes(kHeader + kEntry + padded, '\0');
  put(bytes, 0, std::uint32_t{0xBA55ED50});
  put(bytes, 4, std::uint16_t{1});
  put(bytes, 6, std::uint16_t{kHeader});
  put(bytes, 8, std::uint64_t{kEntry + padded});
  put(bytes, kHeader, entry.kind);
  put(bytes, kHeader + 4, std::uint32_t{kEntry});
  put(bytes, kHeader + 8, std::uint64_t{padded});
  put(bytes, kHeader + 16, entry.packed);
  put(bytes, kHeader + 28, entry.architecture);
  put(bytes, kHeader + 40, entry.flags);
  put(bytes, kHeader + 56, entry.unpacked);
  std::memcpy(bytes.data() + kHeader + kEntry, entry.payload.data(), entry.payload.size());
  return bytes;
}

std::string zstd_container() {
  std::string packed(ZSTD_compressBound(kPtx.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), kPtx.data(), kPtx.size(), 9));
  const auto bytes = static_cast<std::uint32_t>(packed.size());
  return container({1, 70, 0x8011, packed, bytes, kPtx.size()});
}

std::string lz4_container() {
  const int size = static_cast<int>(kPtx.size());
  std::string packed(static_cast<std::size_t>(LZ4_compressBound(size)), '\0');
  packed.resize(static_cast<std::size_t>(
      LZ4_compress_default(kPtx.data(), packed.data(), size, static_cast<int>(packed.size()))));
  const auto bytes = static_cast<std::uint32_t>(packed.size());
  return container({1, 70, 0x2011, packed, bytes, kPtx.size()});
}

std::string device_code(const std::string& form) {
  if (form == "text") return kPtx;
  if (form == "zstd") return zstd_container();
  if (form == "lz4") return lz4_container();
  if (form == "machine_code")
    return container({2, 90, 0x11,
                      "\x7f"
                      "ELF"});
  if (form == "bad_ptx") {
    std::string text = kPtx;
    text.replace(text.find("ld.param"), 8, "ld.parms");
    return container({1, 70, 0x11, text});
  }
  return container({1, 70, 0x11, kPtx});
}

cudaError_t launch_by_configuration(void** arguments) {
  dim3 grid, block;
  std::size_t shared = 1;
  cudaStream_t stream = nullptr;
  __cudaPushCallConfiguration(dim3(2), dim3(3), 0, nullptr);
  __cudaPopCallConfiguration(&grid, &block, &shared, &stream);
  return cudaLaunchKernel(&stub, grid, block, arguments, shared, stream);
}

cudaError_t launch_by_handle(void** arguments) {
  cudaKernel_t kernel = nullptr;
  const cudaError_t found = __cudaGetKernel(&kernel, &stub);
  return found != cudaSuccess ? found
                              : __cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, nullptr);
}

/// 0: the kernel ran by either way of launching.
int run(const std::string& form, cudaError_t expected) {
  static struct {
    std::uint32_t magic, version;
    const void* data;
    void* unused;
  } wrapper = {0x466243b1, 1, nullptr, nullptr};
  const std::string code = device_code(form);
  wrapper.data = code.data();
  void** const handle = __cudaRegisterFatBinary(&wrapper);
  std::string name = "answer";
  __cudaRegisterFunction(handle, &stub, name.data(), name.data(), -1, nullptr, nullptr, nullptr,
                         nullptr, nullptr);
  __cudaRegisterFatBinaryEnd(handle);
  void* memory = nullptr;
  if (cudaMalloc(&memory, 4) != cudaSuccess) return 1;
  void* arguments[] = {&memory};
  for (auto* const launch : {launch_by_configuration, launch_by_handle}) {
    int result = 0;
    cudaMemset(memory, 0, 4);
    const cudaError_t code_of_launch = launch(arguments);
    if (code_of_launch != expected) {
      std::fprintf(stderr, "launch: %s\n", cudaGetErrorName(code_of_launch));
      return 1;
    }
    if (expected != cudaSuccess) continue;
    if (cudaMemcpy(&result, memory, 4, cudaMemcpyDeviceToHost) != cudaSuccess || result != 42)
      return 1;
  }
  __cudaUnregisterFatBinary(handle);
  return 0;
}

int at(const std::vector<char>& bytes, std::size_t offset) {
  int value = 0;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// CUDA 13 has an argument for data before the count.
int check_edges() {
  cudaGraph_t graph;
  cudaGraphNode_t nodes[3], from[4], to[4];
  if (cudaGraphCreate(&graph, 0) != cudaSuccess) return 7;
  for (cudaGraphNode_t& node : nodes) cudaGraphAddEmptyNode(&node, graph, nullptr, 0);
  if (order_12(graph, nodes, nodes + 1, 1) != 0) return 8;
  if (order_13(graph, nodes + 1, nodes + 2, nullptr, 1) != 0) return 9;
  std::size_t count = 0;
  if (edges_12(graph, nullptr, nullptr, &count) != 0 || count != 2) return 10;
  count = 4;
  char data[32];
  std::memset(data, 1, sizeof data);
  if (edges_13(graph, from, to, data, &count) != 0 || count != 2) return 11;
  if (from[0] != nodes[0] || to[0] != nodes[1] || from[1] != nodes[1] || to[1] != nodes[2])
    return 12;
  if (data[0] != 0 || data[15] != 0) return 13;
  const char with_port[8] = {1};
  return order_13(graph, nodes, nodes + 2, with_port, 1) == cudaErrorInvalidValue ? 0 : 14;
}

/// multiProcessorCount lies at 388 in CUDA 11 and 12, at 384 in CUDA 13.
int check_versions() {
  int version = 0, sms = 0;
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  std::vector<char> bytes(2048);
  if (version_11(&version) != 0 || version / 1000 != 11) return 1;
  if (version_12(&version) != 0 || version / 1000 != 12) return 2;
  if (version_13(&version) != 0 || version / 1000 != 13) return 3;
  if (properties_11(bytes.data(), 0) != 0 || at(bytes, 388) != sms) return 4;
  bytes.assign(2048, 0);
  if (properties_12(bytes.data(), 0) != 0 || at(bytes, 388) != sms) return 5;
  bytes.assign(2048, 0);
  if (properties_13(bytes.data(), 0) != 0 || at(bytes, 384) != sms) return 6;
  return check_edges();
}

}  // namespace

int main(int, char** argv) {
  const std::string form = argv[1];
  if (form == "versions") return check_versions();
  if (form == "machine_code") return run(form, cudaErrorNoKernelImageForDevice);
  if (form == "bad_ptx") return run(form, cudaErrorInvalidPtx);
  return run(form, cudaSuccess);
}
