// What the probe of source lines charges, against what independent listeners see.
#include <map>
#include <sstream>

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/policy/registry.hpp"
#include "heddle/probe/probe.hpp"
#include "organisation.hpp"
#include "parameter_setter.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

/// A line of source_lines.csv by column.
using ChargedLine = std::map<std::string, std::string>;

/// The fields of a line of CSV. A quoted field may contain commas.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool is_quoted = false;
  for (const char letter : line) {
    if (letter == '"') is_quoted = !is_quoted;
    if (letter == ',' && !is_quoted) {
      fields.emplace_back();
    } else if (letter != '"') {
      fields.back() += letter;
    }
  }
  return fields;
}

std::vector<ChargedLine> charged_lines(const std::string& text) {
  std::vector<ChargedLine> lines;
  std::vector<std::string> columns;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const std::vector<std::string> fields = fields_of(line);
    if (columns.empty()) {
      columns = fields;
      continue;
    }
    ChargedLine row;
    for (std::size_t i = 0; i < std::min(columns.size(), fields.size()); ++i)
      row[columns[i]] = fields[i];
    lines.push_back(row);
  }
  return lines;
}

/// When warps are on the SM by their states, and how often each instruction was issued.
class Presence final : public model::Hears<model::WarpStateChanged, model::InstructionExecuted> {
 public:
  explicit Presence(Cycle interval) : interval_(interval) {}
  void on(const model::WarpStateChanged& event) override {
    const bool was = since_.contains(event.entity);
    if (event.state == model::Stall::empty && was) {
      const Cycle from = since_.extract(event.entity).mapped();
      present_ += multiples_before(event.cycle) - multiples_before(from);
    }
    if (event.state != model::Stall::empty && !was) since_[event.entity] = event.cycle;
  }
  void on(const model::InstructionExecuted& event) override {
    if (event.cycle % interval_ == 0) ++executed_[event.pc];
  }
  std::uint64_t present() const { return present_; }
  const std::map<Pc, std::uint64_t>& executed() const { return executed_; }

 private:
  std::uint64_t multiples_before(Cycle at) const { return (at + interval_ - 1) / interval_; }

  Cycle interval_;
  std::map<unsigned, Cycle> since_;
  std::uint64_t present_ = 0;
  std::map<Pc, std::uint64_t> executed_;
};

/// A kernel run with the probe attached.
class Charged {
 public:
  Charged(const std::string& ptx, Dim3 grid, Dim3 block, Cycle interval,
          const gpu::PolicyChoice& policies = greedy(),
          const gpu::MachineSpec& machine = small_machine())
      : seen_(interval) {
    const auto probe = policy::Registry<probe::Probe>::instance().make("source_lines");
    const Values on = {{"source_lines", interval}};
    ValueSetter setter(on);
    probe->describe(setter);
    Rig rig(machine, policies);
    rig.keep_source();
    rig.gpu().attach(*probe);
    rig.gpu().listen(0, seen_);
    const gpu::GridCounters counters = rig.run(ptx, grid, block);
    StatisticList list;
    counters.describe(list);
    for (const Statistic& statistic : list.values) statistics_[statistic.name] = statistic.value;
    probe->write([&](std::string_view text) { text_ += text; });
    lines_ = charged_lines(text_);
  }

  std::uint64_t sum(const std::string& column) const {
    std::uint64_t all = 0;
    for (const ChargedLine& line : lines_) all += std::stoull(line.at(column));
    return all;
  }
  double statistic(const std::string& name) const { return statistics_.at(name); }
  const Presence& seen() const { return seen_; }
  const std::vector<ChargedLine>& lines() const { return lines_; }
  const std::string& text() const { return text_; }

 private:
  Presence seen_;
  std::string text_;
  std::vector<ChargedLine> lines_;
  std::map<std::string, double> statistics_;
};

