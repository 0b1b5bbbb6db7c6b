// What the report of validation is made of: that a wrong value fails, and what is recorded.

#include "closed_form.hpp"

#include <gtest/gtest-spi.h>

namespace heddle::test {
namespace {

TEST(ClosedForms, AValueBeyondTheToleranceFails) {
  const ClosedForm exact{"a subject", "a formula"}, near{"a subject", "a formula", 0.02};
  exact.expect("equal", 7, 7);
  near.expect("at the bound above", 100, 102);
  near.expect("at the bound below", 100, 98);
  EXPECT_NONFATAL_FAILURE(exact.expect("one more", 7, 8), "measured 8, expected 7");
  EXPECT_NONFATAL_FAILURE(near.expect("beyond", 100, 102.1), "measured 102.1, expected 100");
  EXPECT_NONFATAL_FAILURE(near.expect("below", 100, 97.9), "measured 97.9, expected 100");
  EXPECT_NONFATAL_FAILURE(near.expect("nothing", 100, std::nan("")), "measured nan");
}

TEST(ClosedForms, EachComparisonIsAPropertyOfTheTest) {
  ClosedForm{"first", "n + 1"}.expect("n 2", 3, 3);
  ClosedForm{"second", "n / 2", 0.02}.expect("n 5", 2.5, 2.51);
  const auto& result = *testing::UnitTest::GetInstance()->current_test_info()->result();
  ASSERT_EQ(result.test_property_count(), 2);
  EXPECT_STREQ(result.GetTestProperty(0).key(), "closed_form_0");
  EXPECT_STREQ(result.GetTestProperty(0).value(), "first\tn + 1\tn 2\t3\t3\t0");
  EXPECT_STREQ(result.GetTestProperty(1).key(), "closed_form_1");
  EXPECT_STREQ(result.GetTestProperty(1).value(), "second\tn / 2\tn 5\t2.5\t2.51\t0.02");
}

}  // namespace
}  // namespace heddle::test
