#include "combined_run.hpp"

#include <cstring>
#include <optional>

#include "heddle/sim/device.hpp"
#include "temporary_folder.hpp"

namespace heddle::sim {
namespace {

constexpr std::uint32_t kWords = kBlocks * kThreads;

/// A GPU of two SMs, whose L1s are too small for what the blocks read.
ConfigurationRequest request_of(const std::vector<const Choice*>& choices,
                                const CombinedProgram& program) {
  ConfigurationRequest request;
  request.assignments = {"sm.count=2", "l1.bytes=2KiB", "l1.associativity=4",
                         "control.launch_latency=0"};
  request.assignments.insert(request.assignments.end(), program.settings.begin(),
                             program.settings.end());
  for (const Choice* const choice : choices)
    request.assignments.insert(request.assignments.end(), choice->settings.begin(),
                               choice->settings.end());
  request.runs = true;
  return request;
}

class Session {
 public:
  Session(const std::vector<const Choice*>& choices, const CombinedProgram& program)
      : device_(configuration(choices, program)), module_(device_.load(program.text, "m.ptx")) {
    for (const Choice* const choice : choices) by_kernels_ |= choice->name == kByKernels;
    device_.on_record([this, kernel = program.kernel](const LaunchRecord& record) {
      if (record.kernel == kernel) records_.push_back(record);
    });
    in_ = device_.memory().allocate(kWords * sizeof(std::uint32_t));
    for (std::uint32_t i = 0; i < kWords; ++i) {
      const std::uint32_t word = input(i);
      device_.memory().write(in_ + i * sizeof word, &word, sizeof word);
    }
  }

  void launch(std::uint64_t stream) {
    const Addr out = outs_.emplace_back(device_.memory().allocate(kWords * sizeof(std::uint32_t)));
    LaunchRequest request;
    request.module = module_;
    request.program = module_->module.kernels.at(by_kernels_ ? 1 : 0);
    request.grid = {by_kernels_ ? 1 : kBlocks, 1, 1};
    request.block = {by_kernels_ ? 1 : kThreads, 1, 1};
    request.parameters.resize(2 * sizeof(Addr));
    std::memcpy(request.parameters.data(), &in_, sizeof(Addr));
    std::memcpy(request.parameters.data() + sizeof(Addr), &out, sizeof(Addr));
    request.stream = stream;
    device_.launch(std::move(request));
  }
  void finish() {
    while (!device_.idle()) device_.advance(kNever);
  }
  std::vector<LaunchRecord> records() const { return records_; }
  std::vector<std::uint32_t> words() {
    std::vector<std::uint32_t> all(outs_.size() * kWords);
    for (std::size_t i = 0; i < outs_.size(); ++i)
      device_.memory().read(outs_[i], all.data() + i * kWords, kWords * sizeof(std::uint32_t));
    return all;
  }

 private:
  Configuration configuration(const std::vector<const Choice*>& choices,
                              const CombinedProgram& program) const {
    const MachineFolder machines;
    Configuration configuration = Configuration::resolve(request_of(choices, program));
    configuration.check_files();
    configuration.run_folder = folder_.path();
    return configuration;
  }

  TemporaryFolder folder_;
  Device device_;
  std::shared_ptr<const LoadedModule> module_;
  Addr in_ = 0;
  std::vector<Addr> outs_;
  bool by_kernels_ = false;
  std::vector<LaunchRecord> records_;
};

}  // namespace

CombinedRun run_combined(const std::vector<const Choice*>& choices,
                         const CombinedProgram& program) {
  CombinedRun run;
  std::optional<Session> session;
  try {
    session.emplace(choices, program);
    for (std::uint32_t stream = 0; stream < kLaunches; ++stream) session->launch(stream);
  } catch (const std::exception& error) {
    run.refusal = error.what();
    return run;
  }
  try {
    session->finish();
  } catch (const std::exception& error) {
    run.failure = error.what();
  }
  run.records = session->records();
  run.words = session->words();
  return run;
}

}  // namespace heddle::sim
