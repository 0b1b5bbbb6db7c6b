#include "cudart/module/ptx_link.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::cudart {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string kKernel =
    ".version 9.0\n.target sm_75\n.address_size 64\n"
    ".extern .func  (.param .b32 r) twice\n(\n .param .b32 p\n)\n;\n"
    ".visible .entry kernel() { ret; }\n";
const std::string kTwice =
    ".version 9.0\n.target sm_75\n.address_size 64\n"
    ".extern .func helper(.param .b64 p);\n"
    ".visible .func  (.param .b32 r) twice(.param .b32 p) { ret; }\n";
const std::string kHelper = ".version 9.0\n.target sm_75\n.func helper(.param .b64 p) { ret; }\n";
const std::string kUnused = ".version 9.0\n.target sm_75\n.visible .func nobody() { ret; }\n";

TEST(PtxLink, FindsFunctionNames) {
  EXPECT_THAT(function_names(kTwice).wanted, ElementsAre("helper"));
  EXPECT_THAT(function_names(kTwice).defined, ElementsAre("twice"));
  EXPECT_THAT(function_names(kKernel).wanted, ElementsAre("twice"));
}

TEST(PtxLink, TakesWhatIsRegisteredAndWhatThatWants) {
  const std::string text = link_ptx({kUnused, kHelper, kKernel, kTwice}, {"kernel"});
  EXPECT_THAT(text, HasSubstr(".entry kernel"));
  EXPECT_THAT(text, HasSubstr(".func helper(.param .b64 p) {"));
  EXPECT_THAT(text, HasSubstr("twice(.param .b32 p) {"));
  EXPECT_THAT(text, Not(HasSubstr("nobody")));
}

TEST(PtxLink, LeavesTheDeviceRuntimeOut) {
  const std::string runtime = kUnused +
                              ".extern .func (.param .b32 func_retval0) cnpLaunchDevice\n();\n"
                              ".global .u32 kernel_cache;\n";
  EXPECT_THAT(link_ptx({kKernel, kTwice, kHelper, runtime}, {"kernel", "kernel_cache"}),
              Not(HasSubstr("cnpLaunchDevice")));
}

TEST(PtxLink, HasOneHeader) {
  const std::string text = link_ptx({kKernel, kTwice}, {"kernel"});
  EXPECT_EQ(text.find(".version"), text.rfind(".version"));
  EXPECT_EQ(text.find(".target"), text.rfind(".target"));
  EXPECT_TRUE(text.starts_with(".version 9.0\n"));
}

TEST(PtxLink, ATextWithoutItsLastNewlineIsWhole) {
  const std::string cut = kTwice.substr(0, kTwice.size() - 1);
  EXPECT_THAT(link_ptx({kKernel, cut}, {"kernel"}), HasSubstr("twice(.param .b32 p) { ret; }\n"));
}

}  // namespace
}  // namespace heddle::cudart
