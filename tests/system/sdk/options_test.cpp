// nvcc's command line, read.
#include "cc/options/options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cc/options/words.hpp"
#include "heddle/base/error.hpp"
#include "shell.hpp"

namespace heddle::cc {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Options read(const std::string& line) { return read_options(split_words(line)); }

std::string refusal(const std::string& line) {
  try {
    read(line);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Words, AreSplitAsByAShell) {
  EXPECT_THAT(split_words(R"(a "b c" 'd"e' f\ g "")"), ElementsAre("a", "b c", "d\"e", "f g", ""));
  EXPECT_THAT(split_commas(R"(-a,-b,"-c,d")"), ElementsAre("-a", "-b", "\"-c,d\""));
  EXPECT_EQ(shell_word("a b"), "\"a b\"");
  EXPECT_EQ(shell_word("-o=x.cu"), "-o=x.cu");
}

TEST(Options, ValuesStandJoinedApartOrAfterEquals) {
  for (const char* line :
       {"-o prog a.cu", "-oprog a.cu", "--output-file=prog a.cu", "--output-file prog a.cu"}) {
    EXPECT_EQ(read(line).output, "prog") << line;
  }
  EXPECT_THAT(read("-Ifoo -I bar -D X=1 -UY -isystem=z a.cu").preprocessor,
              ElementsAre("-Ifoo", "-Ibar", "-DX=1", "-UY", "-isystem", "z"));
}

TEST(Options, GoalsAreNamed) {
  EXPECT_EQ(read("a.cu").goal, Goal::program);
  EXPECT_EQ(read("-c a.cu").goal, Goal::object);
  EXPECT_EQ(read("--ptx a.cu").goal, Goal::ptx);
  EXPECT_EQ(read("-dlink a.o").goal, Goal::device_object);
  EXPECT_EQ(read("-M a.cu").goal, Goal::dependencies);
  EXPECT_TRUE(read("-dc a.cu").relocatable);
  EXPECT_THAT(refusal("-c -ptx a.cu"), HasSubstr("two options"));
}

TEST(Options, ListsAreSplitAtCommas) {
  EXPECT_THAT(read("-Xcompiler -Wall,-O3 -Xcompiler '-fopenmp -g' a.cu").host_flags,
              ElementsAre("-Wall", "-O3", "-fopenmp", "-g"));
}

TEST(Options, ArchitecturesAreThoseThatTheCodeIsFor) {
  EXPECT_THAT(read("a.cu").asked_architectures, IsEmpty());
  EXPECT_THAT(read("-arch=sm_80 a.cu").asked_architectures, ElementsAre(80));
  EXPECT_THAT(read("-arch=compute_70 -code=sm_70,sm_80 a.cu").asked_architectures, ElementsAre(70));
  EXPECT_THAT(read("-gencode arch=compute_70,code=sm_75 --generate-code=arch=compute_80,"
                   "code=[compute_80,sm_86] a.cu")
                  .asked_architectures,
              ElementsAre(70, 80));
}

TEST(Options, EveryArchitectureIsAccepted) {
  for (const char* line : {"-arch=sm_20", "-arch sm_90a", "--gpu-architecture=compute_35",
                           "-gencode arch=compute_70,code=sm_70",
                           "--generate-code=arch=compute_52,code=[compute_52,sm_52]",
                           "--gpu-code=compute_20", "-arch=native", "-arch=all-major"}) {
    EXPECT_EQ(refusal(std::string(line) + " a.cu"), "") << line;
  }
  EXPECT_THAT(refusal("-arch=fermi a.cu"), HasSubstr("fermi"));
}

TEST(Options, FastMathIsTheFourSettings) {
  const DeviceArithmetic arithmetic = read("--use_fast_math a.cu").arithmetic;
  EXPECT_TRUE(arithmetic.flush_denormals && arithmetic.fuse && arithmetic.fast);
  EXPECT_FALSE(arithmetic.precise_division || arithmetic.precise_root);
  EXPECT_FALSE(read("-fmad=false a.cu").arithmetic.fuse);
  EXPECT_THAT(refusal("-ftz=yes a.cu"), HasSubstr("true or false"));
}

TEST(Options, LanguageHoldsForTheFilesAfterIt) {
  const Options options = read("a.cpp -x cu b.cpp");
  EXPECT_FALSE(options.inputs[0].as_cuda);
  EXPECT_TRUE(options.inputs[1].as_cuda);
}

TEST(Options, LibrariesKeepTheirPlace) {
  const Options options = read("a.o -lm b.a -l z");
  ASSERT_EQ(options.inputs.size(), 4u);
  EXPECT_TRUE(options.inputs[1].is_library && options.inputs[1].path == "m");
  EXPECT_EQ(options.inputs[2].path, "b.a");
  EXPECT_TRUE(options.inputs[3].is_library && options.inputs[3].path == "z");
}

TEST(Options, FilesOfOptionsAreFollowed) {
  const sdk_test::Workshop shop;
  shop.write("list", "-I\"a b\"\n-DX -c\n");
  const Options options = read("--options-file " + (shop.folder() / "list").string() + " a.cu");
  EXPECT_THAT(options.preprocessor, ElementsAre("-Ia b", "-DX"));
  EXPECT_EQ(options.goal, Goal::object);
}

TEST(Options, UnknownOnesAreRefusedOrForwarded) {
  EXPECT_THAT(refusal("--use_fastmath a.cu"), HasSubstr("--use_fast_math"));
  EXPECT_THAT(refusal("-zzzzzzzz a.cu"), HasSubstr("-Xcompiler -zzzzzzzz"));
  EXPECT_THAT(read("-forward-unknown-to-host-compiler -zzz a.cu").host_flags, ElementsAre("-zzz"));
  EXPECT_THAT(read("-Wall -fopenmp a.cu").host_flags, ElementsAre("-Wall", "-fopenmp"));
  EXPECT_THAT(refusal("-cubin a.cu"), HasSubstr("-cubin"));
  EXPECT_THAT(refusal("-m32 a.cu"), HasSubstr("64"));
}

}  // namespace
}  // namespace heddle::cc
