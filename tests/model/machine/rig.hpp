// Runs PTX kernels on a small machine and says how long they took.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/gpu/gpu.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"
#include "ptx_grid.hpp"

namespace heddle::test {

class Rig {
 public:
  explicit Rig(const gpu::MachineSpec& machine = small_machine(),
               const gpu::PolicyChoice& policies = {}, unsigned host_threads = 1)
      : machine_(machine), image_(machine.device.memory_bytes), services_(image_, 1 << 20) {
    buffer_ = image_.allocate(kBufferBytes);
    gpu_ = std::make_unique<gpu::Gpu>(machine, policies, services_, host_threads);
  }

  static constexpr std::uint64_t kBufferBytes = 1 << 20;

  /// From now on kernels carry what the compiler knows of them.
  void annotate() { options_.annotate = true; }
  /// From now on kernels are compiled for this compute capability, 80 for 8.0.
  void use_capability(unsigned capability) { options_.capability = capability; }
  /// From now on kernels carry their text.
  void keep_source() { options_.keep_source = true; }
  /// From now on kernels have registers for what a warp agrees on.
  void use_scalars() {
    options_.scalars = compile::Scalars::all;
    options_.registers = compile::RegisterCount::classes;
  }

  /// Queues kernel `k` of the text; its number.
  std::uint64_t start(const std::string& ptx, Dim3 grid, Dim3 block,
                      gpu::GridContext context = {}) {
    return gpu_->start(std::make_shared<exec::Grid>(ptx_grid(ptx, grid, block, machine_, buffer_,
                                                             image_, textures_, options_)),
                       std::move(context));
  }
  /// How a grid is launched, beside its shape.
  struct Launch {
    std::uint64_t number = 0;
    std::int32_t priority = 0;
    bool cooperative = false;
    std::optional<std::uint8_t> tenant = {};
    std::uint32_t preferred_shared = exec::kNoPreference;
  };
  std::uint64_t start(const std::string& ptx, Dim3 grid, Dim3 block, const Launch& launch) {
    auto made = std::make_shared<exec::Grid>(
        ptx_grid(ptx, grid, block, machine_, buffer_, image_, textures_, options_));
    made->shape.grid_id = launch.number;
    made->shape.priority = launch.priority;
    made->shape.cooperative = launch.cooperative;
    made->shape.tenant = launch.tenant;
    made->shape.preferred_shared = launch.preferred_shared;
    return gpu_->start(std::move(made));
  }
  /// Runs kernel `k` of the text to its end.
  gpu::GridCounters run(const std::string& ptx, Dim3 grid, Dim3 block) {
    return finish(start(ptx, grid, block));
  }
  gpu::GridCounters finish(std::uint64_t number) {
    while (!gpu_->status(number).finished) gpu_->advance(kNever);
    return gpu_->status(number).counters;
  }
  gpu::GridCounters run_body(const std::string& body, Dim3 grid = {}, Dim3 block = {32}) {
    return run(kernel(body), grid, block);
  }

  template <typename Word>
  std::vector<Word> read(std::size_t count) const {
    std::vector<Word> words(count);
    image_.read(buffer_, words.data(), count * sizeof(Word));
    return words;
  }
  /// Attaches the probe of that name, with its options at their defaults.
  void attach(std::string_view probe) {
    probes_.push_back(policy::Registry<probe::Probe>::instance().make(probe));
    gpu_->attach(*probes_.back());
  }
  gpu::Gpu& gpu() { return *gpu_; }
  exec::MemoryImage& image() { return image_; }
  exec::TextureTable& textures() { return textures_; }
  Addr buffer() const { return buffer_; }

 private:
  gpu::MachineSpec machine_;
  compile::Options options_;
  exec::MemoryImage image_;
  exec::SystemServices services_;
  exec::TextureTable textures_;
  std::vector<std::unique_ptr<probe::Probe>> probes_;
  std::unique_ptr<gpu::Gpu> gpu_;
  Addr buffer_ = 0;
};

/// What a probe counted of the grid, or of an SM for the grid.
template <typename Counts, typename Counters>
const Counts& counted(const Counters& counters) {
  return *counters.probes.template find<Counts>();
}

/// The scheduler that goes on with a warp as long as it can: no warp runs ahead of older ones.
inline gpu::PolicyChoice greedy() { return {.warp_scheduler = "gto"}; }

inline Cycle duration(const gpu::GridCounters& counters) {
  return counters.ended - counters.started;
}

/// Cycles that each further copy of `text` costs a single warp, after `setup` and before `end`.
inline double cycles_per_copy(const std::string& setup, const std::string& text,
                              const std::string& end,
                              const gpu::MachineSpec& machine = small_machine(),
                              Dim3 block = {32}) {
  constexpr unsigned kFew = 16, kMany = 80;
  const auto time = [&](unsigned copies) {
    Rig rig(machine);
    return static_cast<double>(
        duration(rig.run_body(setup + repeat(copies, text) + end, {}, block)));
  };
  return (time(kMany) - time(kFew)) / (kMany - kFew);
}

}  // namespace heddle::test
