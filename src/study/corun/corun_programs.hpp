// The programs of a run of `heddle corun`. Measures each program alone, then runs all together.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "heddle/capture/capture.hpp"
#include "heddle/policy/corun/corun.hpp"
#include "heddle/sim/corun/corun_run.hpp"
#include "heddle/sim/settings/configuration.hpp"
#include "study/captures/captured_program.hpp"
#include "study/corun/alone_folder.hpp"
#include "study/corun/corun_request.hpp"
#include "study/corun/corun_result.hpp"
#include "study/corun/kernel_demand.hpp"

namespace heddle::study {

/// Receives the progress of the programs, to show it to the user.
class CorunWatch {
 public:
  CorunWatch() = default;
  virtual ~CorunWatch() = default;
  CorunWatch(const CorunWatch&) = delete;
  CorunWatch& operator=(const CorunWatch&) = delete;

  /// The program could have run `launches` of its launches at the same time as an earlier launch.
  /// Here each of these launches begins after the earlier launch has ended.
  virtual void serialised(const std::string& program, std::uint64_t launches) = 0;
  /// Returns a function that is called with the current cycle while `what` runs. The function may
  /// be empty.
  virtual std::function<void(Cycle)> progress(const std::string& what) = 0;
};

class CorunPrograms {
 public:
  /// Throws Error for a configuration that does not fit the number of programs. `request` and
  /// `watch` must outlive the object.
  CorunPrograms(const CorunRequest& request, CorunWatch& watch);

  const sim::Configuration& configuration() const { return configuration_; }

  /// The resources that a block of each program needs. Throws Error for a block that fits on no SM.
  std::vector<policy::TenantGrid> tenants();

  /// Reads the captures. Throws Error for a capture that cannot run. If all programs begin at the
  /// same cycle, also throws Error if the sharing policy cannot serve them.
  void load();
  /// Measures each program alone if the request asks for it, then runs all together. Call load()
  /// first.
  CorunResult run();

 private:
  std::shared_ptr<const capture::Capture> read(const std::string& file);
  /// Runs the program alone, with alone_configuration(). If the request names a folder for such
  /// runs, reads the run from there or stores it there.
  AloneRun run_alone(std::size_t index);
  AloneRun measure_alone(std::size_t index, const sim::Configuration& configuration);
  std::vector<AloneRun> speeds_alone();
  policy::TenantGrid tenant_grid(unsigned index);
  void check_block(const KernelDemand& demand) const;
  /// If all programs begin at the same cycle, checks that the sharing policy can serve all
  /// programs.
  void check_begin();
  std::vector<sim::CorunTenant> tenants_of(const std::vector<AloneRun>& alone) const;
  CorunResult result_of(std::vector<sim::TenantOutcome> outcomes,
                        const std::vector<AloneRun>& alone) const;

  const CorunRequest& request_;
  CorunWatch& watch_;
  sim::Configuration configuration_;
  /// The captures that were read, by the name of the file.
  std::map<std::string, std::shared_ptr<const capture::Capture>> captures_;
  std::vector<std::unique_ptr<CapturedProgram>> programs_;
};

}  // namespace heddle::study
