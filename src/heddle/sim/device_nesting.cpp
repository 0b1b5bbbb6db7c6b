// The parts of a device that launch kernels for kernels.
#include <algorithm>
#include <utility>

#include "heddle/base/error.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/sim/device_state.hpp"

namespace heddle::sim {
namespace {

// Error codes of CUDA (cudaError_t).
constexpr exec::RuntimeCode kInvalidConfiguration = 9;
constexpr exec::RuntimeCode kLaunchOutOfResources = 701;

}  // namespace

void Device::State::refuse_shared_launches(const LaunchRequest& request) const {
  if (configuration.corun.by == TenantsBy::none || !request.program->uses_launches) return;
  fail(
      "kernel {} launches kernels, which programs that share the GPU cannot do: leave out "
      "--set corun",
      demangled(request.program->name));
}

/// Returns how many kernel slots the launch must leave free. A kernel whose threads may wait for
/// kernels leaves one for each level of waiting kernels below it, and one for the last level.
std::uint32_t Device::State::kept_slots(const LaunchRequest& request) const {
  const std::uint32_t levels = runtime_settings.sync_depth;
  return request.program->uses_waits && request.depth < levels ? levels - request.depth : 0;
}

LaunchTree::Hooks Device::State::tree_hooks() {
  return {.begin = [this](LaunchTree::Id id, Cycle when) { begin_nested(id, when); },
          .block_free = [this](GridId grid, std::uint64_t block,
                               Cycle when) { free_block(grid, block, when); },
          .complete =
              [this](GridId id, Cycle when) {
                if (when > gpu.now()) computed_grids.add(id, when);
                note_changed(id);
              }};
}

DeviceCallHost Device::State::call_host() {
  return {.kernel_at = [this](GridId grid, Addr kernel) { return kernel_at(grid, kernel); },
          .inherited =
              [this](GridId grid) {
                LaunchRequest request = launches.at(grid).request;
                request.cooperative = false;
                return request;
              },
          .check = [this](const LaunchRequest& request) { return check_nested(request); },
          .add =
              [this](LaunchRequest request, GridId parent) {
                const GridId id = next_id++;
                Launch launch = prepare(std::move(request), id);
                launch.record.parent = parent;
                launch.record.launches_by_kernels = 1;
                nested_waiting.emplace(id, std::move(launch));
                return id;
              },
          .unbegun = [this] { return unbegun_launches(); },
          .copy_cycles =
              [this](std::uint64_t bytes) {
                const double seconds =
                    static_cast<double>(bytes) /
                    (configuration.machine.host_link.device_bandwidth_gb_s * 1e9);
                return static_cast<Cycle>(
                    seconds * configuration.machine.device.core_clock_mhz * 1e6 + 0.999999);
              },
          .effect = [this](Cycle when) { return std::max(when, gpu.now()); }};
}

std::shared_ptr<const isa::Program> Device::State::kernel_at(GridId grid, Addr kernel) const {
  for (const auto& program : launches.at(grid).request.module->module.kernels)
    if (!program->functions.empty() && program->functions.front().address == kernel) return program;
  return nullptr;
}

exec::RuntimeCode Device::State::check_nested(const LaunchRequest& request) const {
  const std::uint64_t threads = request.block.volume();
  if (request.grid.volume() == 0 || threads == 0 ||
      threads > configuration.machine.device.max_block_threads)
    return kInvalidConfiguration;
  try {
    check_launch(request);
  } catch (const Error&) {
    return kLaunchOutOfResources;
  }
  return 0;
}

std::uint64_t Device::State::unbegun_launches() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(launches, [&](const auto& entry) {
    const Launch& launch = entry.second;
    return launch.record.parent && launch.record.timed &&
           gpu.status(launch.gpu_grid).began == kNever;
  }));
}

void Device::State::begin_nested(GridId id, Cycle when) {
  if (calls.begin(id, when)) return;
  auto launch = nested_waiting.extract(id);
  begin(id, std::move(launch.mapped()), when);
}

void Device::State::free_block(GridId grid, std::uint64_t block, Cycle when) {
  const auto parent = launches.find(grid);
  if (parent == launches.end() || !parent->second.record.timed) return;
  if (!gpu.status(parent->second.gpu_grid).finished)
    gpu.release_parent(parent->second.gpu_grid, block, when);
}

void Device::State::end_on_gpu(std::uint64_t gpu_grid, Cycle when) {
  const auto entry = on_gpu.extract(gpu_grid);
  if (entry.empty()) return;
  calls.forget(entry.mapped());
  tree.end_own_work(entry.mapped(), when);
}

}  // namespace heddle::sim
