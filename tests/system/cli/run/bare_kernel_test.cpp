#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command_runner.hpp"
#include "kernel_text.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

class BareKernel : public testing::Test {
 protected:
  BareKernel() { folder_.write("k.ptx", kScale); }

  Finished run(std::vector<std::string> options) const {
    options.insert(options.begin(), "run");
    options.emplace_back("k.ptx");
    return folder_.heddle(options);
  }
  static std::vector<std::string> scale(std::vector<std::string> more = {}) {
    std::vector<std::string> options = {"--kernel", "scale", "--grid",           "4",     "--block",
                                        "128",      "--arg", "buffer:2048:iota", "--arg", "u32:7"};
    options.insert(options.end(), more.begin(), more.end());
    return options;
  }

  Playground folder_;
};

TEST_F(BareKernel, ComputesAndPrintsABuffer) {
  const Finished finished = run(scale({"--print-arg", "0:u32"}));
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  std::istringstream numbers(finished.out);
  for (unsigned i = 0; i < 512; ++i) {
    unsigned number = 0;
    ASSERT_TRUE(numbers >> number);
    ASSERT_EQ(number, 7 * i);
  }
  EXPECT_THAT(finished.err, HasSubstr("complete"));
  EXPECT_TRUE(folder_.temporaries().empty());
}

TEST_F(BareKernel, GivesTheSameWithoutTiming) {
  const Finished timed = run(scale({"--dump-arg", "0:timed.bin", "--quiet"}));
  const Finished functional = run(scale({"--timing", "none", "--dump-arg", "0:functional.bin"}));
  ASSERT_EQ(timed.exit_code, 0) << timed.err;
  ASSERT_EQ(functional.exit_code, 0) << functional.err;
  EXPECT_EQ(timed.err, "");
  EXPECT_EQ(folder_.read("timed.bin").size(), 2048u);
  EXPECT_EQ(folder_.read("timed.bin"), folder_.read("functional.bin"));
}

/// PTX as compilers of 2008 wrote it: addresses and the registers of threads and blocks are narrow.
constexpr const char* kOldScale = R"(
.version 1.4
.target sm_13
.entry scale (.param .u32 __cudaparm_array, .param .u32 __cudaparm_factor)
{
  .reg .u16 %rh<4>;
  .reg .u32 %r<10>;
  mov.u16 %rh1, %ctaid.x;
  mov.u16 %rh2, %ntid.x;
  mul.wide.u16 %r1, %rh1, %rh2;
  cvt.u32.u16 %r2, %tid.x;
  add.u32 %r3, %r2, %r1;
  ld.param.u32 %r4, [__cudaparm_array];
  mul.lo.u32 %r5, %r3, 4;
  add.u32 %r6, %r4, %r5;
  ld.global.u32 %r7, [%r6+0];
  ld.param.u32 %r8, [__cudaparm_factor];
  mul.lo.u32 %r9, %r7, %r8;
  st.global.u32 [%r6+0], %r9;
  exit;
}
)";

TEST_F(BareKernel, OldCodeHasAddressesOf32Bits) {
  folder_.write("k.ptx", kOldScale);
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"--timing", "none"}, {"--machine", "v100"}}) {
    std::vector<std::string> options = scale({"--print-arg", "0:u32", "--quiet"});
    options.insert(options.end(), more.begin(), more.end());
    const Finished finished = run(options);
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
    std::istringstream numbers(finished.out);
    for (unsigned i = 0, number = 0; i < 512; ++i) {
      ASSERT_TRUE(numbers >> number);
      ASSERT_EQ(number, 7 * i);
    }
  }
}

TEST_F(BareKernel, AKernelThatCannotRunLeavesTheOthers) {
  folder_.write("k.ptx", std::string(kScale) +
                             ".entry other(.param .u64 p) { tcgen05.wait::ld.sync.aligned; ret; }");
  const Finished finished = run(scale({"--print-arg", "0:u32", "--quiet"}));
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  const Finished refused = run({"--kernel", "other", "--arg", "buffer:16", "--quiet"});
  EXPECT_NE(refused.exit_code, 0);
  EXPECT_THAT(refused.err, HasSubstr("kernel other cannot run: k.ptx:"));
  EXPECT_THAT(refused.err,
              HasSubstr("instruction 'tcgen05.wait::ld.sync.aligned' is not supported"));
}

