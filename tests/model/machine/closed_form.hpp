// A quantity of the timing model that a formula gives from the machine's parameters. A test
// compares what the formula says with what the model does; both become properties of the test, from
// which the report of validation (scripts/reports/validation.py) makes its tables.
#pragma once

#include <cmath>
#include <source_location>
#include <string>

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace heddle::test {

/// Subject and formula are words of the report's table.
struct ClosedForm {
  std::string subject, formula;
  double tolerance = 0;  ///< share of the expected value by which the measured one may differ

  /// One comparison; `with` says which parameters were set.
  void expect(const std::string& with, double expected, double measured,
              std::source_location where = std::source_location::current()) const {
    const auto& result = *testing::UnitTest::GetInstance()->current_test_info()->result();
    testing::Test::RecordProperty(fmt::format("closed_form_{}", result.test_property_count()),
                                  fmt::format("{}\t{}\t{}\t{:.6g}\t{:.6g}\t{}", subject, formula,
                                              with, expected, measured, tolerance));
    if (std::abs(measured - expected) <= tolerance * std::abs(expected)) return;
    ADD_FAILURE_AT(where.file_name(), static_cast<int>(where.line()))
        << fmt::format("{}, {}: measured {}, expected {}", subject, with, measured, expected);
  }
};

}  // namespace heddle::test
