// The device of the process, with everything that the program has made on it. The context begins
// with the first call that needs a device.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "cudart/cuda_types.hpp"
#include "cudart/device/description.hpp"
#include "cudart/device/launch_check.hpp"
#include "cudart/device/limits.hpp"
#include "cudart/memory/array.hpp"
#include "cudart/memory/box_copy.hpp"
#include "cudart/memory/graph_memory.hpp"
#include "cudart/memory/memory.hpp"
#include "cudart/memory/texture.hpp"
#include "cudart/memory/virtual_memory.hpp"
#include "cudart/module/registry.hpp"
#include "cudart/queue/capture.hpp"
#include "cudart/queue/event.hpp"
#include "cudart/queue/executable_graph.hpp"
#include "cudart/queue/scheduler.hpp"
#include "cudart/record/capture_recorder.hpp"
#include "cudart/runtime/handle_table.hpp"
#include "cudart/runtime/thread_state.hpp"
#include "heddle/sim/device.hpp"

namespace heddle::cudart {

/// Whether the host waits for a copy or a fill.
enum class HostOrder : std::uint8_t {
  blocking,      ///< as cudaMemcpy: returns when host memory has been read or written
  asynchronous,  ///< as cudaMemcpyAsync: does not wait for the work
};

/// An executable graph with the flags that the program gave.
struct InstantiatedGraph {
  std::unique_ptr<ExecutableGraph> graph;
  unsigned long long flags = 0;
};

class DeviceTimeline final : public Timeline {
 public:
  explicit DeviceTimeline(sim::Device& device) : device_(device) {}
  Cycle now() const override { return device_.now(); }
  bool finished(std::uint64_t grid) const override { return device_.finished(grid); }
  std::vector<std::uint64_t> take_ended() override { return device_.take_ended(); }
  void advance(Cycle limit) override { device_.advance(limit); }

 private:
  sim::Device& device_;
};

class Context {
 public:
  Context(const sim::Configuration& configuration, HostSide host, Registry& registry);

  sim::Device& device() { return device_; }
  const DeviceDescription& description() const { return description_; }
  const cudaDeviceProp& properties() const { return properties_; }
  Scheduler& scheduler() { return scheduler_; }
  Memory& memory() { return memory_; }
  GraphMemory& graph_memory() { return graph_memory_; }
  VirtualMemory& virtual_memory() { return virtual_memory_; }
  const CodeLoader& loader() const { return loader_; }
  CaptureRecorder* recorder() { return recorder_.get(); }  ///< null: nothing is captured

  HandleTable<Event>& events() { return events_; }
  HandleTable<std::unique_ptr<Graph>>& graphs() { return graphs_; }
  HandleTable<InstantiatedGraph>& executables() { return executables_; }
  HandleTable<Array>& arrays() { return arrays_; }
  std::map<std::uint64_t, Texture>& textures() {
    return textures_;
  }  ///< texture objects, by handle
  std::map<std::uint64_t, cudaResourceDesc>& surfaces() {
    return surfaces_;
  }  ///< surface objects, by handle
  Limits& limits() { return limits_; }
  /// The preference between L1 and shared memory for kernels that have none of their own.
  cudaFuncCache cache_preference() const { return cache_preference_; }
  void set_cache_preference(cudaFuncCache preference) { cache_preference_ = preference; }
  /// As in exec::LaunchShape.
  std::uint32_t preferred_shared(const DeviceFunction& function) const;

  /// The stream that `handle` means in the calling thread. Throws
  /// CudaError(cudaErrorInvalidResourceHandle) for an unknown handle.
  Stream& stream(cudaStream_t handle, ThreadState& thread);

  DeviceFunction& function(const void* handle) { return registry_.function(handle, loader_); }
  DeviceVariable& variable(const void* symbol) { return registry_.variable(symbol, loader_); }
  TextureSymbol& texture(const void* symbol) { return registry_.texture(symbol, loader_); }

  void copy(const BoxCopy& copy, Stream& stream, HostOrder order);
  void fill(const BoxFill& fill, Stream& stream);
  WorkMaker copy_work(const BoxCopy& copy);
  WorkMaker fill_work(const BoxFill& fill);
  /// The work of a graph's node that allocates or frees memory.
  WorkMaker allocation_work(std::shared_ptr<GraphMemory::Block> block);
  WorkMaker release_work(std::shared_ptr<GraphMemory::Block> block);
  WorkMaker kernel_work(const DeviceFunction& function, const KernelShape& shape,
                        std::vector<std::uint8_t> parameters, bool cooperative);

  /// Lets at most kQuerySeconds of simulated time pass, as a query does. Returns whether all
  /// commands are done.
  bool poll(const std::vector<Ticket>& tickets);

  /// Does what cudaDeviceReset asks for: removes allocations, modules, graphs, events, arrays,
  /// textures and surfaces. Streams stay.
  void reset();

 private:
  CodeLoader make_loader();
  /// Returns `move`, or a function that also records the copy or fill if a capture is made.
  std::function<void()> recorded(const BoxCopy& copy, std::function<void()> move);
  std::function<void()> recorded(const BoxFill& fill, std::function<void()> move);

  sim::Device device_;
  DeviceDescription description_;
  cudaDeviceProp properties_;
  DeviceTimeline timeline_;
  Scheduler scheduler_;
  std::unique_ptr<CaptureRecorder> recorder_;
  Memory memory_;
  GraphMemory graph_memory_{memory_};
  VirtualMemory virtual_memory_{memory_};
  Registry& registry_;
  CodeLoader loader_;
  HandleTable<Event> events_;
  HandleTable<std::unique_ptr<Graph>> graphs_;
  HandleTable<InstantiatedGraph> executables_;
  HandleTable<Array> arrays_;
  std::map<std::uint64_t, Texture> textures_;
  std::map<std::uint64_t, cudaResourceDesc> surfaces_;
  Limits limits_;
  cudaFuncCache cache_preference_ = cudaFuncCachePreferNone;
};

/// What queries of a node return about a captured copy. An array appears as the memory of its
/// texels.
NodeParameters node_parameters(const BoxCopy& copy);
/// What queries of a node return about a captured fill: nothing for a fill of three dimensions,
/// which nodes do not have.
NodeParameters node_parameters(const BoxFill& fill);

/// The configured machine in the terms of the CUDA runtime.
DeviceDescription describe(const sim::Configuration& configuration);

}  // namespace heddle::cudart
