// Writes source_lines.csv: the time of warps by instruction. At each multiple of an interval, the
// probe charges each resident warp to its next instruction, under the reason that keeps the warp
// from issuing. A warp that has ended but has instructions in flight is charged to its last
// instruction. Each row has the PTX line of the instruction. If the PTX names the source line
// (.loc), the row has the source line as well.
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "heddle/base/exception.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/csv_field.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::probe {
namespace {

using ByReason = std::array<std::uint64_t, model::kStalls>;
using SharedProgram = std::shared_ptr<const isa::Program>;

/// The charges of a kernel, by program counter and reason.
struct ChargedKernel {
  SharedProgram program;
  std::vector<ByReason> warps;
};

/// Returns the index of the program's kernel in the list. Adds the kernel if the list does not have
/// it.
std::size_t kernel_of(std::vector<ChargedKernel>& kernels, const SharedProgram& program) {
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (kernels[i].program == program) return i;
  kernels.push_back({program, std::vector<ByReason>(program->code.size())});
  return kernels.size() - 1;
}

/// Charges an SM's warps at multiples of the interval. The state of warps does not change between
/// two events. So the state at a multiple can be read at the first event after the multiple.
class SmPart final
    : public UnitHears<model::KernelBound, model::WarpStateChanged, model::InstructionExecuted> {
 public:
  SmPart(const SmFacts& sm, Cycle interval)
      : view_(sm.view), interval_(interval), entities_(view_.entities) {}

  void on(const model::KernelBound& event) override {
    slots_[event.kernel] = kernel_of(kernels_, event.program);
  }
  void on(const model::WarpStateChanged& event) override {
    charge_before(event.cycle);
    Entity& entity = entities_[event.entity];
    if (entity.state == model::Stall::empty) {
      entity.kernel = slots_[view_.warps[event.entity].kernel];
      entity.last = 0;
    }
    entity.state = event.state;
  }
  /// At this event the entity's paths have already advanced, so the entity's instruction in this
  /// cycle is `event.pc`.
  void on(const model::InstructionExecuted& event) override {
    entities_[event.entity].last = event.pc;
    entities_[event.entity].executes = true;
    charge_before(event.cycle + 1);
    entities_[event.entity].executes = false;
  }

  const std::vector<ChargedKernel>& kernels() const { return kernels_; }

 private:
  struct Entity {
    model::Stall state = model::Stall::empty;
    bool executes = false;  ///< the entity executes instruction `last` in the cycle that is being
                            ///< charged
    Pc last = 0;            ///< last known instruction of the entity
    std::size_t kernel = 0;
  };

  /// Charges the warps at each multiple of the interval before `end`.
  void charge_before(Cycle end) {
    if (next_ >= end) return;
    const Cycle times = (end - 1 - next_) / interval_ + 1;
    next_ += times * interval_;
    for (unsigned i = 0; i < entities_.size(); ++i)
      if (entities_[i].state != model::Stall::empty) charge(i, times);
  }
  void charge(unsigned index, Cycle times) {
    Entity& entity = entities_[index];
    if (!entity.executes && view_.paths->active(index) != 0) entity.last = view_.paths->pc(index);
    ByReason& warps = kernels_[entity.kernel].warps[entity.last];
    warps[static_cast<std::size_t>(entity.state)] += times;
  }

  const model::SmView& view_;
  Cycle interval_;
  Cycle next_ = 0;  ///< next multiple of the interval at which warps are charged
  std::vector<Entity> entities_;
  std::array<std::size_t, model::kKernelSlots> slots_{};  ///< by kernel slot: index into kernels_
  std::vector<ChargedKernel> kernels_;
};

/// The lines of the source files that PTX names. A file is read when one of its lines is requested
/// for the first time.
class SourceFiles {
 public:
  /// The line without surrounding space; "" if the file or the line does not exist.
  std::string line(const std::string& file, std::uint32_t number) {
    const auto [found, is_new] = lines_.try_emplace(file);
    if (is_new) read(file, found->second);
    return number == 0 || number > found->second.size() ? "" : found->second[number - 1];
  }

