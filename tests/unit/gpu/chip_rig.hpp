// A chip whose SMs are given blocks and run by hand: neither a dispatcher nor a loop is there.
// Memory does not run, so programs of arithmetic, branches and barriers run and loads never return.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "heddle/gpu/chip/block_fit.hpp"
#include "heddle/gpu/chip/chip.hpp"
#include "ptx_grid.hpp"

namespace heddle::gpu {

class ChipRig {
 public:
  explicit ChipRig(const MachineSpec& machine = test::small_machine(),
                   const PolicyChoice& policies = {})
      : ChipRig(machine, policies, make_dispatch_boundary(machine, policies)) {}
  ChipRig(const MachineSpec& machine, const PolicyChoice& policies, DispatchBoundary dispatch)
      : image(machine.device.memory_bytes),
        boundary(std::move(dispatch)),
        sharing(make_corun_boundary(machine, policies)),
        chip(machine, policies, {boundary, sharing}) {
    buffer_ = image.allocate(1 << 20);
  }

  std::shared_ptr<const exec::Grid> grid(const std::string& body, Dim3 blocks = {},
                                         Dim3 threads = {32}) {
    return std::make_shared<exec::Grid>(test::ptx_grid(test::kernel(body), blocks, threads,
                                                       chip.machine, buffer_, image, textures_));
  }
  /// A grid of the body has the kernel slot of all SMs.
  void bind(std::uint8_t slot, const std::string& body, Dim3 threads = {32}) {
    const auto bound = grid(body, {}, threads);
    const auto decoded = std::make_shared<const core::DecodedProgram>(
        *bound->program, chip.machine.execution, chip.machine.sm.register_banks,
        chip.sms.front()->contexts().shape, Addr{1} << 51, chip.machine.fetch.instruction_bytes);
    demand_ = chip.block_fit.demand_of(*bound->program, bound->threads_per_block(), 0);
    for (auto& sm : chip.sms) sm->bind(slot, *bound, *decoded, demand_);
    bound_.push_back({bound, decoded});
  }
  /// A block of the grid bound last arrives on the SM.
  void send_block(std::uint32_t sm, std::uint8_t slot, Cycle when) {
    chip.sms[sm]->schedule_block(when, slot, 0, demand_.warps);
  }
  void run_sms(Cycle until) {
    for (auto& sm : chip.sms) sm->run(until);
  }
  const BlockDemand& demand() const { return demand_; }
  /// What kernels get as their parameter.
  Addr buffer() const { return buffer_; }

  exec::MemoryImage image;
  DispatchBoundary boundary;
  CorunBoundary sharing;
  Chip chip;

 private:
  struct Bound {
    std::shared_ptr<const exec::Grid> grid;
    std::shared_ptr<const core::DecodedProgram> decoded;
  };

  exec::TextureTable textures_;
  Addr buffer_ = 0;
  BlockDemand demand_;
  std::vector<Bound> bound_;
};

}  // namespace heddle::gpu