TEST_F(BareKernel, ReadsBuffersFromFiles) {
  folder_.write("in.bin", std::string("\x01\0\0\0\x02\0\0\0", 8));
  const Finished finished = run(
      {"--block", "4", "--arg", "buffer:16@in.bin", "--arg", "u32:0x10", "--print-arg", "0:u32"});
  EXPECT_EQ(finished.out, "16\n32\n0\n0\n") << finished.err;
}

TEST_F(BareKernel, MistakesAreNamed) {
  const auto refused = [&](std::vector<std::string> options, const char* message) {
    const Finished finished = run(std::move(options));
    EXPECT_NE(finished.exit_code, 0);
    EXPECT_THAT(finished.err, HasSubstr(message));
  };
  refused({"--arg", "u32:7"}, "kernel scale has 2 parameters, and 1 arguments are given");
  refused({"--arg", "u32:7", "--arg", "u32:7"}, "parameter");
  refused({"--kernel", "scael", "--arg", "u32:7"}, "did you mean 'scale'?");
  refused({"--arg", "buffer:lots"}, "expected a size");
  refused({"--arg", "f31:1"}, "there is no type 'f31'");
  refused({"--arg", "u32:x"}, "'x' is no u32");
  refused(scale({"--print-arg", "1:u32"}), "expected the number of a buffer argument");
  refused({"--grid", "0", "--arg", "buffer:16", "--arg", "u32:7"}, "--grid 0: expected");
  refused({"--block", "1024,2", "--arg", "buffer:16", "--arg", "u32:7"}, "2048 threads");
}

TEST_F(BareKernel, WhatIsWantedIsCheckedBeforeTheKernelRuns) {
  for (const char* wish : {"--print-arg=0:u33", "--print-arg=0",
                           "--dump-arg=0:", "--dump-arg=0:no/such/folder", "--print-arg=1:u32"}) {
    const Finished finished = run(scale({wish, "--out", "out", "--overwrite"}));
    EXPECT_EQ(finished.exit_code, 1) << wish;
    EXPECT_EQ(folder_.json("out/stats.json").at("total").at("launches"), 0) << wish;
  }
}

TEST_F(BareKernel, OutputThatCannotBeWrittenIsAnError) {
  const std::string kernel =
      HEDDLE_PROGRAM " run --quiet --arg buffer:128 --arg u32:7 --print-arg 0:u32 k.ptx";
  EXPECT_EQ(folder_.shell(kernel + " >/dev/full").exit_code, 1);
  EXPECT_THAT(folder_.read("stderr"), HasSubstr("standard output"));
  EXPECT_EQ(folder_.shell(kernel + " >&-").exit_code, 1);
  EXPECT_EQ(folder_.shell(kernel).exit_code, 0);
}

TEST_F(BareKernel, FoldersAndEmptyFilesAreNamed) {
  std::filesystem::create_directory(folder_.path("folder.ptx"));
  folder_.write("empty.ptx", "");
  EXPECT_THAT(run({"--arg", "buffer:1KiB@folder.ptx", "--arg", "u32:7"}).err,
              HasSubstr("cannot read 'folder.ptx': it is a folder"));
  EXPECT_THAT(folder_.heddle({"disasm", "folder.ptx"}).err, HasSubstr("it is a folder"));
  EXPECT_THAT(folder_.heddle({"run", "folder.ptx"}).err, HasSubstr("it is a folder"));
  const Finished empty = folder_.heddle({"disasm", "empty.ptx"});
  EXPECT_EQ(empty.exit_code, 1);
  EXPECT_THAT(empty.err, HasSubstr("empty.ptx"));
  EXPECT_THAT(empty.err, testing::Not(HasSubstr("cannot read")));
}

