// Profiled-DAWS: what a file of loads says of a kernel, and what is wrong with a file.

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "fake_sm.hpp"
#include "heddle/base/error.hpp"
#include "heddle/policy/throttle/daws/load_profile.hpp"
#include "heddle/policy/throttle/throttle.hpp"

namespace heddle::test {
namespace {

using policy::LoadProfile;
using policy::LoopLoads;
using testing::HasSubstr;

const std::string kHeading =
    "kernel,pc,base,displacement,executions,converged,accesses,own_hits,own_merges,lost\n";

/// A kernel with a loop from 10 to 19 and one from 30 to 39; loads at 12, 13 and 14 from R2, at 15
/// from R4, and at 31 from R2. R2 is written at 11 and at 14, after which it is another base.
isa::Program two_loops() {
  isa::Program program;
  program.name = "k";
  program.code.resize(50);
  program.functions = {{.name = "k", .end = 50}};
  auto notes = std::make_shared<isa::Annotations>();
  notes->loops = {{.begin = 10, .first = 10, .end = 19, .loads = {12, 13, 14, 15}},
                  {.begin = 30, .first = 30, .end = 39, .loads = {31}}};
  notes->loop_of.assign(50, isa::kNoLoop);
  for (Pc pc = 10; pc < 20; ++pc) notes->loop_of[pc] = 0;
  for (Pc pc = 30; pc < 40; ++pc) notes->loop_of[pc] = 1;
  program.annotations = notes;
  const auto row = [](std::uint32_t index) {
    return isa::Operand(isa::OperandKind::row, false, index);
  };
  const auto load = [&](Pc pc, std::uint32_t base, std::int64_t offset) {
    isa::Instruction& instruction = program.code[pc];
    instruction.op = isa::Op::ld;
    instruction.op_class = isa::OpClass::load;
    instruction.modifiers.space = isa::Space::global;
    instruction.modifiers.type = isa::Type::u32;
    instruction.sources[0] = row(base);
    instruction.destinations[0] = row(8);
    instruction.offset = offset;
  };
  load(11, 6, 0);
  program.code[11].destinations[0] = row(2);
  program.annotations = notes;
  load(12, 2, 0);
  load(13, 2, 124);
  load(14, 2, 128);
  load(15, 4, 4);
  load(31, 2, 0);
  return program;
}

class Profile : public testing::Test {
 protected:
  void SetUp() override { loads_.start(*program_.annotations); }
  void fill(const std::string& lines) {
    LoadProfile::parse(kHeading + lines, "loads.csv").fill(loads_, program_, 128);
  }
  std::string message(const std::string& lines, const std::string& heading = kHeading) {
    try {
      LoadProfile::parse(heading + lines, "loads.csv").fill(loads_, program_, 128);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  isa::Program program_ = two_loops();
  LoopLoads loads_;
};

/// The loads at 12 and 13 lie within a line of each other, 14 is a line further.
const std::string kFirstLoop =
    "k,12,R2@11,0,10,0,320,200,0,0\n"
    "k,13,R2@11,124,10,10,10,0,0,0\n"
    "k,14,R2@11,128,10,10,10,0,0,0\n"
    "k,15,R4,4,10,10,20,0,0,0\n";
const std::string kSecondLoop = "k,31,R2@11,0,5,5,10,5,0,0\n";

/// Diverged group of 12 and 13: a line a lane; 14 and 15: two lines each.
TEST_F(Profile, SaysWhichLoadsShareLinesAndWhichDiverge) {
  fill(kFirstLoop + kSecondLoop);
  EXPECT_EQ(loads_.predict(0, 32), 32u + 2 + 2);
  EXPECT_EQ(loads_.predict(0, 5), 5u + 2 + 2);
  EXPECT_EQ(loads_.predict(0, 1), 3u);
}

/// More than half of the accesses must be of the warp's own data, there or lost: 200 of 360, and 5
/// of 10.
TEST_F(Profile, SaysWhichLoopsHaveLocality) {
  fill(kFirstLoop + kSecondLoop);
  EXPECT_GT(loads_.predict(0, 8), 0u);
  EXPECT_EQ(loads_.predict(1, 8), 0u);
  fill(kFirstLoop + "k,31,R2@11,0,5,5,10,5,0,1\n");
  EXPECT_EQ(loads_.predict(1, 8), 2u);
  fill(kFirstLoop + "k,31,R2@11,0,5,5,10,3,3,0\n");
  EXPECT_EQ(loads_.predict(1, 8), 2u);
}

TEST_F(Profile, OneExecutionWithMoreThanTwoLinesMakesALoadDiverged) {
  fill(kFirstLoop + "k,31,R2@11,0,5,4,12,8,0,0\n");
  EXPECT_EQ(loads_.predict(1, 8), 8u);
}

/// Of a load that never ran nothing is predicted.
TEST_F(Profile, LoadsThatNeverRanAreNotKnown) {
  fill(
      "k,12,R2@11,0,10,0,320,200,0,0\nk,13,R2@11,124,0,0,0,0,0,0\n"
      "k,14,R2@11,128,0,0,0,0,0,0\nk,15,R4,4,0,0,0,0,0,0\n" +
      kSecondLoop);
  EXPECT_EQ(loads_.predict(0, 32), 32u);
}

TEST_F(Profile, OtherKernelsDoNotMatter) {
  EXPECT_EQ(message("other,1,R9,0,1,1,1,1,0,0\n" + kFirstLoop + kSecondLoop), "");
}

TEST_F(Profile, SaysWhereAFileIsWrong) {
  EXPECT_THAT(message("", "begin,end,cycles\n"), HasSubstr("loads.csv:1: this is no profile"));
  EXPECT_THAT(message(""), HasSubstr("run.loads=true"));
  EXPECT_THAT(message("k,12,R2@11\n"), HasSubstr("loads.csv:2: 3 cells, and there are 10"));
  EXPECT_THAT(message(kSecondLoop + "k,12,R2@11,0,ten,0,320,200,0,0\n"),
              HasSubstr("loads.csv:3: 'ten' is no number for executions"));
  EXPECT_THAT(message("k,12\n", "kernel,pc\n"), HasSubstr("no column 'base'"));
}

TEST_F(Profile, SaysWhereAFileIsOfAnotherProgram) {
  EXPECT_THAT(message(kFirstLoop + "k,32,R2@11,0,5,5,10,5,0,0\n"),
              HasSubstr("loads.csv:6: kernel k has no load of [R2@11+0] at 32"));
  EXPECT_THAT(message(kFirstLoop + "k,31,R2@11,8,5,5,10,5,0,0\n"), HasSubstr("loads.csv:6"));
  EXPECT_THAT(message(kFirstLoop + "k,31,R2,0,5,5,10,5,0,0\n"), HasSubstr("the same program"));
  EXPECT_THAT(message(kFirstLoop + "k,3100,R2@11,0,5,5,10,5,0,0\n"), HasSubstr("loads.csv:6"));
  EXPECT_THAT(message(kFirstLoop), HasSubstr("nothing of kernel k, load at 31"));
}

/// Threads at the pc after the loop's first, all lanes active.
class InLoop final : public model::WarpPaths {
 public:
  Pc pc(unsigned) const override { return 11; }
  LaneMask active(unsigned) const override { return lanes; }
  bool any_within(unsigned, Pc first, Pc last) const override { return first <= 11 && last >= 11; }
  LaneMask lanes = ~LaneMask{0};
};

/// A throttle with parameters, three warps in the first loop, each with 32 lanes, whose load at 12
/// is diverged: 32 + 2 + 2 lines each.
class ProfiledDaws : public testing::Test {
 protected:
  ProfiledDaws() : file_(testing::TempDir() + "loads_" + std::to_string(getpid()) + ".csv") {
    std::ofstream(file_) << kHeading << kFirstLoop << kSecondLoop;
    sm_.set_l1(64, 128);
    sm_.set_paths(&paths_);
  }
  ~ProfiledDaws() override { std::remove(file_.c_str()); }

  void start(const std::string& parameters) {
    const sim::Settings settings =
        sim::parse_settings("profile = \"" + file_ + "\"\n" + parameters, "test");
    sim::SettingReader reader(settings);
    reader.read("", *throttle_);
    reader.refuse_unread();
    throttle_->attach(sm_.view());
    throttle_->kernel_started(0, program_);
    for (unsigned entity = 0; entity < 3; ++entity) {
      sm_.launch(entity, 0, entity);
      throttle_->warp_launched(entity);
      throttle_->instruction_issued(entity, 10, paths_.lanes);
    }
  }
  model::EntityMask loaders() { return throttle_->gate().may_load; }

  std::string file_;
  isa::Program program_ = two_loops();
  InLoop paths_;
  FakeSm sm_{3, 1};
  std::unique_ptr<policy::Throttle> throttle_ =
      policy::Registry<policy::Throttle>::instance().make("daws");
};

TEST_F(ProfiledDaws, PredictsFromTheFirstTripAndHearsNoCache) {
  start("associativity_factor = 1.0");  // 64 lines; 36, 72, 108
  EXPECT_EQ(loaders(), mask({0}));
  EXPECT_EQ(throttle_->listener(), nullptr);
}

TEST_F(ProfiledDaws, PredictsByLanes) {
  paths_.lanes = 0xFFFF;
  start("associativity_factor = 1.0");  // 16 + 2 + 2 = 20 each
  EXPECT_EQ(loaders(), mask({0, 1, 2}));
}

/// The ablation: 36 lines whatever lanes there are.
TEST_F(ProfiledDaws, OrByAllLanes) {
  paths_.lanes = 0xFFFF;
  start("associativity_factor = 1.0\ncontrol_flow_aware = false");
  EXPECT_EQ(loaders(), mask({0}));
}

/// 36 lines do not fit 0.5 * 64, but fit the L1: by the one rule nobody is held, by the other all
/// but the oldest.
TEST_F(ProfiledDaws, WhatIsTooMuchForPredictionsMayFitTheCache) {
  start("associativity_factor = 0.5\noversize = \"room\"");
  EXPECT_EQ(loaders(), mask({0, 1, 2}));
}
TEST_F(ProfiledDaws, WhatIsTooMuchForTheCacheAlone) {
  start("associativity_factor = 0.5");
  EXPECT_EQ(loaders(), mask({0}));
}

TEST_F(ProfiledDaws, NeedsNoTablesToLearn) {
  start("");
  // 3 warps of 8 + 32 + 1 bits, 32 loads of 32 + 1 + 5.
  EXPECT_EQ(throttle_->storage_bits(), 3u * 41 + 32 * 38);
}

TEST(DawsProfile, AFileThatIsNotThereIsNamed) {
  FakeSm sm(1, 1);
  const auto throttle = policy::Registry<policy::Throttle>::instance().make("daws");
  const sim::Settings settings = sim::parse_settings("profile = \"/no/such.csv\"", "test");
  sim::SettingReader(settings).read("", *throttle);
  throttle->attach(sm.view());
  try {
    throttle->kernel_started(0, isa::Program());
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("cannot read '/no/such.csv'"));
  }
}

}  // namespace
}  // namespace heddle::test
