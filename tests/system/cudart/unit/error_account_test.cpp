#include "cudart/error/error_account.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::cudart {
namespace {

using testing::ElementsAre;

TEST(MissedLaunches, OfWhichNoNoticeWasTakenFailTheRun) {
  MissedLaunches quiet, one, three;
  EXPECT_EQ(failure_of({&quiet}), "");
  one.add("launch of 'a()' was refused: no room");
  EXPECT_EQ(failure_of({&quiet, &one}),
            "launch of 'a()' was refused: no room; the program did not ask for the error");
  for (const char* message : {"b", "c", "d"}) three.add(message);
  EXPECT_EQ(failure_of({&three}),
            "b (2 more launches were refused); the program did not ask for the error");
  EXPECT_EQ(failure_of({&quiet, &one, &three}),
            "launch of 'a()' was refused: no room (3 more launches were refused); the program did "
            "not ask for the error");
}

TEST(MissedLaunches, NoticeIsOfAllBeforeAndOfNoneAfter) {
  MissedLaunches thread;
  thread.add("a");
  thread.add("b");
  thread.take_notice();
  EXPECT_EQ(failure_of({&thread}), "");
  thread.add("c");
  EXPECT_EQ(failure_of({&thread}), "c; the program did not ask for the error");
}

TEST(ReturnedErrors, AreCountedByFunctionAndCode) {
  ReturnedErrors errors;
  EXPECT_TRUE(errors.warnings().empty());
  errors.add("cudaMemcpy", cudaErrorInvalidValue, "");
  errors.add("cudaMalloc", cudaErrorMemoryAllocation, "no room");
  errors.add("cudaMemcpy", cudaErrorInvalidValue, "later");
  errors.add("cudaMemcpy", cudaErrorInvalidMemcpyDirection, "");
  EXPECT_THAT(errors.warnings(),
              ElementsAre("cudaMemcpy returned cudaErrorInvalidValue 2 times",
                          "cudaMalloc returned cudaErrorMemoryAllocation once (first: no room)",
                          "cudaMemcpy returned cudaErrorInvalidMemcpyDirection once"));
}

TEST(ReturnedErrors, NameABoundedNumberOfKinds) {
  ReturnedErrors errors;
  for (int code = 1; code <= 11; ++code) errors.add("f", static_cast<cudaError_t>(code), "");
  EXPECT_EQ(errors.warnings().size(), ReturnedErrors::kMostWarnings + 1);
  EXPECT_EQ(errors.warnings().back(), "3 more kinds of errors were returned");
}

}  // namespace
}  // namespace heddle::cudart
