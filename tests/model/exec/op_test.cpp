#include <set>

#include <gtest/gtest.h>

#include "heddle/base/error.hpp"
#include "heddle/exec/ops/operation.hpp"
#include "heddle/exec/step/executable.hpp"
#include "op_runner.hpp"

namespace heddle::test {
namespace {

std::string name_of(const OpCase& test) {
  return test.spelling.empty() ? std::string(isa::info(test.op).name) : test.spelling;
}

TEST(Op, EveryCaseAgreesWithItsReference) {
  for (const OpCase& test : all_cases()) {
    std::string wrong;
    try {
      wrong = run_case(test);
    } catch (const Error& error) {
      wrong = error.what();
    }
    EXPECT_EQ(wrong, "") << name_of(test);
  }
}

/// Rows with effects beyond registers have handlers, which have tests of their own; rows that the
/// compiler replaces have neither.
TEST(Op, EveryRowThatComputesValuesHasACase) {
  std::set<isa::Op> covered;
  for (const OpCase& test : all_cases()) covered.insert(test.op);
  for (const isa::OpInfo& row : isa::op_table()) {
    const bool elsewhere = exec::find_handler(row.op) != nullptr || row.signature == "-";
    EXPECT_NE(covered.contains(row.op), elsewhere) << row.name;
    EXPECT_NE(exec::computes_values(row.op), elsewhere) << row.name;
  }
}

}  // namespace
}  // namespace heddle::test
