// A simulated GPU for Python. One thread at a time uses the device, in the process that made it.
// The interpreter's lock is released while the simulator works. The device looks for signals while
// kernels run, so that Ctrl-C ends the run.
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

/// The shape of a launch, as the package passes it.
struct LaunchShape {
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  bool cooperative = false;
};

class PythonDevice {
 public:
  /// `machine` has the settings of a machine file, which override the machine `base`. `settings`
  /// has settings as on a command line, which override `base` and `machine`.
  PythonDevice(const std::string& base, const std::vector<GivenSetting>& machine,
               const std::vector<GivenSetting>& settings);
  ~PythonDevice();
  PythonDevice(const PythonDevice&) = delete;
  PythonDevice& operator=(const PythonDevice&) = delete;

  std::string configuration();
  std::vector<LoadedKernel> load(const std::string& ptx, const std::string& name);
  /// The address of a variable in the kernel's module. Throws Error for an unknown name.
  Addr variable(const LoadedKernel& kernel, const std::string& name);
  std::uint64_t free_bytes();
  Cycle now();

  Addr allocate(std::uint64_t bytes);
  void release(Addr address);
  void write(Addr to, const py::buffer& from);
  void read(Addr from, const py::buffer& to);

  std::uint64_t launch(const LoadedKernel& kernel, const LaunchShape& shape,
                       const std::vector<py::bytes>& arguments);
  /// Runs until the launch has ended, and returns its record. Throws Error if the record was
  /// returned before.
  std::shared_ptr<sim::LaunchRecord> wait(std::uint64_t launch);
  /// Removes and returns the records of all launches that have ended and that nobody has waited
  /// for.
  std::vector<std::shared_ptr<sim::LaunchRecord>> take_records();
  /// Returns the number of blocks that fit on an SM, the resource that limits this number, and the
  /// reason why no block fits ("" if at least one fits).
  std::tuple<std::uint32_t, std::string, std::string> occupancy(const LoadedKernel& kernel,
                                                                std::uint32_t threads,
                                                                std::uint32_t dynamic_shared_bytes);

 private:
  class Use;

  /// Runs Python's signal handlers every kBetweenLooks. Throws sim::Interrupted if a handler raises
  /// an exception, and when the interpreter exits.
  void look_for_signals();
  void check_kernel(const LoadedKernel& kernel) const;
  void run_to_end_of(std::uint64_t launch);

  pid_t process_;
  std::atomic<bool> in_use_{false};
  std::atomic<std::uint32_t> always_{
      1};  ///< always set, so that the device always calls look_for_signals()
  std::unique_ptr<sim::Device> device_;
  std::set<const sim::LoadedModule*> modules_;
  std::map<std::uint64_t, std::shared_ptr<sim::LaunchRecord>> records_;
  std::chrono::steady_clock::time_point looked_{};  ///< when signals were last looked for
  std::optional<py::error_already_set> raised_;     ///< exception of a signal handler
};

/// Marks the device as used by one call while the object exists. The constructor throws Error if
/// another call uses the device, and in a process that did not make the device.
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