TEST_F(BareKernel, WordsAfterTheFileAreNoArguments) {
  const Finished finished = folder_.heddle({"run", "--", "k.ptx", "extra"});
  EXPECT_EQ(finished.exit_code, 1);
  EXPECT_THAT(finished.err, HasSubstr("--arg TYPE:VALUE"));
}

TEST_F(BareKernel, BytesFillAParameterOfAnySize) {
  folder_.write("k.ptx", R"(
.version 6.0
.target sm_70
.address_size 64
.visible .entry last(.param .align 4 .b8 s[16], .param .u64 out)
{
  .reg .b32 %r<2>; .reg .b64 %d<2>;
  ld.param.u32 %r0, [s+12];
  ld.param.u64 %d0, [out];
  st.global.u32 [%d0], %r0;
  ret;
}
)");
  const Finished finished = run({"--block", "1", "--arg", "bytes:0000000000000000000000000102000F",
                                 "--arg", "buffer:4", "--print-arg", "1:u32"});
  EXPECT_EQ(finished.out, "251658753\n") << finished.err;  // 0x0F000201
  EXPECT_THAT(run({"--arg", "bytes:00", "--arg", "buffer:4"}).err, HasSubstr("bytes:HEX"));
}

TEST_F(BareKernel, AFaultSaysWhereAndMarksTheRunFailed) {
  const Finished finished =
      run({"--block", "128", "--arg", "buffer:256", "--arg", "u32:7", "--out", "out"});
  EXPECT_NE(finished.exit_code, 0);
  EXPECT_THAT(finished.err, HasSubstr("scale"));
  EXPECT_THAT(finished.err, HasSubstr("k.ptx:"));
  EXPECT_EQ(folder_.json("out/stats.json").at("status"), "failed");
}

TEST_F(BareKernel, BrokenPtxIsRefusedWithItsPlace) {
  folder_.write("k.ptx", std::string(kScale) + "\nnonsense\n");
  const Finished finished = run(scale());
  EXPECT_NE(finished.exit_code, 0);
  EXPECT_THAT(finished.err, HasSubstr("k.ptx:24:1: "));
}

TEST_F(BareKernel, DisassemblyShowsTheKernel) {
  const Finished finished = folder_.heddle({"disasm", "k.ptx"});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_THAT(finished.out, HasSubstr("kernel scale"));
  EXPECT_THAT(finished.out, HasSubstr("st.global.u32"));
  EXPECT_THAT(folder_.heddle({"disasm", "--kernel", "scal", "k.ptx"}).err,
              HasSubstr("did you mean 'scale'?"));
}

TEST_F(BareKernel, DisassemblyTakesEachPassAndTheMachine) {
  const auto listing = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "disasm");
    words.push_back("k.ptx");
    const Finished finished = folder_.heddle(words);
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    return finished.out;
  };
  // The factor 4 beside the parameter is one constant too many for an instruction.
  EXPECT_THAT(listing({}), Not(HasSubstr("mov_b32")));
  EXPECT_THAT(listing({"--set", "compiler.limit_operands=true"}), HasSubstr("mov_b32 r1 = 4"));
  // One pass alone: all others are off, and the parameter is still moved.
  const std::string alone = listing({"--unfolded", "--set", "compiler.fuse_multiply_add=true"});
  EXPECT_THAT(alone, HasSubstr("mad_wide_u32"));
  EXPECT_THAT(alone, HasSubstr("mov_b64"));
  EXPECT_THAT(listing({"--unfolded"}), Not(HasSubstr("mad_wide_u32")));
  // What the machine's addresses are is the machine's to say, unless the command line says it.
  EXPECT_THAT(listing({"--machine", "stsimt"}), HasSubstr("[r0]"));
  EXPECT_THAT(listing({"--machine", "stsimt", "--set", "device.address_bits=64"}),
              HasSubstr("[r2:3]"));
  EXPECT_THAT(folder_.heddle({"disasm", "--set", "compiler.schedul=true", "k.ptx"}).err,
              HasSubstr("did you mean 'compiler.schedule'?"));
  EXPECT_EQ(listing({"--all-passes", "--set", "compiler.check_allocation=true"}),
            listing({"--all-passes"}));
}

