#include "cudart/runtime/context.hpp"

#include <algorithm>
#include <utility>

#include "cudart/device/properties.hpp"
#include "cudart/error/cuda_error.hpp"

namespace heddle::cudart {
namespace {

/// Simulated time that a query of a stream or an event lets pass, in seconds. A loop that polls a
/// kernel of a millisecond ends after 1000 queries.
constexpr double kQuerySeconds = 1e-6;

void* pointer_to(const CopyAddress& address) { return reinterpret_cast<void*>(address.address); }

cudaPitchedPtr pitched(const CopyAddress& address, const Pitches& pitches,
                       const BoxExtent& extent) {
  const std::uint64_t pitch = pitches.row != 0 ? pitches.row : extent.width;
  const std::uint64_t rows = pitches.slice != 0 ? pitches.slice / pitch : extent.height;
  return {pointer_to(address), pitch, extent.width, rows};
}

std::uint32_t khz(double mhz) { return static_cast<std::uint32_t>(mhz * 1000); }

}  // namespace

NodeParameters node_parameters(const BoxCopy& copy) {
  cudaMemcpy3DParms said{};
  said.srcPtr = pitched(copy.from, copy.from_pitches, copy.extent);
  said.dstPtr = pitched(copy.to, copy.to_pitches, copy.extent);
  said.extent = {copy.extent.width, copy.extent.height, copy.extent.depth};
  said.kind = copy.to.device
                  ? (copy.from.device ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice)
              : copy.from.device ? cudaMemcpyDeviceToHost
                                 : cudaMemcpyHostToHost;
  return said;
}

NodeParameters node_parameters(const BoxFill& fill) {
  if (fill.extent.depth > 1) return {};
  return cudaMemsetParams{pointer_to(fill.to),
                          fill.pitches.row,
                          fill.value,
                          fill.word_bytes,
                          fill.extent.width / fill.word_bytes,
                          fill.extent.height};
}

DeviceDescription describe(const sim::Configuration& configuration) {
  const gpu::MachineSpec& machine = configuration.machine;
  DeviceDescription device;
  device.name = "heddle " + machine.device.name;
  device.capability = machine.device.capability();
  device.sm_count = machine.sm.count;
  device.core_khz = khz(machine.device.core_clock_mhz);
  device.memory_khz = khz(machine.dram.clock_mhz * 2);
  device.memory_bus_bits = machine.dram.channels * machine.dram.bytes_per_cycle * 8 / 4;
  device.memory_bytes = machine.device.memory_bytes;
  device.l2_bytes = static_cast<std::uint32_t>(machine.memory().slices() * machine.l2.slice.bytes);
  device.registers_per_sm = machine.sm.registers;
  device.register_unit = machine.sm.register_unit;
  device.registers_per_thread = machine.device.max_registers_per_thread;
  device.threads_per_sm = machine.sm.threads;
  device.warps_per_sm = machine.sm.warps;
  device.blocks_per_sm = machine.sm.blocks;
  device.shared_per_sm = machine.sm.shared_bytes;
  device.l1_beside_shared = static_cast<std::uint32_t>(machine.l1.bytes);
  device.has_cache_preference = core::SharedSizes(machine.sm).chosen_by_kernels();
  device.shared_per_block_optin = static_cast<std::uint32_t>(machine.device.max_shared_per_block);
  device.shared_per_block = std::min(device.shared_per_block_optin, 48u * 1024);
  device.block_threads = machine.device.max_block_threads;
  return device;
}

Context::Context(const sim::Configuration& configuration, HostSide host, Registry& registry)
    : device_(configuration),
      description_(describe(configuration)),
      properties_(properties_of(description_)),
      timeline_(device_),
      scheduler_(timeline_, std::move(host)),
      recorder_(configuration.run.capture ? std::make_unique<CaptureRecorder>(device_) : nullptr),
      memory_(device_.memory()),
      registry_(registry),
      loader_(make_loader()),
      limits_([this](std::size_t bytes) { return device_.services().heap.resize(bytes); },
              device_.device_runtime()) {
  device_.device_runtime().attribute = [this](std::uint32_t attribute) {
    return attribute_of(properties_, static_cast<int>(attribute));
  };
  device_.device_runtime().limit = [this](std::uint32_t limit) {
    return limits_.find(static_cast<cudaLimit>(limit));
  };
  if (recorder_ != nullptr) scheduler_.tell(*recorder_);
}

CodeLoader Context::make_loader() {
  CodeLoader loader;
  loader.capability = description_.capability;
  loader.load = [this](std::string_view ptx, const std::string& file,
                       const CodeLoader::Placed& placed) {
    LoadedCode code;
    try {
      code.module = device_.load(ptx, file, placed);
    } catch (const sim::OutOfDeviceMemory& error) {
      throw CudaError(cudaErrorMemoryAllocation, error.what());
    } catch (const Error& error) {
      throw CudaError(cudaErrorInvalidPtx, error.what());
    }
    if (recorder_ != nullptr) recorder_->loaded(*code.module, ptx);
    code.kernels = code.module->module.kernels;
    const auto& variables = code.module->module.variables;
    for (std::size_t i = 0; i < variables.size(); ++i)
      code.variables[variables[i].name] = {code.module->addresses[i], variables[i].bytes};
    for (const auto& [name, address] : placed) code.variables.try_emplace(name, address, 0);
    return code;
  };
  loader.share = [this](void* host, std::uint64_t bytes) {
    return memory_.share_variable(host, bytes);
  };
  loader.unload = [this](const LoadedCode& code) {
    if (recorder_ != nullptr) recorder_->unloaded(*code.module);
    device_.unload(code.module);
  };
  return loader;
}

Stream& Context::stream(cudaStream_t handle, ThreadState& thread) {
  const bool own =
      handle == cudaStreamPerThread || (handle == nullptr && thread.per_thread_default > 0);
  if (own) {
    Stream* stream = scheduler_.find(thread.own_stream);
    if (thread.own_stream == 0 || stream == nullptr)
      stream = &scheduler_.create(StreamKind::blocking, cudaStreamDefault, 0);
    thread.own_stream = stream->id;
    return *stream;
  }
  if (handle == nullptr || handle == cudaStreamLegacy) {
    require_no_implicit_capture(scheduler_);
    return scheduler_.legacy();
  }
  auto* const stream = reinterpret_cast<Stream*>(handle);
  require(scheduler_.known(stream), cudaErrorInvalidResourceHandle);
  return *stream;
}

WorkMaker Context::copy_work(const BoxCopy& copy) {
  if (!copy.touches_device()) {
    return [this, copy](const WorkOrigin&) {
      return MarkerWork{[this, copy](Cycle) { perform(memory_, copy); }};
    };
  }
  const Link link = copy.link();
  const std::uint64_t bytes = copy.extent.bytes();
  const Cycle duration = link == Link::inside_device ? device_.device_copy_cycles(bytes)
                                                     : device_.host_copy_cycles(bytes);
  return [this, copy, link, bytes, duration](const WorkOrigin&) {
    return TransferWork{link, bytes, duration,
                        recorded(copy, [this, copy] { perform(memory_, copy); })};
  };
}

std::function<void()> Context::recorded(const BoxCopy& copy, std::function<void()> move) {
  if (recorder_ == nullptr) return move;
  return [this, copy, move = std::move(move)] { recorder_->copy(copy, move); };
}

std::function<void()> Context::recorded(const BoxFill& fill, std::function<void()> move) {
  if (recorder_ == nullptr) return move;
  return [this, fill, move = std::move(move)] { recorder_->fill(fill, move); };
}

void Context::copy(const BoxCopy& copy, Stream& stream, HostOrder order) {
  if (copy.extent.bytes() == 0) return;
  if (stream.capture) {
    if (order == HostOrder::blocking) require_no_capture(stream);
    put(scheduler_, stream, NodeKind::copy, {copy_work(copy), node_parameters(copy)});
    return;
  }
  if (!copy.touches_device()) {
    scheduler_.wait(scheduler_.submit(stream, MarkerWork{}));
    perform(memory_, copy);
    return;
  }
  const bool inside = copy.link() == Link::inside_device;
  // If the host waits for a copy, the program cannot change the source before the copy ends.
  const bool waits = order == HostOrder::blocking ? !inside : (!copy.to.device && copy.to.pageable);
  Work work = copy_work(copy)({stream.id, stream.priority});
  if (!waits) std::get<TransferWork>(work).move = recorded(copy, capture(memory_, copy));
  const Ticket ticket = scheduler_.submit(stream, std::move(work));
  if (waits) scheduler_.wait(ticket);
}

WorkMaker Context::fill_work(const BoxFill& fill) {
  const std::uint64_t bytes = fill.extent.bytes();
  const Cycle duration = device_.device_copy_cycles(bytes);
  return [this, fill, bytes, duration](const WorkOrigin&) {
    return TransferWork{Link::inside_device, bytes, duration,
                        recorded(fill, [this, fill] { perform(memory_, fill); })};
  };
}

void Context::fill(const BoxFill& fill, Stream& stream) {
  if (fill.extent.bytes() == 0) return;
  put(scheduler_, stream, NodeKind::fill,
      {fill_work(fill), stream.capture ? node_parameters(fill) : NodeParameters()});
}

WorkMaker Context::allocation_work(std::shared_ptr<GraphMemory::Block> block) {
  return [this, block = std::move(block)](const WorkOrigin&) {
    return MarkerWork{[this, block](Cycle) { graph_memory_.begin_use(block); }};
  };
}

WorkMaker Context::release_work(std::shared_ptr<GraphMemory::Block> block) {
  return [this, block = std::move(block)](const WorkOrigin&) {
    return MarkerWork{[this, block](Cycle) { graph_memory_.end_use(block->address); }};
  };
}

WorkMaker Context::kernel_work(const DeviceFunction& function, const KernelShape& shape,
                               std::vector<std::uint8_t> parameters, bool cooperative) {
  sim::LaunchRequest request;
  request.module = function.module;
  request.program = function.program;
  request.grid = shape.grid;
  request.block = shape.block;
  request.dynamic_shared_bytes = static_cast<std::uint32_t>(shape.dynamic_shared_bytes);
  request.parameters = std::move(parameters);
  request.cooperative = cooperative;
  request.cluster = shape.cluster;
  request.stack_bytes = static_cast<std::uint32_t>(limits_.get(cudaLimitStackSize));
  request.preferred_shared = preferred_shared(function);
  return [this, request = std::move(request)](const WorkOrigin& origin) {
    auto shared = std::make_shared<sim::LaunchRequest>(request);
    shared->stream = origin.stream;
    shared->priority = origin.priority;
    return GridWork{[this, shared] {
      const sim::GridId grid = device_.launch(*shared);
      if (recorder_ != nullptr) recorder_->launched(grid, *shared);
      return grid;
    }};
  };
}

std::uint32_t Context::preferred_shared(const DeviceFunction& function) const {
  return cudart::preferred_shared(description_, function.carveout, function.cache,
                                  cache_preference_);
}

bool Context::poll(const std::vector<Ticket>& tickets) {
  return scheduler_.wait(tickets, device_.cycles(kQuerySeconds));
}

void Context::reset() {
  scheduler_.drain();
  registry_.unload_all(loader_);
  executables_.clear();
  graphs_.clear();
  graph_memory_.end_all_uses();
  virtual_memory_.clear();
  memory_.free_all_device();
  events_.clear();
  arrays_.clear();
  for (const auto& [handle, texture] : textures_) device_.textures().remove(handle);
  textures_.clear();
  surfaces_.clear();
  cache_preference_ = cudaFuncCachePreferNone;
}

}  // namespace heddle::cudart
