// The programs of a `heddle corun`: each is measured alone, then all run together.
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

/// What a person sees of the programs while they run.
class CorunWatch {
 public:
  CorunWatch() = default;
  virtual ~CorunWatch() = default;
  CorunWatch(const CorunWatch&) = delete;
  CorunWatch& operator=(const CorunWatch&) = delete;

  /// So many launches of the program ran beside an earlier one, and run after it here.
  virtual void serialised(const std::string& program, std::uint64_t launches) = 0;
  /// What is told the cycle while `what` runs; empty: nothing is.
  virtual std::function<void(Cycle)> progress(const std::string& what) = 0;
};

class CorunPrograms {
 public:
  /// Throws Error for a configuration that does not suit so many programs. The request and the
  /// watch outlive this.
  CorunPrograms(const CorunRequest& request, CorunWatch& watch);

  const sim::Configuration& configuration() const { return configuration_; }

  /// What each program needs of an SM. Throws Error for a block that fits on none.
  std::vector<policy::TenantGrid> tenants();

  /// Reads the captures. Throws Error for one that cannot run, and where all programs begin at once
  /// for programs that the sharing policy cannot serve.
  void load();
  /// Measures the programs alone as far as the request asks for it, then runs all together. After
  /// load().
  CorunResult run();

 private:
  std::shared_ptr<const capture::Capture> read(const std::string& file);
  /// With the settings of the programs alone; kept in the folder, if there is one.
  AloneRun run_alone(std::size_t index);
  AloneRun measure_alone(std::size_t index, const sim::Configuration& configuration);
  std::vector<AloneRun> speeds_alone();
  policy::TenantGrid tenant_grid(unsigned index);
  void check_block(const KernelDemand& demand) const;
  /// Where all begin at once it is known what the sharing policy makes of them.
  void check_begin();
  std::vector<sim::CorunTenant> tenants_of(const std::vector<AloneRun>& alone) const;
  CorunResult result_of(std::vector<sim::TenantOutcome> outcomes,
                        const std::vector<AloneRun>& alone) const;

  const CorunRequest& request_;
  CorunWatch& watch_;
  sim::Configuration configuration_;
  std::map<std::string, std::shared_ptr<const capture::Capture>> captures_;  ///< by file
  std::vector<std::unique_ptr<CapturedProgram>> programs_;
};

}  // namespace heddle::study
