// Writes the accesses of all L1s to l1_stream.bin during the run, for heddle replay.
#include <deque>
#include <utility>

#include "heddle/policy/registry.hpp"
#include "heddle/probe/l1_stream/stream_recorder.hpp"
#include "heddle/probe/probe.hpp"
#include "heddle/replay/stream_file.hpp"

namespace heddle::probe {
namespace {

class L1Stream final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("l1_stream", on_,
          {.doc = "write the accesses of the L1s to l1_stream.bin, for heddle replay; 16 bytes "
                  "each"});
  }
  std::string_view prefix() const override { return "run"; }
  bool is_on() const override { return on_; }
  bool tells_warps_apart() const override { return true; }
  bool needs_one_l1() const override { return true; }
  void attach(const MachineFacts& machine) override {
    shape_ = machine.l1;
    sms_ = machine.size.sms;
  }
  UnitProbe* on_sm(const SmFacts& /*sm*/) override {
    return &parts_.emplace_back(shape_.line_bytes);
  }
  unsigned place() const override { return 80; }

  Output output() const override {
    return {.file = "l1_stream.bin", .growth = Growth::as_it_comes, .needs_folder = true};
  }
  std::string heading() const override { return replay::StreamWriter::head(shape_, sms_); }
  void launched(const Launch& launch, const isa::Program& /*program*/) override {
    launches_.push_back(launch);
  }
  /// Writes each launch before its accesses.
  void write(const WriteText& write) override {
    replay::StreamWriter stream(write);
    for (const Launch& launch : std::exchange(launches_, {}))
      stream.launch(launch.number, launch.kernel);
    for (std::uint32_t sm = 0; sm < parts_.size(); ++sm) {
      std::vector<replay::Record>& records = parts_[sm].records;
      if (!records.empty()) stream.records(sm, records);
      records.clear();
    }
  }

 private:
  bool on_ = false;
  replay::CacheShape shape_;
  std::uint32_t sms_ = 0;
  std::vector<Launch> launches_;      ///< launches that have not been written yet
  std::deque<StreamRecorder> parts_;  ///< indexed by SM
};

const policy::Register<Probe, L1Stream> registration(
    "l1_stream", "the accesses of the L1s, in a file for heddle replay");

}  // namespace
}  // namespace heddle::probe
