// Writes blocks.csv, one row for each stay of a block on an SM. Cycles count from the beginning of
// the launch.
#include <deque>

#include <fmt/core.h>

#include "heddle/base/text/csv_field.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/blocks/block_record.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::probe {
namespace {

class Blocks final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("blocks", on_,
          {.doc = "write blocks.csv into the run's folder: when each block was on which SM"});
  }
  std::string_view prefix() const override { return "run"; }
  bool is_on() const override { return on_; }
  UnitProbe* on_sm(const SmFacts& /*sm*/) override { return &parts_.emplace_back(); }
  unsigned place() const override { return 50; }

  Output output() const override {
    return {.file = "blocks.csv", .growth = Growth::by_launch, .needs_folder = true};
  }
  std::string heading() const override { return "launch,kernel,sm,place,block,start,end\n"; }
  std::string rows_of(const Launch& launch) override {
    const std::string kernel = csv_field(demangled(launch.kernel));
    std::string rows;
    for (std::size_t sm = 0; sm < parts_.size(); ++sm) {
      std::uint64_t place = 0;
      for (const BlockStay& stay : parts_[sm].take(launch.number)) {
        const std::string end =
            stay.end == kNever ? "" : fmt::format("{}", stay.end - launch.started);
        rows += fmt::format("{},{},{},{},{},{},{}\n", launch.number, kernel, sm, place++,
                            stay.block, stay.start - launch.started, end);
      }
    }
    return rows;
  }

 private:
  bool on_ = false;
  std::deque<BlockRecord> parts_;  ///< records by SM
};

const policy::Register<Probe, Blocks> registration("blocks", "when each block was on which SM");

}  // namespace
}  // namespace heddle::probe