 private:
  static void read(const std::string& file, std::vector<std::string>& lines) {
    std::string text;
    try {
      text = read_file(file, file_kinds::kSource);
    } catch (const Error&) {
      return;  // the file may not exist here, since the program may have been compiled on another
               // machine
    }
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      std::string line = text.substr(begin, end - begin);
      const std::size_t first = line.find_first_not_of(" \t\r");
      const std::size_t last = line.find_last_not_of(" \t\r");
      lines.push_back(first == std::string::npos ? "" : line.substr(first, last - first + 1));
      begin = end + 1;
    }
  }

  std::map<std::string, std::vector<std::string>> lines_;
};

std::string heading_text() {
  std::string text = "kernel,pc,ptx_line,file,line,warps";
  for (const auto reason : model::kStallNames)
    if (reason != "empty") text += fmt::format(",{}", reason);
  return text + ",ptx,source\n";
}

std::string row_of(const isa::Program& program, Pc pc, const ByReason& warps, SourceFiles& files) {
  const std::uint32_t ptx_line = program.code[pc].line;
  const isa::SourcePlace place = program.source->place(ptx_line);
  std::uint64_t all = 0;
  std::string reasons;
  for (std::size_t reason = 0; reason < warps.size(); ++reason) {
    all += warps[reason];
    if (model::kStallNames[reason] != "empty") reasons += fmt::format(",{}", warps[reason]);
  }
  const std::string file(place.file);
  return fmt::format("{},{},{},{},{},{}{},{},{}\n", csv_field(program.name), pc, ptx_line,
                     csv_field(file), place.line == 0 ? "" : std::to_string(place.line), all,
                     reasons, csv_field(std::string(program.source->ptx_line(ptx_line))),
                     file.empty() ? "" : csv_field(files.line(file, place.line)));
}

class SourceLines final : public Probe {
 public:
  void describe(ParameterVisitor& visit) override {
    visit("source_lines", interval_,
          {.unit = "cycles",
           .doc = "write source_lines.csv into the run's folder: every so many cycles each warp "
                  "is charged to its next instruction; 0: none is written"});
  }
  std::string_view prefix() const override { return "run"; }
  bool is_on() const override { return interval_ != 0; }
  bool needs_source() const override { return true; }
  UnitProbe* on_sm(const SmFacts& sm) override { return &parts_.emplace_back(sm, interval_); }
  unsigned place() const override { return 25; }

  Output output() const override {
    return {.file = "source_lines.csv", .growth = Growth::at_end, .needs_folder = true};
  }
  void write(const WriteText& write) override {
    std::vector<ChargedKernel> sum;
    for (const SmPart& part : parts_) {
      for (const ChargedKernel& kernel : part.kernels()) add(kernel, sum);
    }
    write(heading_text());
    SourceFiles files;
    for (const ChargedKernel& kernel : sum) {
      for (Pc pc = 0; pc < kernel.warps.size(); ++pc) {
        if (kernel.warps[pc] != ByReason{})
          write(row_of(*kernel.program, pc, kernel.warps[pc], files));
      }
    }
  }

 private:
  static void add(const ChargedKernel& kernel, std::vector<ChargedKernel>& sum) {
    std::vector<ByReason>& into = sum[kernel_of(sum, kernel.program)].warps;
    for (std::size_t pc = 0; pc < into.size(); ++pc) {
      for (std::size_t reason = 0; reason < model::kStalls; ++reason)
        into[pc][reason] += kernel.warps[pc][reason];
    }
  }

  std::uint64_t interval_ = 0;
  std::deque<SmPart> parts_;
};

const policy::Register<Probe, SourceLines> registration(
    "source_lines", "at which instructions, and so source lines, warps spend their time");

}  // namespace
}  // namespace heddle::probe