/// Loads, a branch that half of the lanes take, a barrier, arithmetic.
const std::string kChargedKernel = kernel(
    "  mov.u32 %r1, %tid.x;\n  mul.wide.u32 %rd2, %r1, 4;\n  add.u64 %rd3, %rd1, %rd2;\n"
    "  mov.u32 %r5, 0;\nL:\n  ld.global.u32 %r2, [%rd3];\n  add.u32 %r2, %r2, %r1;\n"
    "  and.b32 %r3, %r1, 1;\n  setp.ne.u32 %p1, %r3, 0;\n  @%p1 bra E;\n"
    "  mul.lo.u32 %r2, %r2, 7;\nE:\n  bar.sync 0;\n  st.global.u32 [%rd3], %r2;\n"
    "  add.u32 %r5, %r5, 1;\n  setp.lt.u32 %p2, %r5, 20;\n  @%p2 bra L;\n");

const std::vector<std::string> kChargedReasons = {"issued",
                                                  "throttled",
                                                  "pipeline",
                                                  "scoreboard_memory",
                                                  "scoreboard_compute",
                                                  "memory_order",
                                                  "service",
                                                  "barrier",
                                                  "fetch",
                                                  "drain",
                                                  "stopped",
                                                  "away"};

TEST(SourceLines, ChargesEachWarpOnceAtEachMultiple) {
  for (const Cycle interval : {Cycle{1}, Cycle{7}, Cycle{100}}) {
    for (const auto& [name, policies] : every_organisation()) {
      const Charged run(kChargedKernel, {5}, {160}, interval, policies);
      EXPECT_EQ(run.sum("warps"), run.seen().present()) << name << ", every " << interval;
      std::uint64_t reasons = 0;
      for (const std::string& reason : kChargedReasons) reasons += run.sum(reason);
      EXPECT_EQ(reasons, run.sum("warps")) << name;
    }
  }
}

/// At every cycle: the warps' time on the SM, but for the cycles in which a warp that has ended
/// keeps its slot, which are few here.
TEST(SourceLines, SumsToTheTimeOfResidentWarps) {
  const Charged run(kChargedKernel, {1}, {256}, 1);
  EXPECT_NEAR(static_cast<double>(run.sum("warps")), run.statistic("residency.warp_cycles"),
              0.02 * run.statistic("residency.warp_cycles"));
}

/// What was issued at multiples of the interval is charged to the instructions that issued.
void expect_issues_charged(const Charged& run, const std::string& name) {
  std::map<Pc, std::uint64_t> issued;
  for (const ChargedLine& line : run.lines())
    issued[static_cast<Pc>(std::stoul(line.at("pc")))] = std::stoull(line.at("issued"));
  ASSERT_FALSE(run.seen().executed().empty());
  for (const auto& [pc, count] : run.seen().executed())
    EXPECT_GE(issued[pc], count) << name << ", pc " << pc;
}

/// A warp that issues in a cycle was free to, and at this instruction.
TEST(SourceLines, ChargesWhatIssuesToTheInstructionThatIssues) {
  for (const Cycle interval : {Cycle{1}, Cycle{3}}) {
    for (const char* name : {"spatial 32", "spatial 8", "temporal"}) {
      expect_issues_charged(
          Charged(kChargedKernel, {5}, {160}, interval, every_organisation().at(name)), name);
    }
    for (const auto& [name, choice] : every_forming_organisation()) {
      expect_issues_charged(Charged(kChargedKernel, {5}, {160}, interval, choice, one_at_a_time()),
                            name);
    }
  }
}

/// One warp waits for a load at the instruction that needs the value, and nowhere else for memory
/// but at the kernel's end for its store.
TEST(SourceLines, ChargesTheWaitForALoadToItsUser) {
  const std::string ptx = kernel(
      "  ld.global.u32 %r2, [%rd1];\n  mov.u32 %r4, 1;\n  add.u32 %r3, %r2, %r2;\n"
      "  st.global.u32 [%rd1], %r3;\n");
  const Charged run(ptx, {1}, {32}, 1);
  std::uint64_t at_user = 0;
  for (const ChargedLine& line : run.lines()) {
    if (line.at("ptx").find("add.u32 %r3") != std::string::npos)
      at_user = std::stoull(line.at("scoreboard_memory"));
  }
  EXPECT_GT(at_user, 100u);
  EXPECT_EQ(run.sum("scoreboard_memory"), at_user);
}

