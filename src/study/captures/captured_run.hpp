// Runs a capture on a device. Each step begins when the steps that it depends on have ended, and
// takes as long as the device's machine needs for the step. Steps that become ready at the same
// time begin in the order of the captured program. A run on the same machine therefore takes the
// same number of cycles as the program.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "heddle/capture/capture.hpp"
#include "heddle/capture/restore.hpp"
#include "heddle/sim/device.hpp"

namespace heddle::study {

class CapturedRun {
 public:
  /// Restores the capture's memory on an unused device. `capture` must outlive the run. Throws
  /// Error for a capture that the device cannot hold.
  CapturedRun(const capture::Capture& capture, sim::Device& device);

  /// Runs all steps until they have ended.
  void run();

 private:
  using Number = std::uint32_t;
  using LoadedModule = std::shared_ptr<const sim::LoadedModule>;

  struct Running {
    Number step;
    bool is_launch;
    sim::GridId grid;
    /// Cycle in which the step ends; kNever for a launch, because its end is not known in advance.
    Cycle end;
  };

  void load(const capture::Load& load, const capture::ModuleText& text);
  void begin_ready();
  void begin(Number step);
  Running running(Number step);
  sim::GridId launch(const capture::Launch& launch);
  Cycle end_of(const capture::Transfer& transfer);
  Cycle end_of(const capture::Computed& computed) const;
  bool end_some();
  void end(Number step);
  void perform_effects(const capture::Step& step);
  Cycle next_end() const;

  const capture::Capture& capture_;
  sim::Device& device_;
  capture::Target target_;
  std::map<std::uint32_t, LoadedModule> modules_;  ///< key: index of Capture::modules
  std::vector<Number> waits_;  ///< for each step: number of steps that it still waits for
  std::vector<std::vector<Number>> next_;  ///< for each step: the steps that wait for it
  std::set<Number> ready_;
  std::vector<Running> running_;
  std::array<Cycle, capture::kLinks> link_free_{};
};

}  // namespace heddle::study
