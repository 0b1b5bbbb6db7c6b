// Launches, in all the forms that compilers and programs use.
#include "cudart/api/launch.hpp"

#include <cstring>
#include <span>
#include <utility>

#include <fmt/core.h>

#include "cudart/api/clusters.hpp"
#include "cudart/api/export.hpp"
#include "cudart/memory/byte_count.hpp"
#include "heddle/base/text/demangle.hpp"

using namespace heddle::cudart;
using heddle::Dim3;

namespace {

KernelShape shape_of(const dim3& grid, const dim3& block, std::size_t shared_bytes) {
  return {{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared_bytes};
}

/// Throws the verdict's error with a message for the user. If a program does not check for errors,
/// this message is the only sign that the kernel did not run.
[[noreturn]] void refuse(const DeviceFunction& function, const KernelShape& shape,
                         const LaunchVerdict& verdict) {
  const Dim3 &grid = shape.grid, &block = shape.block;
  throw CudaError(
      verdict.code,
      fmt::format(
          "launch of '{}' with a grid of ({}, {}, {}) and blocks of ({}, {}, {}) was refused: {}",
          heddle::demangled(function.name), grid.x, grid.y, grid.z, block.x, block.y, block.z,
          verdict.reason));
}

using Bytes = std::vector<std::uint8_t>;

/// The parameters that a list for `extra` names: a buffer and a pointer to its size.
Bytes parameters_of(void** extra) {
  const void* buffer = nullptr;
  const std::size_t* bytes = nullptr;
  for (void** item = extra; *item != CU_LAUNCH_PARAM_END; item += 2) {
    if (*item == CU_LAUNCH_PARAM_BUFFER_POINTER) {
      buffer = item[1];
    } else if (*item == CU_LAUNCH_PARAM_BUFFER_SIZE) {
      bytes = static_cast<const std::size_t*>(item[1]);
    } else {
      throw CudaError(cudaErrorInvalidValue);
    }
  }
  require(bytes != nullptr && (buffer != nullptr || *bytes == 0) && *bytes <= kMaxParameterBytes);
  const auto* const first = static_cast<const std::uint8_t*>(buffer);
  return {first, first + *bytes};
}

/// What queries of a node return about the kernel.
KernelNode kernel_node(const void* handle, const KernelShape& shape,
                       const heddle::isa::Program& program,
                       const std::vector<std::uint8_t>& block) {
  KernelNode node;
  node.arguments = std::make_shared<KernelArguments>();
  node.arguments->bytes = block;
  for (const heddle::isa::Parameter& parameter : program.parameters)
    node.arguments->pointers.push_back(node.arguments->bytes.data() + parameter.offset);
  cudaKernelNodeParams& said = node.parameters;
  said.func = const_cast<void*>(handle);
  said.gridDim = dim3(shape.grid.x, shape.grid.y, shape.grid.z);
  said.blockDim = dim3(shape.block.x, shape.block.y, shape.block.z);
  said.sharedMemBytes = static_cast<unsigned>(shape.dynamic_shared_bytes);
  said.kernelParams = node.arguments->pointers.data();
  return node;
}

/// The number of the kernel's blocks that the device holds at once. Throws CudaError if none fits.
std::uint64_t resident_blocks(Context& context, const DeviceFunction& function,
                              const KernelShape& shape) {
  const auto occupancy = context.device().occupancy(
      *function.program, static_cast<std::uint32_t>(shape.block.volume()),
      static_cast<std::uint32_t>(shape.dynamic_shared_bytes), context.preferred_shared(function));
  if (occupancy.blocks_per_sm == 0) {
    refuse(function, shape,
           {cudaErrorLaunchOutOfResources,
            fmt::format("a block does not fit on an SM: {}", occupancy.misfit)});
  }
  return std::uint64_t{occupancy.blocks_per_sm} * context.description().sm_count;
}

}  // namespace

cudaError_t heddle::cudart::launch(const void* handle, const KernelShape& shape,
                                   cudaStream_t stream_handle, const LaunchTraits& traits,
                                   const ParameterMaker& parameters, const char* call) {
  const cudaError_t result = enter(call, [&](Context& context, ThreadState& thread) {
    Stream& stream = context.stream(stream_handle, thread);
    KernelNode said;
    KernelShape in_clusters = shape;
    in_clusters.cluster = traits.cluster;
    WorkMaker work = plan_kernel(context, handle, in_clusters, traits.cooperative, parameters,
                                 stream.capture ? &said : nullptr);
    put(context.scheduler(), stream, NodeKind::kernel, {std::move(work), std::move(said)},
        traits.priority);
  });
  runtime().thread().in_launch_stub = false;
  return result;
}

cudaError_t heddle::cudart::launch_arguments(const void* handle, const KernelShape& shape,
                                             cudaStream_t stream, const LaunchTraits& traits,
                                             void** args, const char* call) {
  return launch(
      handle, shape, stream, traits,
      [&](const heddle::isa::Program& program) {
        require(args != nullptr || program.parameters.empty());
        return pack_parameters(program, args);
      },
      call);
}

std::vector<std::uint8_t> heddle::cudart::whole_block(std::vector<std::uint8_t> bytes,
                                                      const heddle::isa::Program& program) {
  if (!program.parameters.empty()) {
    const auto& last = program.parameters.back();
    require(bytes.size() >= last.offset + last.bytes);
  }
  bytes.resize(std::max<std::size_t>(bytes.size(), program.parameter_bytes));
  return bytes;
}

std::vector<std::uint8_t> heddle::cudart::packed_parameters(void** extra,
                                                            const heddle::isa::Program& program) {
  return whole_block(parameters_of(extra), program);
}

WorkMaker heddle::cudart::plan_kernel(Context& context, const void* handle,
                                      const KernelShape& shape, bool cooperative,
                                      const ParameterMaker& parameters, KernelNode* said) {
  const DeviceFunction& function = context.function(handle);
  const LaunchVerdict verdict =
      check_launch(*function.program, shape, context.description(), function.max_dynamic_shared);
  if (verdict.code != cudaSuccess) refuse(function, shape, verdict);
  const std::uint64_t resident = resident_blocks(context, function, shape);
  require(!cooperative || shape.grid.volume() <= resident, cudaErrorCooperativeLaunchTooLarge);
  if (std::string what = cluster_misfit(context, function, shape, resident); !what.empty())
    refuse(function, shape, {cudaErrorInvalidClusterSize, std::move(what)});
  std::vector<std::uint8_t> block = parameters(*function.program);
  if (said != nullptr) *said = kernel_node(handle, shape, *function.program, block);
  return context.kernel_work(function, shape, std::move(block), cooperative);
}

cudaError_t cudaLaunchKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                             size_t sharedMem, cudaStream_t stream) {
  return launch_arguments(func, shape_of(gridDim, blockDim, sharedMem), stream, {}, args);
}

