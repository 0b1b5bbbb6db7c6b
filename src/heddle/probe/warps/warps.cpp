// Writes warps.csv, one row for each warp. Cycles count from the beginning of the launch.
#include <deque>

#include <fmt/core.h>

#include "heddle/base/text/csv_field.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"
#include "heddle/probe/warps/warp_record.hpp"

namespace heddle::probe {
namespace {

class Warps final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("warps", on_,
          {.doc = "write warps.csv into the run's folder: when each warp was on which SM, what it "
                  "issued and what it found in the texture cache"});
  }
  std::string_view prefix() const override { return "run"; }
  bool is_on() const override { return on_; }
  UnitProbe* on_sm(const SmFacts& /*sm*/) override { return &parts_.emplace_back(); }
  unsigned place() const override { return 60; }

  Output output() const override {
    return {.file = "warps.csv", .growth = Growth::by_launch, .needs_folder = true};
  }
  std::string heading() const override {
    return "launch,kernel,sm,block,warp,dispatched,launched,end,instructions,"
           "texture_accesses,texture_misses,texture_merges\n";
  }
  std::string rows_of(const Launch& launch) override {
    const std::string kernel = csv_field(demangled(launch.kernel));
    std::string rows;
    for (std::size_t sm = 0; sm < parts_.size(); ++sm) {
      for (const WarpStay& stay : parts_[sm].take(launch.number)) {
        rows += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\n", launch.number, kernel, sm,
                            stay.block, stay.index, stay.dispatched - launch.started,
                            stay.launched - launch.started, stay.end - launch.started,
                            stay.instructions, stay.texture.accesses, stay.texture.misses,
                            stay.texture.merges);
      }
    }
    return rows;
  }

 private:
  bool on_ = false;
  std::deque<WarpRecord> parts_;  ///< indexed by SM
};

const policy::Register<Probe, Warps> registration(
    "warps", "when each warp was on which SM, and what it issued");

}  // namespace
}  // namespace heddle::probe
