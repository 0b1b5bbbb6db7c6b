// Writes resident_warps.csv: the warps that are on the SMs now, each with its stall reason and
// instruction. The table is replaced whenever the user looks at the run's progress. After the end
// of a run the table is empty.
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "heddle/base/text/csv_field.hpp"
#include "heddle/base/text/demangle.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::probe {
namespace {

/// Follows the state of an SM's warps from cycle to cycle.
class SmWarps final
    : public UnitHears<model::KernelBound, model::BlockDispatched, model::WarpStateChanged> {
 public:
  explicit SmWarps(const SmFacts& sm)
      : sm_(sm.sm), view_(sm.view), entities_(view_.entities), blocks_(view_.blocks) {}

  void on(const model::KernelBound& event) override { programs_[event.kernel] = event.program; }
  void on(const model::BlockDispatched& event) override { blocks_[event.block_slot] = event.block; }
  void on(const model::WarpStateChanged& event) override {
    entities_[event.entity].state = event.state;
    entities_[event.entity].since = event.cycle;
  }

  std::string rows() const {
    std::string text;
    for (unsigned entity = 0; entity < entities_.size(); ++entity)
      if (entities_[entity].state != model::Stall::empty) text += row_of(entity);
    return text;
  }

 private:
  struct Entity {
    model::Stall state = model::Stall::empty;
    Cycle since = 0;  ///< first cycle of the present state
  };

  std::string row_of(unsigned entity) const {
    const Entity& of = entities_[entity];
    const model::WarpView& warp = view_.warps[entity];
    const auto& program = programs_[warp.kernel];
    std::string place = ",,";
    if (program != nullptr && view_.paths->active(entity) != 0) {
      const Pc pc = view_.paths->pc(entity);
      const std::uint32_t line = program->code[pc].line;
      place = fmt::format("{},{},{}", pc, line,
                          csv_field(std::string(program->source->ptx_line(line))));
    }
    return fmt::format("{},{},{},{},{},{},{},{},{},{}\n", view_.now, sm_,
                       program == nullptr ? "" : csv_field(demangled(program->name)),
                       blocks_[warp.block_slot], warp.index,
                       model::kStallNames[static_cast<std::size_t>(of.state)], of.since,
                       warp.launched_at, warp.warp_instructions, place);
  }

  std::uint32_t sm_;
  const model::SmView& view_;
  std::vector<Entity> entities_;
  std::vector<std::uint64_t> blocks_;  ///< by block slot: number of the last block in the slot
  std::array<std::shared_ptr<const isa::Program>, model::kKernelSlots> programs_;
};

class ResidentWarps final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("resident_warps", on_,
          {.doc = "write resident_warps.csv into the run's folder while the run goes on: the warps "
                  "on the SMs and what they wait for; heddle run --live shows the table"});
  }
  std::string_view prefix() const override { return "run"; }
  bool is_on() const override { return on_; }
  bool needs_source() const override { return true; }
  UnitProbe* on_sm(const SmFacts& sm) override { return &parts_.emplace_back(sm); }
  unsigned place() const override { return 60; }

  Output output() const override {
    return {.file = "resident_warps.csv", .growth = Growth::replaced, .needs_folder = true};
  }
  void write(const WriteText& write) override {
    write("now,sm,kernel,block,warp,state,since,launched,instructions,pc,ptx_line,ptx\n");
    for (const SmWarps& part : parts_) write(part.rows());
  }

 private:
  bool on_ = false;
  std::deque<SmWarps> parts_;
};

const policy::Register<Probe, ResidentWarps> registration(
    "resident_warps", "which warps are on the SMs now, and what they wait for");

}  // namespace
}  // namespace heddle::probe