TEST_F(BareKernel, OptionsOfDisassemblyThatSayNothingTogetherAreRefused) {
  const std::pair<std::vector<std::string>, const char*> cases[] = {
      {{"--unfolded", "--all-passes"}, "--all-passes"},
      {{"--annotate", "--summary"}, "--annotate"},
      {{"--markdown"}, "--summary"},
      {{"--annotate", "--point-interval", "0"}, "--point-interval"},
      {{"--set", "kernel.scale.registers=24"}, "changes no code"},
  };
  for (const auto& [options, message] : cases) {
    std::vector<std::string> words = {"disasm"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back("k.ptx");
    const Finished finished = folder_.heddle(words);
    EXPECT_NE(finished.exit_code, 0) << options[0];
    EXPECT_THAT(finished.err, HasSubstr(message)) << options[0];
  }
}

TEST_F(BareKernel, DisassemblyShowsWhatTheAnalysesKnow) {
  const Finished beside = folder_.heddle({"disasm", "--annotate", "k.ptx"});
  EXPECT_EQ(beside.exit_code, 0) << beside.err;
  EXPECT_THAT(beside.out, HasSubstr("register classes:"));
  EXPECT_THAT(beside.out, HasSubstr("pc scalar live apart loop"));
  // Two files, so two lines and their mean.
  const Finished lines = folder_.heddle({"disasm", "--summary", "k.ptx", "k.ptx"});
  EXPECT_EQ(lines.exit_code, 0) << lines.err;
  EXPECT_THAT(lines.out, testing::ContainsRegex("scale .*\nscale .*\nmean of 2 "));
  // The text has 13 instructions, of which cvta is none once its registers are one; folding leaves
  // eight.
  EXPECT_THAT(lines.out, testing::ContainsRegex("mean of 2 +8 "));
  EXPECT_THAT(folder_.heddle({"disasm", "--summary", "--unfolded", "k.ptx"}).out,
              testing::ContainsRegex("mean of 1 +12 "));
  EXPECT_THAT(folder_.heddle({"disasm", "--summary", "--markdown", "k.ptx"}).out,
              HasSubstr("| mean of 1 |"));
}

TEST_F(BareKernel, ScalarsAreCheckedAndCounted) {
  // Eight instructions, of which reading the block's number and the exit are the same for a warp:
  // %ctaid, %tid, multiply and add, address, load, multiply, store, exit; 16 warps.
  for (const char* const timing : {"full", "none"}) {
    const Finished finished = run(scale({"--timing", timing, "--set", "run.check_scalars=true"}));
    EXPECT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_THAT(finished.err, testing::ContainsRegex("scale +128 +25.0% +25.0%")) << timing;
  }
}

// stsimt's addresses take one register, gtx480's two.
TEST_F(BareKernel, LoadsWaitForTheThreadsOwnAtomic) {
  folder_.write("k.ptx", R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry k(.param .u64 memory)
{
  .reg .b64 %rd<4>;
  .reg .b32 %r<8>;
  ld.param.u64 %rd1, [memory];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mad.lo.s32 %r1, %r2, %r3, %r1;
  mul.wide.u32 %rd2, %r1, 8;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], 100;
  red.global.add.u32 [%rd3], 5;
  ld.global.u32 %r4, [%rd3];
  st.global.u32 [%rd3+4], %r4;
  ret;
}
)");
  for (const char* machine : {"stsimt", "gtx480"}) {
    const Finished finished = run({"--machine", machine, "--grid", "8", "--block", "128", "--arg",
                                   "buffer:8192", "--print-arg", "0:u32"});
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
    std::istringstream numbers(finished.out);
    for (unsigned i = 0; i < 2048; ++i) {
      unsigned number = 0;
      ASSERT_TRUE(numbers >> number);
      ASSERT_EQ(number, 105u) << machine << ", word " << i;
    }
  }
}

}  // namespace
}  // namespace heddle::test