/// The numbers of the instruction whose PTX begins with `ptx`.
std::vector<std::uint64_t> work_of(const Charged& run, const std::string& ptx) {
  std::vector<std::uint64_t> numbers;
  for (const ChargedLine& line : run.lines()) {
    if (!line.at("ptx").starts_with(ptx) || line.at("issues") == "0") continue;
    for (const char* column :
         {"issues", "lanes", "requests", "sectors", "bank_requests", "bank_cycles"})
      numbers.push_back(std::stoull(line.at(column)));
  }
  return numbers;
}

/// Two blocks of two warps, ten trips. 32 lanes at 4 bytes each fill four sectors of 32 bytes; at
/// 32 bytes each they touch 32. Words of shared memory eight apart meet eight to a bank. Half of
/// the lanes multiply.
TEST(SourceLines, CountsTheWorkOfEachInstruction) {
  const std::string ptx = kernel(
      "  .shared .align 4 .b8 words[2048];\n  mov.u32 %r1, %tid.x;\n  mul.wide.u32 %rd2, %r1, 4;\n"
      "  add.u64 %rd3, %rd1, %rd2;\n  mul.wide.u32 %rd2, %r1, 32;\n  add.u64 %rd4, %rd1, %rd2;\n"
      "  mov.u32 %r6, words;\n  mad.lo.u32 %r7, %r1, 32, %r6;\n  mov.u32 %r5, 0;\nL:\n"
      "  ld.global.u32 %r2, [%rd3];\n  ld.global.u16 %r3, [%rd4];\n  st.shared.u32 [%r7], %r2;\n"
      "  and.b32 %r4, %r1, 1;\n  setp.ne.u32 %p1, %r4, 0;\n  @%p1 bra E;\n"
      "  mul.lo.u32 %r2, %r2, 7;\nE:\n  xor.b32 %r2, %r2, %r3;\n  st.global.u32 [%rd3], %r2;\n"
      "  add.u32 %r5, %r5, 1;\n  setp.lt.u32 %p2, %r5, 10;\n  @%p2 bra L;\n");
  for (const Cycle interval : {Cycle{1}, Cycle{1000000}}) {
    const Charged run(ptx, {2}, {64}, interval);
    using Work = std::vector<std::uint64_t>;
    EXPECT_EQ(work_of(run, "ld.global.u32"), (Work{40, 1280, 40, 160, 0, 0}));
    EXPECT_EQ(work_of(run, "ld.global.u16"), (Work{40, 1280, 40, 1280, 0, 0}));
    EXPECT_EQ(work_of(run, "st.shared.u32"), (Work{40, 1280, 0, 0, 40, 320}));
    EXPECT_EQ(work_of(run, "mul.lo.u32"), (Work{40, 640, 0, 0, 0, 0}));
    EXPECT_EQ(work_of(run, "@%p1 bra"), (Work{40, 1280, 0, 0, 0, 0}));
  }
}

/// .loc names the line for the instructions after it.
TEST(SourceLines, NamesTheLineThatThePtxWasMadeFrom) {
  std::string ptx = kernel(
      "  .loc 3 12 5\n  ld.global.u32 %r2, [%rd1];\n  add.u32 %r3, %r2, %r2;\n"
      "  .loc 3 14 1\n  st.global.u32 [%rd1], %r3;\n");
  ptx += ".file 3 \"nowhere/saxpy,2.cu\"\n";
  const Charged run(ptx, {1}, {32}, 1);
  EXPECT_THAT(run.text(), testing::HasSubstr(",\"nowhere/saxpy,2.cu\",12,"));
  EXPECT_THAT(run.text(), testing::HasSubstr(",\"nowhere/saxpy,2.cu\",14,"));
  EXPECT_THAT(run.text(), testing::HasSubstr("\"add.u32 %r3, %r2, %r2;\","));
}

}  // namespace
}  // namespace heddle::test
