// The device runtime of a device: turns the calls of device code into launches and into operations
// of the launch tree.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "heddle/exec/system/device_runtime.hpp"
#include "heddle/sim/device.hpp"
#include "heddle/sim/nested/launch_tree.hpp"
#include "heddle/sim/nested/parameter_buffers.hpp"

namespace heddle::sim {

/// What the calls need of the device.
struct DeviceCallHost {
  /// Returns the kernel at a code address of the module of the grid's kernel, or null.
  std::function<std::shared_ptr<const isa::Program>(GridId grid, Addr kernel)> kernel_at;
  /// Returns a request with what a launch inherits from the grid that launches.
  std::function<LaunchRequest(GridId grid)> inherited;
  /// Returns the error code of a launch that is not possible, and 0 for others.
  std::function<exec::RuntimeCode(const LaunchRequest&)> check;
  /// Adds a launch that may not begin yet, and returns its number.
  std::function<GridId(LaunchRequest, GridId parent)> add;
  /// Number of launches of kernels by kernels that may begin and have not begun on the GPU.
  std::function<std::uint64_t()> unbegun;
  std::function<Cycle(std::uint64_t bytes)> copy_cycles;
  /// Returns the time in which a call takes effect, for a call of a grid with or without timing.
  std::function<Cycle(Cycle)> effect;
};

class DeviceCalls final : public exec::DeviceRuntime {
 public:
  /// Largest nesting depth of launches. Source: CUDA C++ Programming Guide.
  static constexpr unsigned kMostDepth = 24;

  DeviceCalls(exec::MemoryImage& memory, LaunchTree& tree, const DeviceRuntimeSettings& settings,
              DeviceCallHost host)
      : memory_(memory),
        tree_(tree),
        settings_(settings),
        host_(std::move(host)),
        buffers_(memory) {}

  Addr parameter_buffer(const exec::RuntimeCaller& caller,
                        const exec::DeviceLaunch& launch) override;
  Addr plain_buffer(const exec::RuntimeCaller& caller, std::uint64_t bytes) override;
  void describe(const exec::RuntimeCaller& caller, Addr buffer,
                const exec::DeviceLaunch& launch) override;
  exec::RuntimeCode launch(const exec::RuntimeCaller& caller, Addr buffer,
                           std::uint64_t stream) override;
  exec::RuntimeCode check_wait(const exec::RuntimeCaller& caller) override;
  bool has_children(const exec::Grid& grid, std::uint64_t block) const override;
  exec::RuntimeAnswer create_stream(const exec::RuntimeCaller& caller,
                                    std::uint32_t flags) override;
  exec::RuntimeCode destroy_stream(const exec::RuntimeCaller& caller,
                                   std::uint64_t stream) override;
  exec::RuntimeAnswer create_event(const exec::RuntimeCaller& caller, std::uint32_t flags) override;
  exec::RuntimeCode destroy_event(const exec::RuntimeCaller& caller, std::uint64_t event) override;
  exec::RuntimeCode record_event(const exec::RuntimeCaller& caller, std::uint64_t event,
                                 std::uint64_t stream) override;
  exec::RuntimeCode wait_event(const exec::RuntimeCaller& caller, std::uint64_t stream,
                               std::uint64_t event) override;
  exec::RuntimeCode copy(const exec::RuntimeCaller& caller, const exec::DeviceCopy& copy,
                         std::uint64_t stream) override;
  exec::RuntimeCode fill(const exec::RuntimeCaller& caller, const exec::DeviceFill& fill,
                         std::uint64_t stream) override;
  exec::RuntimeAnswer attribute(std::uint32_t attribute, std::uint32_t device) const override;
  exec::RuntimeAnswer limit(std::uint32_t limit) const override;
  void note_error(const exec::RuntimeCaller& caller, exec::RuntimeCode code) override;
  exec::RuntimeCode last_error(const exec::RuntimeCaller& caller, bool forgets) override;

  /// Begins an operation of the tree that is no launch. Returns false if `id` is a launch.
  bool begin(LaunchTree::Id id, Cycle when);
  /// Forgets what the threads of an ended grid have left.
  void forget(GridId grid);
  void clear();

 private:
  struct Record {};  ///< an event: done when what was before it in its stream is complete
  struct Wait {
    LaunchTree::Id record = 0;
  };
  using Operation = std::variant<exec::DeviceCopy, exec::DeviceFill, Record, Wait>;

  /// Operations that are no launches have numbers from here on.
  static constexpr LaunchTree::Id kFirstOperation = LaunchTree::Id{1} << 63;

  /// Where an operation that the thread asks for stands; nothing if there is no such stream.
  std::optional<NodePlace> place(const exec::RuntimeCaller& caller, std::uint64_t stream) const;
  exec::RuntimeCode add(const exec::RuntimeCaller& caller, std::uint64_t stream,
                        Operation operation);
  exec::RuntimeCode check_room() const;
  Cycle perform(const Operation& operation, Cycle when);

  exec::MemoryImage& memory_;
  LaunchTree& tree_;
  const DeviceRuntimeSettings& settings_;
  DeviceCallHost host_;
  ParameterBuffers buffers_;
  std::set<std::uint64_t> streams_;
  std::map<std::uint64_t, LaunchTree::Id> events_;  ///< by handle: the last record; 0: none
  std::uint64_t next_handle_ = 0x1'0000;            ///< above the handles that CUDA reserves
  std::map<LaunchTree::Id, Operation> operations_;  ///< operations that have not begun
  LaunchTree::Id next_operation_ = kFirstOperation;
  /// By grid, block and thread: the last error.
  std::map<std::tuple<GridId, std::uint64_t, std::uint32_t>, exec::RuntimeCode> errors_;
};

}  // namespace heddle::sim