cudaError_t cudaLaunchCooperativeKernel(const void* func, dim3 gridDim, dim3 blockDim, void** args,
                                        size_t sharedMem, cudaStream_t stream) {
  return launch_arguments(func, shape_of(gridDim, blockDim, sharedMem), stream,
                          {.cooperative = true}, args);
}

cudaError_t cudaLaunchCooperativeKernelMultiDevice(cudaLaunchParams* launchParamsList,
                                                   unsigned int numDevices, unsigned int) {
  if (launchParamsList == nullptr || numDevices != 1) {
    return enter_runtime([](Runtime&) { return cudaErrorInvalidValue; });
  }
  const cudaLaunchParams& only = *launchParamsList;
  return launch_arguments(only.func, shape_of(only.gridDim, only.blockDim, only.sharedMem),
                          only.stream, {.cooperative = true}, only.args);
}

LaunchTraits heddle::cudart::traits_of(const cudaLaunchAttribute* attributes, unsigned count) {
  LaunchTraits traits;
  for (const auto& attribute : std::span(attributes, count)) {
    if (attribute.id == cudaLaunchAttributeCooperative)
      traits.cooperative = attribute.val.cooperative != 0;
    if (attribute.id == cudaLaunchAttributePriority)
      traits.priority = nearest_priority(attribute.val.priority);
    if (attribute.id != cudaLaunchAttributeClusterDimension) continue;
    const auto& cluster = attribute.val.clusterDim;
    traits.cluster = {cluster.x, cluster.y, cluster.z};
    require(traits.cluster.volume() != 0, cudaErrorInvalidClusterSize);
  }
  return traits;
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* func, void** args) {
  if (config == nullptr) return enter_runtime([](Runtime&) { return cudaErrorInvalidValue; });
  LaunchTraits traits;
  const cudaError_t refused =
      enter_runtime([&](Runtime&) { traits = traits_of(config->attrs, config->numAttrs); });
  if (refused != cudaSuccess) return refused;
  return launch_arguments(func,
                          shape_of(config->gridDim, config->blockDim, config->dynamicSmemBytes),
                          config->stream, traits, args);
}

