// Writes source_lines.csv: the time of warps by instruction. At each multiple of an interval, the
// probe charges each resident warp to its next instruction, under the reason that keeps the warp
// from issuing. A warp that has ended but has instructions in flight is charged to its last
// instruction. The probe also counts what each instruction does: issues, lanes, and accesses of
// memory. Each row has the PTX line of the instruction. If the PTX names the source line (.loc),
// the row has the source line as well, and the line of the kernel's own file that leads there.
#include <algorithm>
#include <array>
#include <bit>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "heddle/base/exception.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/csv_field.hpp"
#include "heddle/isa/listing.hpp"
#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"

namespace heddle::probe {
namespace {

using ByReason = std::array<std::uint64_t, model::kStalls>;
using SharedProgram = std::shared_ptr<const isa::Program>;

/// What an instruction of a kernel did, and the warps that were charged to it.
struct InstructionWork {
  ByReason warps{};
  std::uint64_t issues = 0;
  std::uint64_t lanes = 0;          ///< active lanes of all issues, whatever their guards
  std::uint64_t requests = 0;       ///< issues that accessed lines of a cache
  std::uint64_t sectors = 0;        ///< sectors of these lines
  std::uint64_t bank_requests = 0;  ///< issues that accessed banks of shared memory or constants
  std::uint64_t bank_cycles = 0;    ///< cycles that the banks took

  void add(const InstructionWork& other) {
    for (std::size_t reason = 0; reason < model::kStalls; ++reason)
      warps[reason] += other.warps[reason];
    issues += other.issues;
    lanes += other.lanes;
    requests += other.requests;
    sectors += other.sectors;
    bank_requests += other.bank_requests;
    bank_cycles += other.bank_cycles;
  }
};

/// The work of a kernel's instructions, by program counter.
struct ChargedKernel {
  SharedProgram program;
  std::vector<InstructionWork> work;
};

/// Returns the index of the program's kernel in the list. Adds the kernel if the list does not have
/// it.
std::size_t kernel_of(std::vector<ChargedKernel>& kernels, const SharedProgram& program) {
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (kernels[i].program == program) return i;
  kernels.push_back({program, std::vector<InstructionWork>(program->code.size())});
  return kernels.size() - 1;
}

/// Counts the work of an SM's instructions, and charges the SM's warps at multiples of the
/// interval. The state of warps does not change between two events. So the state at a multiple can
/// be read at the first event after the multiple.
class SmPart final
    : public UnitHears<model::KernelBound, model::WarpStateChanged, model::InstructionIssued,
                       model::InstructionExecuted, model::L1Access> {
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
  void on(const model::InstructionIssued& event) override {
    ++work_of(event.kernel, event.pc).issues;
  }
  void on(const model::L1Access& event) override {
    if (event.outcome == model::L1Outcome::blocked) return;
    InstructionWork& work = work_of(event.kernel, event.pc);
    const std::uint64_t first = event.index == 0 ? 1 : 0;
    if (event.outcome == model::L1Outcome::banks) {
      work.bank_requests += first;
      work.bank_cycles += event.cycles;
    } else {
      work.requests += first;
      work.sectors += static_cast<unsigned>(std::popcount(event.sectors));
    }
  }
  /// At this event the entity's paths have already advanced, so the entity's instruction in this
  /// cycle is `event.pc`.
  void on(const model::InstructionExecuted& event) override {
    Entity& entity = entities_[event.entity];
    kernels_[entity.kernel].work[event.pc].lanes +=
        static_cast<unsigned>(std::popcount(event.lanes));
    entity.last = event.pc;
    entity.executes = true;
    charge_before(event.cycle + 1);
    entity.executes = false;
  }

  const std::vector<ChargedKernel>& kernels() const { return kernels_; }

 private:
  InstructionWork& work_of(std::uint8_t slot, Pc pc) { return kernels_[slots_[slot]].work[pc]; }

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
    ByReason& warps = kernels_[entity.kernel].work[entity.last].warps;
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
    if (file.empty()) return "";
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
  std::string text = "kernel,pc,ptx_line,file,line,calling_file,calling_line,warps";
  for (const auto reason : model::kStallNames)
    if (reason != "empty") text += fmt::format(",{}", reason);
  return text +
         ",issues,lanes,requests,sectors,bank_requests,bank_cycles,instruction,ptx,source,"
         "calling_source\n";
}

/// The function that contains the instruction. Null: none does.
const isa::Function* function_at(const isa::Program& program, Pc pc) {
  const auto found = std::ranges::find_if(program.functions, [&](const isa::Function& function) {
    return pc >= function.entry && pc < function.end;
  });
  return found == program.functions.end() ? nullptr : &*found;
}

/// The fields "file,line" of a place.
std::string place_fields(const isa::SourcePlace& place) {
  return fmt::format("{},{}", csv_field(std::string(place.file)),
                     place.line == 0 ? "" : std::to_string(place.line));
}

std::string counts_of(const InstructionWork& work) {
  std::uint64_t all = 0;
  std::string reasons;
  for (std::size_t reason = 0; reason < work.warps.size(); ++reason) {
    all += work.warps[reason];
    if (model::kStallNames[reason] != "empty") reasons += fmt::format(",{}", work.warps[reason]);
  }
  return fmt::format("{}{},{},{},{},{},{},{}", all, reasons, work.issues, work.lanes, work.requests,
                     work.sectors, work.bank_requests, work.bank_cycles);
}

std::string row_of(const isa::Program& program, Pc pc, const InstructionWork& work,
                   SourceFiles& files) {
  const std::uint32_t ptx_line = program.code[pc].line;
  const isa::SourcePlace place = program.source->place(ptx_line);
  const isa::SourcePlace calling = program.source->calling_place(ptx_line);
  const isa::Function* const function = function_at(program, pc);
  const std::string instruction = function == nullptr ? "" : isa::listing(program, *function, pc);
  return fmt::format("{},{},{},{},{},{},{},{},{},{}\n", csv_field(program.name), pc, ptx_line,
                     place_fields(place), place_fields(calling), counts_of(work),
                     csv_field(instruction),
                     csv_field(std::string(program.source->ptx_line(ptx_line))),
                     csv_field(files.line(std::string(place.file), place.line)),
                     csv_field(files.line(std::string(calling.file), calling.line)));
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
      for (Pc pc = 0; pc < kernel.work.size(); ++pc)
        write(row_of(*kernel.program, pc, kernel.work[pc], files));
    }
  }

 private:
  static void add(const ChargedKernel& kernel, std::vector<ChargedKernel>& sum) {
    std::vector<InstructionWork>& into = sum[kernel_of(sum, kernel.program)].work;
    for (std::size_t pc = 0; pc < into.size(); ++pc) into[pc].add(kernel.work[pc]);
  }

  std::uint64_t interval_ = 0;
  std::deque<SmPart> parts_;
};

const policy::Register<Probe, SourceLines> registration(
    "source_lines", "at which instructions, and so source lines, warps spend their time");

}  // namespace
}  // namespace heddle::probe
