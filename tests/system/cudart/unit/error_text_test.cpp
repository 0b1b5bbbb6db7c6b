#include "cudart/error/error_text.hpp"

#include <gtest/gtest.h>

namespace heddle::cudart {
namespace {

TEST(ErrorText, NamesAndDescribesCodes) {
  EXPECT_STREQ(error_name(cudaSuccess), "cudaSuccess");
  EXPECT_STREQ(error_text(cudaSuccess), "no error");
  EXPECT_STREQ(error_name(static_cast<cudaError_t>(700)), "cudaErrorIllegalAddress");
  EXPECT_STREQ(error_text(static_cast<cudaError_t>(700)),
               "an illegal memory access was encountered");
  EXPECT_STREQ(error_name(static_cast<cudaError_t>(999)), "cudaErrorUnknown");
}

TEST(ErrorText, AnswersForNumbersThatAreNoCode) {
  EXPECT_STREQ(error_name(static_cast<cudaError_t>(10)), "unrecognized error code");
  EXPECT_STREQ(error_text(static_cast<cudaError_t>(-1)), "unrecognized error code");
}

TEST(ErrorText, CoversEveryNumberOfTheHeader) {
  int known = 0;
  for (int code = 0; code <= 10000; ++code)
    known += std::string(error_name(static_cast<cudaError_t>(code))) != "unrecognized error code";
  EXPECT_GE(known, 120);
}

}  // namespace
}  // namespace heddle::cudart
