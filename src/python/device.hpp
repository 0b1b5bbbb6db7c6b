// A simulated GPU for Python: one thread at a time uses it, in the process that made it, and the
// interpreter's lock is released while it works. While kernels run it looks for signals, so that
// Ctrl-C ends the run.
#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <sys/types.h>

#include "gil.hpp"
#include "heddle/sim/device.hpp"
#include "programs.hpp"
#include "settings.hpp"

namespace heddle::python {

/// A launch as the package asks for it.
struct LaunchShape {
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false;
};

class PythonDevice {
 public:
  /// `machine`: settings of a machine file's kind over those of the machine `base`.
  PythonDevice(const std::string& base, const std::vector<GivenSetting>& machine,
               const std::vector<GivenSetting>& settings);
  ~PythonDevice();
  PythonDevice(const PythonDevice&) = delete;
  PythonDevice& operator=(const PythonDevice&) = delete;

  std::string configuration();
  std::vector<LoadedKernel> load(const std::string& ptx, const std::string& name);
  /// The address of a variable of the module that the kernel is from. Throws Error for none.
  Addr variable(const LoadedKernel& kernel, const std::string& name);
  std::uint64_t free_bytes();
  Cycle now();

  Addr allocate(std::uint64_t bytes);
  void release(Addr address);
  void write(Addr to, const py::buffer& from);
  void read(Addr from, const py::buffer& to);

  std::uint64_t launch(const LoadedKernel& kernel, const LaunchShape& shape,
                       const std::vector<py::bytes>& arguments);
  /// The record of the launch, once.
  std::shared_ptr<sim::LaunchRecord> wait(std::uint64_t launch);
  /// Records of all launches that have ended and that nobody has waited for.
  std::vector<std::shared_ptr<sim::LaunchRecord>> take_records();
  /// Blocks on an SM and what limits them; the third word says why none fits.
  std::tuple<std::uint32_t, std::string, std::string> occupancy(const LoadedKernel& kernel,
                                                                std::uint32_t threads,
                                                                std::uint32_t dynamic_shared_bytes);

 private:
  class Use;

  /// Runs Python's handlers of signals now and then. Throws sim::Interrupted if one raises, and
  /// when the interpreter exits.
  void look_for_signals();
  void check_kernel(const LoadedKernel& kernel) const;
  void run_to_end_of(std::uint64_t launch);

  pid_t process_;
  std::atomic<bool> in_use_{false};
  std::atomic<std::uint32_t> always_{1};  ///< a request at all times: see look_for_signals()
  std::unique_ptr<sim::Device> device_;
  std::set<const sim::LoadedModule*> modules_;
  std::map<std::uint64_t, std::shared_ptr<sim::LaunchRecord>> records_;
  std::chrono::steady_clock::time_point looked_{};  ///< for signals
  std::optional<py::error_already_set> raised_;     ///< by a signal's handler
};

/// While one lives, a call uses the device. Throws Error in another process than the device's, and
/// while another call uses it.
class PythonDevice::Use {
 public:
  explicit Use(PythonDevice& device);
  ~Use() { device_.in_use_ = false; }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

 private:
  PythonDevice& device_;
};

}  // namespace heddle::python