HEDDLE_EXPORT unsigned __cudaPushCallConfiguration(dim3 gridDim, dim3 blockDim,
                                                   std::size_t sharedMem, cudaStream_t stream) {
  runtime().thread().configurations.push_back({gridDim, blockDim, sharedMem, stream});
  return 0;
}

HEDDLE_EXPORT cudaError_t __cudaPopCallConfiguration(dim3* gridDim, dim3* blockDim,
                                                     std::size_t* sharedMem, void* stream) {
  auto& configurations = runtime().thread().configurations;
  if (configurations.empty())
    return enter_runtime([](Runtime&) { return cudaErrorMissingConfiguration; });
  const CallConfiguration& top = configurations.back();
  *gridDim = top.grid;
  *blockDim = top.block;
  *sharedMem = top.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = top.stream;
  configurations.pop_back();
  runtime().thread().in_launch_stub = true;
  return cudaSuccess;
}

/// CUDA 13's compiler asks once for a kernel's handle, and launches the kernel by this handle.
HEDDLE_EXPORT cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* entry) {
  return enter_runtime([&](Runtime& state) {
    require(kernel != nullptr);
    DeviceFunction* const function = state.registry().find_function(entry);
    require(function != nullptr, cudaErrorInvalidDeviceFunction);
    *kernel = reinterpret_cast<cudaKernel_t>(function);
  });
}

HEDDLE_EXPORT cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 gridDim, dim3 blockDim,
                                             void** args, std::size_t sharedMem,
                                             cudaStream_t stream) {
  return launch_arguments(kernel, shape_of(gridDim, blockDim, sharedMem), stream, {}, args);
}

cudaError_t cudaConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem, cudaStream_t stream) {
  ThreadState& thread = runtime().thread();
  thread.configurations.push_back({gridDim, blockDim, sharedMem, stream});
  thread.arguments.clear();
  return cudaSuccess;
}

cudaError_t cudaSetupArgument(const void* arg, size_t size, size_t offset) {
  auto& arguments = runtime().thread().arguments;
  if (arg == nullptr || sum_of(offset, size) > kMaxParameterBytes)
    return enter_runtime([](Runtime&) { return cudaErrorInvalidValue; });
  if (arguments.size() < offset + size) arguments.resize(offset + size);
  std::memcpy(arguments.data() + offset, arg, size);
  return cudaSuccess;
}

cudaError_t cudaLaunch(const void* func) {
  ThreadState& thread = runtime().thread();
  if (thread.configurations.empty())
    return enter_runtime([](Runtime&) { return cudaErrorMissingConfiguration; });
  const CallConfiguration top = thread.configurations.back();
  thread.configurations.pop_back();
  std::vector<std::uint8_t> arguments = std::exchange(thread.arguments, {});
  return launch(
      func, shape_of(top.grid, top.block, top.shared_bytes), top.stream, {},
      [&](const heddle::isa::Program& program) {
        arguments.resize(std::max<std::size_t>(arguments.size(), program.parameter_bytes));
        return arguments;
      });
}

HEDDLE_EXPORT cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* entry) {
  return __cudaGetKernel(kernel, entry);
}
